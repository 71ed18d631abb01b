// A share as people read it in their language.
import type { Language } from "@/shared/preferences";

// to make one takes longer than a frame of a brush has to spare
const FORMATS = {
  en: new Intl.NumberFormat("en", { style: "percent" }),
  ko: new Intl.NumberFormat("ko", { style: "percent" }),
};

export const percent = (share: number, language: Language): string =>
  FORMATS[language].format(share);
