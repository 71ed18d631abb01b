// Candidates side by side.
export const en = {} as const;

export const ko: Record<keyof typeof en, string> = {};
