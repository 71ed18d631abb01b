// The form of a brief.
export const en = {} as const;

export const ko: Record<keyof typeof en, string> = {};
