import { stringify } from "lossless-json";
import { isArray, isJsonObject, jsonText, type Json } from "../exchange.ts";
import { changedEverywhere, editResponse, editSuccess, type ValueChange } from "../rewriting.ts";
import type { Variant, Variants } from "../variant.ts";

/** Matches a string or a number in JSON. */
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const writeBodies = (description: string, write: (body: Json) => string): Variant => ({
  description,
  responses: editResponse((response) => {
    if (!("body" in response)) return response;
    const { status, headers, body } = response;
    return { status, headers, raw: write(body) };
  }),
});

function escapedUnit(unit: string): string {
  if (unit === "/") return "\\/";
  return /[0-9B-Zb-z. -]/.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function spacedJson(body: Json): string {
  const indented = stringify(body, null, "\t ") ?? "";
  return indented.replaceAll(/\n/g, "\r\n").replaceAll(SCALAR, (part) => {
    const text: unknown = part.startsWith('"') ? JSON.parse(part) : undefined;
    return typeof text === "string" ? `"${text.split("").map(escapedUnit).join("")}"` : part;
  });
}

function decimal(part: string): string {
  if (/^-?\d+00$/.test(part)) return `${part.slice(0, -2)}e2`;
  return /^-?\d+$/.test(part) ? `${part}.0` : part;
}

function withFirstMemberTwice(value: Json): string {
  if (isArray(value)) return `[${value.map(withFirstMemberTwice).join()}]`;
  if (!isJsonObject(value)) return jsonText(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${jsonText(name)}:${withFirstMemberTwice(member)}`,
  );
  return `{${[...members, ...members.slice(0, 1)].join()}}`;
}

const mediaTypeVariant = (type: string): Variant => ({
  description: `successes have the media type ${type}`,
  responses: editSuccess((response) => ({
    ...response,
    headers: { ...response.headers, "content-type": type },
  })),
});

const withMore: ValueChange = (value, name) =>
  isJsonObject(value) && name !== "libraryMap"
    ? { x_more: { x_inner: [null, 1] }, ...value, x_last: null }
    : value;

export const serializationVariants: Variants = {
  "odd-json": writeBodies(
    "bodies are indented, and most characters of strings are written as escapes",
    spacedJson,
  ),
  "odd-numbers": writeBodies(
    "integers are written with a fraction or an exponent, such as 1.0 and 1e2",
    (body) => jsonText(body).replaceAll(SCALAR, decimal),
  ),
  "members-twice": writeBodies(
    "the first member of every object is given twice, with the same value",
    withFirstMemberTwice,
  ),
  "other-json-media": mediaTypeVariant("application/hal+json; profile=x"),
  "plain-text-media": mediaTypeVariant("text/plain; charset=utf-8"),
  "extra-members": {
    description: "every object but libraryMap has additional members that the contract does not name",
    responses: editResponse((response) =>
      "body" in response ? { ...response, body: changedEverywhere(response.body, withMore) } : response,
    ),
  },
};
