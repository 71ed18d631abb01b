// A rectangle of whole pixels: what has to be computed and painted again, and nothing else.

/** From (left, top) up to, not with, (right, bottom). */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export const NOTHING: Box = { left: 0, top: 0, right: 0, bottom: 0 };

export const isEmpty = ({ left, top, right, bottom }: Box): boolean =>
  right <= left || bottom <= top;

export const whole = (width: number, height: number): Box => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
});

export function union(one: Box, other: Box): Box {
  if (isEmpty(one)) return other;
  if (isEmpty(other)) return one;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** What lies in both; empty when nothing does. */
export function common(one: Box, other: Box): Box {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return isEmpty(box) ? NOTHING : box;
}

/** The pixels that a rectangle of any numbers touches. */
export const outer = (left: number, top: number, right: number, bottom: number): Box => ({
  left: Math.floor(left),
  top: Math.floor(top),
  right: Math.ceil(right),
  bottom: Math.ceil(bottom),
});
