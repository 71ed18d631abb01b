// Where the brush is, told to the few words that show it and to nothing else.
import type { Point } from "@/shared/viewport";

export class Spot {
  private place: Point | null = null;
  private asked = 0;
  private readonly listeners = new Set<() => void>();

  readonly get = (): Point | null => this.place;

  readonly set = (place: Point | null): void => {
    this.place = place;
    // once a frame, however often a pen is heard
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      for (const listener of this.listeners) listener();
    });
  };

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
