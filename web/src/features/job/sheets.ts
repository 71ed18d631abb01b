// The layers of a finished picture as they are looked at: by kind, or stacked in another way.
import type { Candidate, Picture } from "@/shared/api";
import { type Brand, brandsOf, isBlended } from "./brand";

type Blend = "normal" | "multiply" | "screen";
/** A picture of the stack, and how it lies on what is below it; a plain one is gray, with the edge
 * that it has. */
export type Sheet = { name: string; picture: Picture; blend: Blend; plain?: boolean };
/** `flat` is the finished picture; `exact` has brand pictures unblended, `lit` the light on those that
 * are; the others are layers of one kind alone, light on plain gray. */
export type View = "flat" | "exact" | "lit" | "object" | "brand" | "shadow" | "light";

type Known = (name: string, blend?: Blend) => Sheet[];

/** Every view that there are layers for, the finished picture first; the stack of each. */
export function viewsOf(candidate: Candidate): Map<View, Sheet[]> {
  const found = new Map<View, Sheet[]>();
  if (!candidate.final) return found;
  const brands = brandsOf(candidate);
  const known = knownOf(candidate, brands);
  const each = (part: string, blend?: Blend) =>
    brands.flatMap(({ index }) => known(`asset${index}${part}`, blend));
  const light = brands.flatMap((brand) => shadedOf(brand, known));
  const put = (view: View, sheets: Sheet[]) => sheets.length > 0 && found.set(view, sheets);
  put("flat", [{ name: "flat", picture: candidate.final, blend: "normal" }]);
  if (candidate.blended) put("exact", stack(brands, known, false));
  else if (light.length > 0) put("lit", stack(brands, known, true));
  put("object", [...known("object"), ...known("tint", "multiply")]);
  put(
    "brand",
    brands.flatMap((brand) => bodyOf(brand, known)),
  );
  put("shadow", [...known("shadow"), ...each("-shadow")]);
  put("light", light);
  return found.size > 2 ? found : new Map();
}

/** Finds a layer by its name; none where it was not kept. */
function knownOf({ layers, final }: Candidate, brands: Brand[]): Known {
  const all = [...layers, ...brands.flatMap((brand) => brand.layers)];
  const named = new Map(all.map((layer) => [layer.name, layer]));
  return (name, blend = "normal") => {
    const picture = named.get(name);
    // another size would lie elsewhere
    const fits = picture?.width === final?.width && picture?.height === final?.height;
    return picture && fits ? [{ name, picture, blend }] : [];
  };
}

/** As it is in the picture: blended where it was. */
function bodyOf(brand: Brand, known: Known): Sheet[] {
  const lit = isBlended(brand) ? known(`asset${brand.index}-lit`) : [];
  return lit.length > 0 ? lit : known(`asset${brand.index}`);
}

const lightOf = ({ index }: Brand, known: Known): Sheet[] => [
  ...known(`asset${index}-shade`, "multiply"),
  ...known(`asset${index}-light`, "screen"),
];

/** What light does to it: on its own colors it would hardly be seen. */
function shadedOf(brand: Brand, known: Known): Sheet[] {
  const light = lightOf(brand, known);
  const plain = known(`asset${brand.index}`).map((sheet) => ({ ...sheet, plain: true }));
  return light.length > 0 ? [...plain, ...light] : [];
}

/** All of them unblended where they stand, with their shadows, and with their light if that is wanted; nothing
 * where a part of it is missing, or where glass shows what is behind it. */
function stack(brands: Brand[], known: Known, lit: boolean): Sheet[] {
  const object = known("object");
  const bodies = brands.map(({ index }) => known(`asset${index}`));
  const whole = object.length > 0 && bodies.every((body) => body.length > 0);
  if (!whole || known("tint").length > 0) return [];
  const laid = (brand: Brand) => [
    ...known(`asset${brand.index}-shadow`, "multiply"),
    ...known(`asset${brand.index}`),
    ...(lit ? lightOf(brand, known) : []),
  ];
  const behind = brands.filter(({ stand }) => stand === "behind");
  const before = brands.filter(({ stand }) => stand !== "behind");
  return [...known("shadow"), ...behind.flatMap(laid), ...object, ...before.flatMap(laid)];
}
