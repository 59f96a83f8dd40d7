// Cuts the texts of a result to a stated length, without secrets.
import type { Redact } from "../secrets/redact.ts";

/** Maximum length of a response body in a result. */
export const BODY_CUT_AT = 4_000;
/** Maximum length of any other text of a violation in a result. */
const TEXT_CUT_AT = 2_000;
/** Characters beyond the cut that are searched for secrets too: a secret that crosses the cut would otherwise be half visible. */
const MARGIN_OF_CUT = 8_000;

/**
 * Returns the first `most` characters of a text, followed by "…" if it is longer. Secrets are removed before the text is cut:
 * of a secret that was cut in two, neither half would be recognised.
 */
export function cutRedacted(text: string, redact: Redact, most = TEXT_CUT_AT): string {
  const clean = redact(text.slice(0, most + MARGIN_OF_CUT));
  return text.length > most + MARGIN_OF_CUT || clean.length > most
    ? `${copyText(clean.slice(0, most))}…`
    : clean;
}

/** Copies a text. A slice of a long text shares its memory, so keeping the slice would keep the whole body. */
function copyText(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
