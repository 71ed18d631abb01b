// What a brief asks for one brand picture, as it is chosen and typed in the form.

export const POSITIONS = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;
export const STANDS = ["auto", "beside", "on", "behind"] as const;
export const TILTS = ["none", "slight", "iso", "strong"] as const;
export const BLENDS = ["exact", "overlay", "imprint"] as const;

export type Position = (typeof POSITIONS)[number] | "auto";
export type Stand = (typeof STANDS)[number];
export type Tilt = (typeof TILTS)[number];
export type Blend = (typeof BLENDS)[number];

/** Numbers stay as they were typed; `scale` is in percent, empty for as large as its place allows. */
export type AssetUse = {
  /** `logo`, or `logo:dark`. */
  asset: string;
  position: Position;
  scale: string;
  rotate: string;
  tilt: Tilt;
  stand: Stand;
  blend: Blend;
};

const USUAL = {
  position: "auto",
  scale: "",
  rotate: "0",
  tilt: "none",
  stand: "auto",
  blend: "exact",
} as const;

export const plainUse = (asset: string, changes: Partial<AssetUse> = {}): AssetUse => ({
  asset,
  ...USUAL,
  ...changes,
});

/** How a brief writes it: its name alone where all else is usual, else what is not. */
export function written(use: AssetUse): string | Record<string, unknown> {
  const { asset, position, scale, rotate, tilt, stand, blend } = use;
  const turn = numberOf(rotate);
  const told = {
    asset,
    ...(position !== USUAL.position && { position }),
    ...(scale.trim() !== "" && { scale: share(scale) }),
    ...(turn !== 0 && rotate.trim() !== "" && { rotate: turn ?? rotate }),
    ...(tilt !== USUAL.tilt && { tilt }),
    ...(stand !== USUAL.stand && { stand }),
    ...(blend !== USUAL.blend && { blend }),
  };
  return Object.keys(told).length === 1 ? asset : told;
}

/** What a brief or an older draft says; null for what names no asset. Of the rest, each part that
 * cannot be shown is as usual. */
export function readUse(told: unknown): AssetUse | null {
  if (typeof told === "string") return named(told);
  if (typeof told !== "object" || told === null) return null;
  const found = told as Record<string, unknown>;
  const use = typeof found.asset === "string" ? named(found.asset) : null;
  return (
    use && {
      ...use,
      position: oneOf([...POSITIONS, "auto"], found.position, USUAL.position),
      scale: typeof found.scale === "number" ? neat(found.scale * 100) : USUAL.scale,
      rotate: typeof found.rotate === "number" ? neat(found.rotate) : USUAL.rotate,
      tilt: oneOf(TILTS, found.tilt, USUAL.tilt),
      stand: oneOf(STANDS, found.stand, USUAL.stand),
      blend: oneOf(BLENDS, found.blend, USUAL.blend),
    }
  );
}

/** What this browser kept: as the form holds it, or as a brief writes it. */
export function keptUse(kept: unknown): AssetUse | null {
  const use = readUse(kept);
  const { scale, rotate } = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<
    Record<keyof AssetUse, unknown>
  >;
  return use && { ...use, ...(isShort(scale) && { scale }), ...(isShort(rotate) && { rotate }) };
}

/** Every one that can be read, each name once. */
export function usesOf(told: unknown, read: (item: unknown) => AssetUse | null): AssetUse[] {
  if (!Array.isArray(told)) return [];
  const uses = told.slice(0, LONGEST_LIST).flatMap((item) => read(item) ?? []);
  return uses.filter((use, place) => uses.findIndex(({ asset }) => asset === use.asset) === place);
}

const LONGEST_LIST = 16; // more than a brief may name, so that the server can say so
const LONGEST_NAME = 128;
const NUMBER = /^[-+]?(\d{1,6}([.,]\d{0,4})?|[.,]\d{1,4})$/;

/** A number as people type it, with a point or a comma; null for what is none. */
export function numberOf(typed: string): number | null {
  const text = typed.trim().replace("−", "-");
  return NUMBER.test(text) ? Number(text.replace(",", ".")) + 0 : null;
}

/** Whether it stands on an object: asked for, or because it is pressed into one. */
export function standsOf({ stand, blend }: AssetUse): Exclude<Stand, "auto"> {
  if (stand !== "auto") return stand;
  return blend === "imprint" ? "on" : "beside";
}

/** 83.3333 is told as 83.33. */
export const neat = (number: number): string => String(Number(number.toFixed(2)));

function share(percent: string): number | string {
  const number = numberOf(percent.replace("%", ""));
  return number === null ? percent : Number((number / 100).toFixed(4));
}

const named = (asset: string): AssetUse | null =>
  asset !== "" && asset.length <= LONGEST_NAME ? plainUse(asset) : null;
const isShort = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 16;
const oneOf = <Value extends string>(
  values: readonly Value[],
  found: unknown,
  usual: Value,
): Value => values.find((value) => value === found) ?? usual;
