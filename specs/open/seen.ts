// §2, §4, §7: short texts for what an answer shows of the target's choices
import { isObject, looksLikeSuccess, type JsonObject } from "../../engine/message/classify.ts";
import type { Answer, Reply } from "../../engine/model/exchange.ts";
import { oncePer } from "../../engine/model/memo.ts";
import { operations } from "../../schemas/operations.ts";

/** What an observation tells of one answer. */
export type Observed = readonly string[];

/** Longest text of an observation. */
const LONGEST = 80;
/** Different texts kept of one answer. */
const MOST = 12;
/** Rows of a list that are looked at. */
const ROWS = 200;

/** A value in a few words. A long text is not cut, for a part of a secret would not be recognised as one. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    return text.length > LONGEST / 2 ? `a text of ${value.length} characters` : text;
  }
  if (Array.isArray(value)) {
    return `an array of ${value.length}`;
  }
  return isObject(value) ? `an object of ${Object.keys(value).length} members` : String(value);
}

/** Each text once, those that are too long left out, and no more than a dozen. */
export function distinct(texts: readonly (string | undefined)[]): Observed {
  const kept = new Set<string>();
  for (const text of texts) {
    if (text !== undefined && text.length <= LONGEST && kept.size < MOST) {
      kept.add(text);
    }
  }
  return [...kept];
}

/** The success body of an answer, whatever its status; undefined where it is none. */
export const successIn: (answer: Answer) => JsonObject | undefined = oncePer((answer) => {
  const { value } = answer.body;
  return isObject(value) && looksLikeSuccess(answer) ? value : undefined;
});

/** The records in a member, be it an array of them or a single one. */
export function recordsIn(record: JsonObject | undefined, member: string): readonly JsonObject[] {
  const value = record !== undefined && Object.hasOwn(record, member) ? record[member] : undefined;
  const records: readonly unknown[] = Array.isArray(value) ? value.slice(0, ROWS) : [value];
  return records.filter(isObject);
}

/** The rows of a list in a success body; none where the endpoint has no list. */
export const listRows: (answer: Answer) => readonly JsonObject[] = oncePer((answer) => {
  const list = operations[answer.ask.endpoint].list;
  return list === undefined ? [] : recordsIn(successIn(answer), list.rows);
});

/** How one value of a success body is told, and where it stands; undefined: not at all. */
type View = (value: unknown, path: string) => string | undefined;

/** Every value at a path of members, in all rows of the arrays on the way. */
function valuesAt(record: unknown, path: readonly string[]): readonly unknown[] {
  const [member, ...rest] = path;
  if (Array.isArray(record)) {
    return record.slice(0, ROWS).flatMap((item: unknown) => valuesAt(item, path));
  }
  if (member === undefined) {
    return [record];
  }
  return isObject(record) && Object.hasOwn(record, member) ? valuesAt(record[member], rest) : [];
}

/** Tells the different values at some paths of a success body. */
export const see =
  (view: View, ...paths: readonly string[]) =>
  (answer: Answer): Observed =>
    distinct(
      paths.flatMap((path) => {
        const values = new Set(valuesAt(successIn(answer), path.split(".")));
        return [...values].map((value) => view(value, path));
      }),
    );

/** The same of the entries of a verification, which stand under another member at each endpoint. */
export function ofVerification(view: View, ...members: readonly string[]): (answer: Answer) => Observed {
  const entries = ["contracts", "result"].flatMap((list) => members.map((member) => `${list}.${member}`));
  const look = see(view, ...entries);
  return (answer) => (answer.ask.service === "verify" ? look(answer) : []);
}

/** The value behind the place where it stands. */
export const pair: View = (value, path) => `${path}: ${shown(value)}`;

/** Where an amount lies that not every reader of JSON takes exactly. */
export const range: View = (value, path) =>
  typeof value !== "number" || (value >= 0 && value <= Number.MAX_SAFE_INTEGER)
    ? undefined
    : `${path} ${value < 0 ? "below 0" : "above 2^53 - 1"}`;

export const prefix: View = (value, path) =>
  typeof value === "string" ? `${path} ${value.startsWith("0x") ? "with" : "without"} 0x` : undefined;

/** What a text may be the encoding of, by its letters. */
export const encoding: View = (text, path) => {
  if (typeof text !== "string") {
    return undefined;
  }
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
  return `${path}: ${/^(0x)?[0-9a-f]*$/i.test(text) ? "hex" : isBase64 ? "base64" : "other text"}`;
};

export const hexWriting: View = (text) => {
  const digits = typeof text === "string" ? /^0x([0-9a-f]*)$/i.exec(text)?.[1] : undefined;
  if (digits === undefined || digits === "") {
    return digits === undefined ? undefined : "0x alone";
  }
  const odd = digits.length % 2 === 0 ? "" : ", an odd count of digits";
  return `${/[A-F]/.test(digits) ? "capitals" : "no capitals"}${odd}`;
};

/** The texts in the given members of a record. */
export function textsOf(record: JsonObject | undefined, members: readonly string[]): readonly string[] {
  return members.map((member) => record?.[member]).filter((value) => typeof value === "string");
}

export function hasQuery({ ask }: Reply): boolean {
  return ask.target.includes("?");
}

/** The query of a request, pair by pair. */
export const queryOf: (reply: Reply) => readonly (readonly [string, string])[] = oncePer(({ ask }) => {
  const start = ask.target.indexOf("?");
  return start < 0 ? [] : [...new URLSearchParams(ask.target.slice(start + 1))];
});

/** What became of a request, without its body. */
export function outcomeOf(reply: Answer): string {
  return `status ${reply.status}${successIn(reply) === undefined ? "" : ", a success"}`;
}

/** What became of a query value whose fate is open, where it is of the kind that is looked for. */
export function doubtful(reply: Reply, isSought: (value: string, name: string) => boolean): Observed {
  const pairs = queryOf(reply).filter(([name, value]) => isSought(value, name));
  return distinct(
    pairs.map(([name, value]) => `${reply.ask.endpoint} ${name}=${shown(value)}: ${outcomeOf(reply)}`),
  );
}

export function membersOf(value: unknown): string {
  if (!isObject(value)) {
    return shown(value);
  }
  const names = Object.keys(value);
  const text = `{${names.slice(0, MOST).join(", ")}}`;
  return text.length > LONGEST / 2 ? shown(value) : text;
}
