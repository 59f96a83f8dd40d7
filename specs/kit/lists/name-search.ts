// §4.4, §8: search texts for the name filter
import { integerText } from "../../../engine/model/compare.ts";
import { isSuccess } from "../../../engine/message/classify.ts";
import type { RequestSender, Violation, ApiResponse } from "../../../engine/model/exchange.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import { publicKeysIn, rowsIn } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { namedCases, uniqueValues, type NamedCase } from "../../../generators/cases.ts";
import { contractLimits } from "../../../schemas/limits.ts";

/** Letters, digits and single inner spaces: no implementation gives these a special meaning. */
const PLAIN_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9]| (?! ))*[A-Za-z0-9]$/;

/**
 * Whether a name can be searched for unchanged: well within the length limits in characters and bytes, without white space that could be
 * trimmed or merged, control characters, a colon that could end an operator, or U+FFFD from invalid UTF-8.
 */
function isSearchable(name: string): boolean {
  const isShort = name.length <= 60 && Buffer.byteLength(name) <= contractLimits.nameLength.max;
  return name.length >= 5 && isShort && name.trim() === name && !/\s\s|:|\uFFFD|\p{C}/u.test(name);
}

const NAMES_READ = 40;
/** Maximum number of texts that are compared with every name of a long list. */
const TEXTS_COMPARED = 200;

export const searchTexts = (list: Listing): readonly NamedCase<string>[] => searchTextsOf(list).all;

/**
 * `widest`: the part of names that most names share; `part`: if possible, one that at least two names share, but fewer than 100 and fewer
 * than share `widest`; `whole`: a full name; `all`: full names, parts of names, altered names and texts that no name contains; `special`:
 * full names with special characters, which are as many as the list needs, so that they do not displace a text of `all`.
 */
export const searchTextsOf = memoizeByObject((list: Listing) => {
  const names = list.rows.map((row) => row["name"]).filter((name) => typeof name === "string");
  const isPlain = (text: string, least = 3): boolean => PLAIN_NAME.test(text) && text.length >= least;
  const plain = [...new Set(names.filter((name) => isPlain(name) && name.length <= 100))];
  const firstSearchable = (form: RegExp) => names.find((name) => isSearchable(name) && form.test(name));
  const parts = new Map<string, number>();
  for (const name of plain.slice(0, NAMES_READ)) {
    for (const part of [name.slice(0, 3), name.slice(-3), name.slice(1, 5), name.split(" ")[0] ?? ""]) {
      if (!parts.has(part) && isPlain(part)) {
        parts.set(part, names.filter((other) => other.includes(part)).length);
      }
    }
  }
  const ranked = [...parts].toSorted((a, b) => b[1] - a[1]);
  // A search with fewer rows than that for `widest` is not truncated: every matching row is expected.
  const [widest, most = 0] = ranked[0] ?? [];
  const isShared = ([, count]: readonly [string, number]): boolean =>
    count > 1 && count < Math.min(most, 100);
  const [shared = widest] = ranked.find(isShared) ?? [];
  // Full names reveal services that return one token per name, or index only prefixes of names.
  const whole = plain.find((name) => names.indexOf(name) !== names.lastIndexOf(name)) ?? plain[0];
  const byLength = plain.toSorted((one, other) => other.length - one.length);
  const longest = byLength[0];
  const chosen = namedCases({
    "the middle of a name":
      plain.map((name) => name.slice(1, 6)).find((text) => isPlain(text, 4)) ?? names.flatMap(wordsInside)[0],
    "a full name": whole,
    "the longest full name": longest === whole ? plain.at(-1) : longest,
    "a part that many names share": shared,
    "the part that most names share": widest,
    // A service may match texts of three characters, the minimum, only at the beginning of a name, or index only its first characters.
    "the end of a long name": byLength.map((name) => name.slice(-3)).find((text) => isPlain(text)),
    "the beginning of a name": (nameOfOtherType(list.rows, plain) ?? plain[Math.floor(plain.length / 2)])
      ?.slice(0, 4)
      .trim(),
    "a full name outside ASCII": firstSearchable(/[\u0100-\uffff]/) ?? firstSearchable(/[^ -~]/),
    "a symbol that no name contains": symbolInNoName(list),
    "a full name without spaces": spelledOtherwise(names, (name) => name.replaceAll(" ", "")),
    "a full name with its characters outside Latin-1 replaced": spelledOtherwise(
      names,
      withReplacedCharacters,
    ),
    "a text that no name contains": textInNoName(plain, names),
  });
  const all = uniqueValues(chosen.filter(({ value }) => value.length >= contractLimits.nameLength.min));
  const special = namesWithSpecialCharacters(names).map((value, at) => {
    return { name: `full name ${at + 1} with special characters`, value };
  });
  return { part: shared, whole, widest, all, special };
});

