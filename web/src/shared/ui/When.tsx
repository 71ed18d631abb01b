import { ago, moment } from "@/shared/format";
import { useLanguage } from "@/shared/preferences";

/** A time as people say it; the exact one is a hover or a screen reader away. */
export function When({ iso }: { iso: string }) {
  const language = useLanguage();
  if (!iso) return null;
  return (
    <time dateTime={iso} title={moment(iso, language)}>
      {ago(iso, language)}
    </time>
  );
}
