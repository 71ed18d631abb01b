// A share as people read it in their language.
import type { Language } from "@/shared/preferences";

export const percent = (share: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share);