/**
 * A part of names that tokens with an admin key and tokens without it have in common, so that a filter by the key selects only some of the
 * tokens that a search returns; undefined if there is none.
 */
export function partBesideKey({ rows }: Pick<Listing, "rows">, key: string): string | undefined {
  const namesOf = (hasKey: boolean): readonly string[] =>
    rows
      .filter((row) => publicKeysIn([row]).includes(key) === hasKey)
      .flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  const others = namesOf(false);
  const parts = namesOf(true).flatMap((name) => name.split(" ").flatMap((word) => [word, word.slice(0, 3)]));
  const isShared = (part: string): boolean => others.some((name) => name.includes(part));
  return parts.find(
    (part) => part.length >= contractLimits.nameLength.min && PLAIN_NAME.test(part) && isShared(part),
  );
}

const nameOfOtherType = ([first, ...rows]: Listing["rows"], names: readonly string[]) =>
  names.find((name) => rows.some((row) => row["name"] === name && row["type"] !== first?.["type"]));

/** Plain words inside a name are usable even if every name has special characters or other scripts. */
const wordsInside = (name: string): readonly string[] =>
  [...name.matchAll(/(?<=.)[A-Za-z0-9]{3,60}(?![A-Za-z0-9]|\p{M})/gsu)]
    .map(([word]) => word)
    .filter((word) => !name.startsWith(word));

const MOST_SPECIAL_NAMES = 12;

/**
 * Searchable names in ASCII that together contain as many special characters, or several spaces in a row, as possible: a service may escape
 * one of these, decode it twice or lose it, and still find names with the others.
 */
function namesWithSpecialCharacters(names: readonly string[]): readonly string[] {
  const isCandidate = (name: string): boolean =>
    isSearchable(name.replaceAll(/ +/g, " ")) && /^[ -~]*$/.test(name);
  const signs = names
    .map((name) => name.trim())
    .filter(isCandidate)
    .map((name) => ({ name, own: new Set(specialCharactersOf(name)) }))
    .toSorted((a, b) => b.own.size - a.own.size);
  const all = new Set(signs.flatMap(({ own }) => [...own]));
  const chosen = [...all].flatMap((sign) => signs.find(({ own }) => own.has(sign))?.name ?? []);
  return [...new Set(chosen)].slice(0, MOST_SPECIAL_NAMES);
}

const specialCharactersOf = (name: string): readonly string[] => name.match(/[^A-Za-z0-9 ]|(?<= ) /g) ?? [];

/** Without letter case, diacritics and repeated white space: the comparison is unspecified (interpretation 8). */
const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").toLowerCase();

export const containsText = (name: string, text: string): boolean => folded(name).includes(folded(text));

function isContainedIn(names: readonly string[]): (text: string) => boolean {
  return (text) => names.some((name) => containsText(name, text));
}

function spelledOtherwise(names: readonly string[], write: (name: string) => string): string | undefined {
  const isHeld = isContainedIn(names);
  return names
    .filter((name) => isSearchable(name) && write(name) !== name)
    .slice(0, TEXTS_COMPARED)
    .map(write)
    .find((text) => text.length >= contractLimits.nameLength.min && !isHeld(text));
}

