// §4.6, §4.7, §4.8, interpretation 23: the forms of the identifiers by which records are requested, and the shapes of records
import { getOrInsert, groupBy } from "../model/model.ts";
import * as fc from "fast-check";
import type { Candidate } from "../clauses/prerequisites.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { interleaved } from "../../generators/cases.ts";
import * as formats from "../../schemas/formats.ts";
import { isObject, type JsonRecord } from "../message/classify.ts";

/** Endpoints that return one record, which the path of the request identifies. */
export type RecordEndpoint = "topicMessage" | "contractResult" | "contract";

export const isRecordEndpoint = (endpoint: Endpoint): endpoint is RecordEndpoint => endpoint in RECORD_FORMS;

/** By endpoint, the forms of identifiers, with names that appear in messages: the form of an identifier is the first that accepts it. */
const RECORD_FORMS: Readonly<Record<RecordEndpoint, Readonly<Record<string, (text: string) => boolean>>>> = {
  topicMessage: { "with nine decimals": (text) => /\.\d{9}$/.test(text), "with fewer decimals": () => true },
  contractResult: {
    "by hash": (text) => text.startsWith("0x") && formats.TRANSACTION_HASH_PATTERN.test(text),
    "by hash without 0x": (text) => formats.TRANSACTION_HASH_PATTERN.test(text),
    "by transaction id": (text) => formats.TRANSACTION_ID.test(text),
  },
  contract: {
    "by id": (text) => formats.ENTITY_ID.test(text),
    "by address": (text) => text.startsWith("0x") && formats.EVM_ADDRESS.test(text),
    "by address without 0x": (text) => formats.EVM_ADDRESS.test(text),
    "by short id": (text) => /^(?:\d+\.)?\d+$/.test(text),
  },
};

/** The name of the form of an identifier; undefined if the contract specifies no such form (interpretation 8). */
export const formOf = (endpoint: RecordEndpoint, text: string): string | undefined =>
  Object.entries(RECORD_FORMS[endpoint]).find(([, fits]) => fits(text))?.[0];

/** The form in which a candidate is requested, such as `by transaction id and nonce`; undefined if the contract specifies no such form. */
export function formOfCandidate(
  endpoint: RecordEndpoint,
  { identifier, nonce }: Pick<Candidate, "identifier" | "nonce">,
): string | undefined {
  const form = formOf(endpoint, identifier);
  return nonce === undefined ? form : `${form} and nonce`;
}

/**
 * Selects up to `shapes` candidates of different shapes, at least one of each form, and then others of each form in turn up to `records`.
 * A shape is the form of the identifier with the `forms` of the candidate. Candidates with `forms` come last, in random order.
 */
export function selectCandidates(
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  { records, shapes, seed }: { readonly records: number; readonly shapes: number; readonly seed: number },
): readonly Candidate[] {
  const shaped = candidates.map((candidate) => {
    const form = formOfCandidate(endpoint, candidate) ?? "of another form";
    return { candidate, form, forms: new Set([form, ...(candidate.forms ?? [])]) };
  });
  const isListed = ({ candidate }: (typeof shaped)[number]): boolean => candidate.forms !== undefined;
  const [listed, unlisted] = [shaped.filter(isListed), shaped.filter((one) => !isListed(one))];
  const ordered = [...unlisted, ...shuffled(listed, seed)];
  const byForm = groupBy(ordered, ({ form }) => form).map(([, group]) => group);
  const firstOfForms = byForm.flatMap((list) => list.slice(0, 1));
  const selected = [...oneOfEachShape(ordered, Math.max(shapes, firstOfForms.length)), ...firstOfForms];
  const remaining = interleaved(byForm).filter((entry) => !selected.includes(entry));
  const fill = remaining.slice(0, Math.max(0, records - new Set(selected).size));
  return [...new Set([...selected, ...fill])].map(({ candidate }) => candidate);
}

/** The forms of a row depend only on members up to this depth, and on this many elements of each array. */
const MOST_SHAPE_LEVELS = 5;
const MOST_SHAPE_ELEMENTS = 20;
/** A member is an enumeration if it has at most this many different values in a list, each of them at least twice on average. */
const MOST_SHAPE_VALUES = 12;

type Leaf = readonly [place: string, value: unknown];

