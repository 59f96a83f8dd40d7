import { isArray, isObject, type Json, type JsonObject } from "../exchange.ts";
import { changedEverywhere, editAnswer, editSuccess } from "../rewriting.ts";
import type { Variant } from "../variant.ts";

/** How the same values can be written in other ways. */
type Hand = {
  readonly string: (value: string) => string;
  readonly number: (value: number | bigint) => string;
  readonly members: (value: JsonObject) => readonly (readonly [string, Json])[];
  /** White space between the parts, by depth. */
  readonly space: (depth: number) => string;
};

const PLAIN: Hand = { string: JSON.stringify, number: String, members: Object.entries, space: () => "" };

function written(value: Json, hand: Hand, depth = 0): string {
  const inner = hand.space(depth + 1);
  const parts = (texts: readonly string[]) => texts.map((text) => inner + text).join(",") + hand.space(depth);
  if (isArray(value)) return `[${parts(value.map((element) => written(element, hand, depth + 1)))}]`;
  if (isObject(value)) {
    const members = hand.members(value);
    return `{${parts(members.map(([name, member]) => `${hand.string(name)}:${written(member, hand, depth + 1)}`))}}`;
  }
  if (typeof value === "string") return hand.string(value);
  return typeof value === "number" || typeof value === "bigint" ? hand.number(value) : String(value);
}

function inHand(description: string, hand: Partial<Hand>): Variant {
  return {
    description,
    answers: editAnswer((answer) => {
      if (!("body" in answer)) return answer;
      const { status, headers, body } = answer;
      return { status, headers, raw: written(body, { ...PLAIN, ...hand }) };
    }),
  };
}

function escaped(value: string): string {
  const units = value.split("").map((unit) => {
    if (unit === "/") return "\\/";
    return /[0-9B-Zb-z. -]/.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${units.join("")}"`;
}

function decimal(value: number | bigint): string {
  const digits = String(value);
  if (/^-?\d+00$/.test(digits)) return `${digits.slice(0, -2)}e2`;
  return /[.e]/i.test(digits) ? digits : `${digits}.0`;
}

function media(type: string): Variant {
  return {
    description: `successes have the media type ${type}`,
    answers: editSuccess((answer) => ({ ...answer, headers: { ...answer.headers, "content-type": type } })),
  };
}

function withMore(value: Json, name: string): Json {
  return isObject(value) && name !== "libraryMap"
    ? { x_more: { x_inner: [null, 1] }, ...value, x_last: null }
    : value;
}

/** Other ways to write the same values. */
export const writingVariants: Readonly<Record<string, Variant>> = {
  "odd-json": inHand("bodies are indented, and most characters are written as escapes", {
    string: escaped,
    space: (depth) => `\r\n${"\t ".repeat(depth)}`,
  }),
  "odd-numbers": inHand("integers are written as 1.0 and 1e2", { number: decimal }),
  "members-twice": inHand("the first member of every object is given twice, with the same value", {
    members: (value) => [...Object.entries(value), ...Object.entries(value).slice(0, 1)],
  }),
  "other-json-media": media("application/hal+json; profile=x"),
  "plain-text-media": media("text/plain; charset=utf-8"),
  "extra-members": {
    description: "every object has members that the contract does not name",
    answers: editAnswer((answer) =>
      "body" in answer ? { ...answer, body: changedEverywhere(answer.body, withMore) } : answer,
    ),
  },
};
