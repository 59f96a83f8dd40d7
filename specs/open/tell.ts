// §2, §4, §7: short texts for what a response shows of the service's choices
import { shown, type Sighting, type View } from "../../engine/clauses/left.ts";
import { describe, isObject } from "../../engine/message/classify.ts";
import { countOf } from "../../engine/model/model.ts";
import { askedPath } from "../laws/records/records.ts";

const ofText =
  (tell: (value: string, path: string) => string | undefined): View =>
  (value, path) =>
    typeof value === "string" ? tell(value, path) : undefined;

/** The value behind the place where it stands. */
export const pair: View = (value, path) => `${path}: ${shown(value)}`;

/** Where an amount lies that not every reader of JSON takes exactly. */
export const range: View = (value, path) =>
  typeof value !== "number" || (value >= 0 && value <= Number.MAX_SAFE_INTEGER)
    ? undefined
    : `${path} ${value < 0 ? "below 0" : "above 2^53 - 1"}`;

export const prefix = ofText((value, path) => `${path} ${value.startsWith("0x") ? "with" : "without"} 0x`);

export const notNull = ofText((_value, path) => `${path.replace(".", ": ")} is not null`);

/** What a text may be the encoding of, by its letters. */
export const encoding = ofText((value, path) => {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0;
  return `${path}: ${/^(0x)?[0-9a-f]*$/i.test(value) ? "hex" : isBase64 ? "base64" : "other text"}`;
});

export const hexWriting = ofText((value) => {
  const digits = /^0x([0-9a-f]*)$/i.exec(value)?.[1];
  if (digits === undefined || digits === "") {
    return digits === undefined ? undefined : "0x alone";
  }
  const odd = digits.length % 2 === 0 ? "" : ", an odd count of digits";
  return `${/[A-F]/.test(digits) ? "capitals" : "no capitals"}${odd}`;
});

export const decimals = ofText((value) => countOf(/\.(\d{1,9})$/.exec(value)?.[1]?.length ?? 0, "decimal"));

/** The end of a date-time: how many decimals, and how the offset is written. */
export const tail = ofText((value) => {
  const [, fraction = ".", offset] = /:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i.exec(value) ?? [];
  return offset === undefined ? undefined : `${countOf(fraction.length - 1, "decimal")}, ${offset}`;
});

export const home = ofText((value) => /^(\d+\.\d+)\.\d+$/.exec(value)?.[1]);

export function membersOf(value: unknown): string {
  const text = isObject(value) ? `{${Object.keys(value).slice(0, 12).join(", ")}}` : "";
  return text === "" || text.length > 40 ? shown(value) : text;
}

export const formOf: View = (next) => {
  if (typeof next !== "string") {
    return next === null
      ? undefined
      : Array.isArray(next)
        ? "an array"
        : isObject(next)
          ? "an object"
          : `a ${typeof next}`;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(next) || next.startsWith("//")) {
    return "an absolute URL";
  }
  return next.startsWith("?") ? "a query" : next.startsWith("/") ? "a path from the root" : "a relative path";
};

/** Names of the parameters in a link; a secret in it may hold the signs that part them. */
export const carried: View = (next, _path, { redact }) => {
  const [, query] = typeof next === "string" ? redact(next.slice(0, 8_000)).split(/\?(.*)/s) : [];
  const names = new Set(new URLSearchParams(query).keys());
  return query === undefined ? undefined : `carries ${[...names].toSorted().join(", ")}`;
};

export function shapeOf({ reply, messages }: Sighting): string {
  const { fault, value } = reply.body;
  return fault ?? (messages.length > 0 ? "_status, messages" : membersOf(value));
}

/** Whether a malformed request is turned down, or finds nothing. */
export const isTurnedDown = ({ expects, succeeds }: Sighting): boolean =>
  (expects === "refusal" || expects === "missing") && !succeeds;

export const named = ({ messages }: Sighting): readonly string[] =>
  messages.flatMap((message) => /^Invalid parameter: (.*)$/s.exec(message)?.slice(1).map(shown) ?? []);

/** What becomes of a path of which the document says nothing. */
export const path = ({ expects, reply }: Sighting) =>
  expects === "open" && `${askedPath(reply)}: ${describe(reply)}`;
