// Fails when a browser must load more script than a first screen may cost.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 190;
const built = new URL("../src/nukki/server/static/assets/", import.meta.url);
const sizes = readdirSync(built)
  .filter((name) => name.endsWith(".js"))
  .map((name) => gzipSync(readFileSync(new URL(name, built))).length);
const total = sizes.reduce((sum, size) => sum + size, 0) / 1000;
console.log(
  `${total.toFixed(1)} KB of script in ${sizes.length} files, gzipped; ${LIMIT_KB} KB are allowed`,
);
process.exit(total > LIMIT_KB ? 1 : 0);
