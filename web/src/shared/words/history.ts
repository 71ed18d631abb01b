// The list of jobs, searched.
export const en = {} as const;

export const ko: Record<keyof typeof en, string> = {};
