// The queue, settings, shortcuts and the palette.
export const en = {} as const;

export const ko: Record<keyof typeof en, string> = {};
