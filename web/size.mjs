// Fails when a first screen costs more script than it may: the entry, what it needs at once, and
// the place at "/". What opens later is loaded later, and told here as the total.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 190;
const ENTRY = "index.html";
const FIRST_PLACE = "src/features/history/History.tsx";
const built = new URL(process.argv[2] ?? "../src/nukki/server/static/", import.meta.url);

const zipped = (file) => gzipSync(readFileSync(new URL(file, built))).length / 1000;
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", built), "utf8"));

/** The files of a part of the build and of all that it imports statically. */
function filesOf(name, found = new Set()) {
  const part = manifest[name];
  if (!part) throw new Error(`the build has no ${name}`);
  if (found.has(part.file)) return found;
  found.add(part.file);
  for (const imported of part.imports ?? []) filesOf(imported, found);
  return found;
}

const sum = (files) => files.reduce((all, file) => all + zipped(file), 0);
const first = [...filesOf(FIRST_PLACE, filesOf(ENTRY))];
const every = readdirSync(new URL("assets/", built))
  .filter((name) => name.endsWith(".js"))
  .map((name) => `assets/${name}`);

const told = (files) => `${sum(files).toFixed(1)} KB of script in ${files.length} files, gzipped`;
console.log(`first screen: ${told(first)}; ${LIMIT_KB} KB are allowed`);
console.log(`everything:   ${told(every)}`);
for (const file of first.toSorted((a, b) => zipped(b) - zipped(a))) {
  console.log(`  ${zipped(file).toFixed(1).padStart(6)} KB  ${file}`);
}
process.exit(sum(first) > LIMIT_KB ? 1 : 0);