/** To a service that loses characters outside Latin-1, both texts are equal. */
function withReplacedCharacters(name: string): string {
  return name.replaceAll(/[\u0100-\uffff]/g, (letter) => (letter === "\u03a9" ? "\u0416" : "\u03a9"));
}

/** A token symbol that no name contains: a search by name must not find the token by its symbol. */
function symbolInNoName({ rows }: Listing): string | undefined {
  const isHeld = isContainedIn(rows.map(({ name }) => integerText(name)));
  const isUsable = (text: string): boolean => PLAIN_NAME.test(text) && text.length >= 3 && text.length <= 60;
  return rows
    .map(({ symbol }) => symbol)
    .filter((symbol) => typeof symbol === "string")
    .slice(0, TEXTS_COMPARED)
    .find((symbol) => isUsable(symbol) && !isHeld(symbol));
}

/** The longest searchable plain name with another last letter, against services that compare only a prefix; if need be, a fixed text. */
function textInNoName(plain: readonly string[], names: readonly string[]): string {
  const longest = plain.filter(isSearchable).toSorted((a, b) => b.length - a.length)[0] ?? "";
  const changed = `${longest.slice(0, -1)}${longest.endsWith("q") ? "x" : "q"}`;
  return longest === "" || isContainedIn(names)(changed) ? "zqxjkvwzq" : changed;
}

/**
 * Search texts that have to be matched literally: three percent signs, a text of the maximum length and, if the list has a plain name of 6
 * to 60 characters, that name with a wildcard or an encoded character in place of its fourth, or with `^`, `$` or brackets around it.
 */
export function specialCharacterTexts({ rows }: Pick<Listing, "rows">): readonly NamedCase<string>[] {
  const names = rows.map((row) => row["name"]).filter((name) => typeof name === "string");
  const name = names.find((text) => PLAIN_NAME.test(text) && text.length >= 6 && text.length <= 60);
  const [start, end] = [name?.slice(0, 3) ?? "", name?.slice(4) ?? ""];
  const wildcards = ["%", "_", ".", "*"].map(
    (sign) => [`with the wildcard ${sign} in the middle`, start + sign + end] as const,
  );
  // A service that decodes the query twice finds the listed name.
  const encodedTwice = `${start}%${name?.charCodeAt(3).toString(16)}${end}`;
  const near = {
    ...Object.fromEntries(wildcards),
    "with a percent-encoded letter in the middle": encodedTwice,
  };
  const anchored = {
    "with ^ at the start": `^${name}`,
    "with $ at the end": `${name}$`,
    "in square brackets": `[${name}]`,
  };
  const longest = "abcdefghij".repeat(contractLimits.nameLength.max / 10);
  const always = { "wildcards only": "%%%", "100 characters": longest };
  const texts = name === undefined ? always : { ...always, ...near, ...anchored };
  return Object.entries(texts).map(([sign, value]) => ({ name: sign, value }));
}

/** The number of rows of the search that most names match; 0 if the service refuses it, or no name can be searched for. */
export async function longestSearch(t: RequestSender, list: Listing, name: string): Promise<number> {
  const { widest } = searchTextsOf(list);
  const request = widest === undefined ? undefined : list.request([[name, widest], ...list.largest]);
  const response = request && (await t.get({ ...request, gateways: "steady" }));
  return response !== undefined && isSuccess(response) ? rowsIn(response).length : 0;
}

export function namesWithout(text: string, response: ApiResponse): readonly Violation[] {
  return rowsIn(response).flatMap(({ name }, index): Violation[] => {
    const wrong = typeof name === "string" && !containsText(name, text);
    const message = "a returned token lacks the search text in its name";
    const place = { pointer: `/tokens/${index}/name`, actual: cutValue(name), response };
    const expected = `a name with ${cutValue(text)}`;
    return wrong ? [{ message, expected, ...place, rowFault: { kind: "stray" }, decisive: true }] : [];
  });
}
