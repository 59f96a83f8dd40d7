/** A stretch of a text, its end excluded. */
export type Stretch = readonly [start: number, end: number];

/** Where characters stand in a secret, or in a form of it. */
interface Place {
  readonly form: string;
  readonly at: number;
}

/** So many characters are looked up at every so many places of a text: one of them lies in every run of 8. */
const GRAM = 5;
const STEP = 4;
/** Of shorter secrets no inner part is hidden: it is too short to be told from other text. */
export const SHORTEST_CUT = 16;
/** From so many characters on a part is hidden, or from half of a form that is shorter than two such parts. */
const PART = 12;
/** From this share on it is hidden even where it reads like words. */
const MOST_OF_IT = 0.75;
const LEAST_DIFFERENT = 6;
const SLOT_BITS = 18;

/** Finds what cuts left of secrets wherever they were cut: runs of characters that stand in one of the forms too. */
export function createInnerSearch(forms: readonly string[]): (text: string) => readonly Stretch[] {
  const places = new Map<string, Place[]>();
  const isTaken = new Uint8Array(1 << SLOT_BITS);
  for (const form of forms) {
    for (let at = 0; at + GRAM <= form.length; at += 1) {
      const gram = form.slice(at, at + GRAM);
      const known = places.get(gram) ?? [];
      // One place of a form will do: what repeats itself is no secret.
      places.set(gram, known.some((place) => place.form === form) ? known : [...known, { form, at }]);
      isTaken[slotOf(form, at)] = 1;
    }
  }
  return (text) => {
    const found: Stretch[] = [];
    for (let at = 0; at + GRAM <= text.length; at += STEP) {
      if (isTaken[slotOf(text, at)] === 1) {
        const own = places.get(text.slice(at, at + GRAM)) ?? [];
        const here = own.flatMap((place) => partAround(text, at, place));
        found.push(...here);
        // What was found is not looked through again.
        at = Math.max(at, ...here.map(([, end]) => end - STEP));
      }
    }
    return found;
  };
}

function slotOf(text: string, at: number): number {
  let sum = 0;
  for (let index = at; index < at + GRAM; index += 1) {
    sum = (Math.imul(sum, 131) + text.charCodeAt(index)) | 0;
  }
  return Math.imul(sum, 0x9e_37_79_b1) >>> (32 - SLOT_BITS);
}

/** The part of a form that stands around a place of a text, where it tells something. */
function partAround(text: string, at: number, { form, at: own }: Place): readonly Stretch[] {
  let before = 0;
  while (
    before < Math.min(at, own) &&
    text.charCodeAt(at - before - 1) === form.charCodeAt(own - before - 1)
  ) {
    before += 1;
  }
  // The space behind a scheme is none of the token.
  before -= text.charAt(at - before) === " " ? 1 : 0;
  let after = GRAM;
  while (own + after < form.length && text.charCodeAt(at + after) === form.charCodeAt(own + after)) {
    after += 1;
  }
  const part = text.slice(at - before, at + after);
  return isTelling(part, form.length) ? [[at - before, at + after]] : [];
}

/** Whether a part is long enough, and reads like a key: other text may share words, hosts and numbers with a secret. */
function isTelling(part: string, whole: number): boolean {
  const isHex = /^[\da-f-]+$/i.test(part);
  const least = isHex ? PART : Math.min(PART, whole / 2);
  if (part.length < least || new Set(part).size < LEAST_DIFFERENT) {
    return false;
  }
  return readsLikeKey(part) || part.length >= Math.max(PART, whole * MOST_OF_IT);
}

/** Whether letters and digits take turns, or stand together in fewer words than signs: dates and numbers have hardly a letter. */
function readsLikeKey(part: string): boolean {
  const count = (signs: RegExp): number => part.match(signs)?.join("").length ?? 0;
  const isMixed = count(/[A-Za-z]/g) >= 3 && count(/\d/g) >= 2;
  const inWords = count(/[A-Z]?[a-z]{3,}|[A-Z]{3,}/g);
  return (
    count(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g) * 6 >= part.length ||
    (isMixed && inWords * 2 < part.length)
  );
}
