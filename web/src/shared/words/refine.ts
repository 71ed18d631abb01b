// The brush over a matte.
export const en = {} as const;

export const ko: Record<keyof typeof en, string> = {};
