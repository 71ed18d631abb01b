// The shell, the queue, settings, shortcuts, the palette and the glossary.
export const en = {
  "nav.make": "Make",
  "nav.history": "History",
  "nav.assets": "Assets",
} as const;

export const ko: Record<keyof typeof en, string> = {
  "nav.make": "만들기",
  "nav.history": "작업 내역",
  "nav.assets": "에셋",
};