/** The values of a row by path, which is the same for all elements of an array: scalars, empty or too deep values, `ONE` or `SEVERAL`. */
function leavesOf(value: unknown, path = "", level = 0): readonly Leaf[] {
  if (level < MOST_SHAPE_LEVELS && Array.isArray(value) && value.length > 0) {
    const elements = value.slice(0, MOST_SHAPE_ELEMENTS);
    const size: Leaf = [`${path} elements`, value.length === 1 ? "ONE" : "SEVERAL"];
    return [size, ...elements.flatMap((element) => leavesOf(element, `${path}/*`, level + 1))];
  }
  if (level < MOST_SHAPE_LEVELS && isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${path}/${name}`, level + 1));
  }
  return [[path, value]];
}

/** The forms of strings, of which the first match counts, and their names. A text such as `CALL` or `0x2` is itself the name of its form. */
const TEXT_FORMS: readonly (readonly [form: RegExp, name: (text: string) => string])[] = [
  [/^(?:0x)?$/, () => "empty"],
  [/^(?:[A-Z][A-Z_]+|0x[0-9a-f]{1,4})$/, (text) => text],
  [/^(?:0x)?0{24}[0-9a-f]{16}$/i, () => "an address made of zeros and a number"],
  [/^0x[0-9a-f]+$/, (text) => `hex of ${sizeOf(text.length - 2)} digits`],
  [/^0x/i, () => "hex in upper case, or malformed"],
  [/^[0-9a-f]{40,}$/i, () => "hex without 0x"],
  [formats.ENTITY_ID, () => "an id"],
  [/^\d+\.0+$/, () => "a time in whole seconds"],
  [formats.TIMESTAMP_PATTERN, (text) => `a time with ${text.split(".")[1]?.length ?? 0} decimals`],
  [/^[ -~]{1,1000}$/, () => "text"],
  [/^[ -~]*$/, () => "long text"],
];

const sizeOf = (digits: number): string =>
  [40, 64, 96].includes(digits) ? String(digits) : `an ${digits % 2 === 0 ? "even" : "odd"} number of`;

function valueForm(value: unknown): string {
  if (typeof value === "string") {
    return TEXT_FORMS.find(([form]) => form.test(value))?.[1](value) ?? "non-ASCII text";
  }
  if (typeof value === "number") {
    const size = Number.isSafeInteger(value) ? "" : Number.isInteger(value) ? "large " : "fractional ";
    return `a ${size}number ${value < 0 ? "below" : value === 0 ? "equal to" : "above"} zero`;
  }
  return typeof value === "object" && value !== null ? "empty" : String(value);
}

/** Creates a function that returns a form for each member of a row: `/type "CALL"` (an enumeration), `/memo empty` or `/memo absent`. */
export function formsIn(rows: readonly JsonRecord[]): (row: JsonRecord) => ReadonlySet<string> {
  const values = new Map<string, Map<unknown, number>>();
  for (const [path, value] of rows.flatMap((row) => leavesOf(row))) {
    const counts = getOrInsert(values, path, () => new Map<unknown, number>());
    const key = typeof value === "object" ? valueForm(value) : value;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isEnumeration = (path: string): boolean => {
    const counts = values.get(path) ?? new Map<unknown, number>();
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return counts.size <= MOST_SHAPE_VALUES && counts.size * 2 <= total;
  };
  return (row) => {
    const leaves = leavesOf(row);
    const presentPaths = new Set(leaves.map(([path]) => path));
    const absentPaths = [...values.keys()].filter((path) => !presentPaths.has(path));
    return new Set([
      ...absentPaths.map((path) => `${path} absent`),
      ...leaves.map(([path, value]) => {
        const isValue = ["string", "number", "boolean"].includes(typeof value) && value !== "";
        return `${path} ${isValue && isEnumeration(path) ? JSON.stringify(value) : valueForm(value)}`;
      }),
    ]);
  };
}

type Shaped = { readonly forms: ReadonlySet<string> };

/** Selects `most` records of different shapes: first the most frequent shape, for comparisons; then those with most new forms. */
export function oneOfEachShape<T extends Shaped>(records: readonly T[], most: number): readonly T[] {
  const shapes = groupBy(records, ({ forms }) => [...forms].toSorted().join("\n"));
  const remaining = shapes.toSorted(([, a], [, b]) => b.length - a.length).map(([, [first]]) => first);
  const coveredForms = new Set<string>();
  const selected: T[] = [];
  const countNewForms = ({ forms }: Shaped): number =>
    [...forms].filter((form) => !coveredForms.has(form)).length;
  while (remaining.length > 0 && selected.length < most) {
    const counts = remaining.map(countNewForms);
    const next = selected.length === 0 ? 0 : counts.indexOf(Math.max(...counts));
    for (const record of remaining.splice(next, 1)) {
      selected.push(record);
      record.forms.forEach((form) => coveredForms.add(form));
    }
  }
  return selected;
}

/** The items in random order; equal seeds give equal orders. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const fullLength = { minLength: items.length, maxLength: items.length };
  const [order = items] = fc.sample(fc.shuffledSubarray([...items], fullLength), { seed, numRuns: 1 });
  return order;
}
