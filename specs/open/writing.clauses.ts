// §1, §2, §4: how bodies are written where the document leaves it to the implementation
import { LosslessNumber } from "lossless-json";
import { exactBody, integerOf } from "../../engine/message/body.ts";
import { isObject, type JsonObject } from "../../engine/message/classify.ts";
import { open } from "../../engine/clauses/clause.ts";
import type { Answer } from "../../engine/model/exchange.ts";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { operations } from "../../schemas/operations.ts";
import { distinct, listRows, shown, successIn, textsOf, type Observed } from "./seen.ts";

/** Elements of an array that are looked at. */
const ELEMENTS = 100;

/** Finds the members that no table names, by the record that has them. */
function findExtraMembers(schema: JsonSchema, value: unknown, found: string[]): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  const { properties, items, title = "" } = schema;
  if (Array.isArray(value)) {
    const looked = items === undefined ? 0 : Math.min(value.length, ELEMENTS);
    for (let index = 0; index < looked; index += 1) {
      findExtraMembers(items ?? schema, value[index], found);
    }
    return;
  }
  if (!isObject(value) || properties === undefined) {
    return;
  }
  for (const name of Object.keys(value)) {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member === undefined) {
      found.push(`${title}: ${shown(name)}`);
    } else {
      findExtraMembers(member, value[name], found);
    }
  }
}

function extraMembers(schema: JsonSchema, body: JsonObject): Observed {
  const found: string[] = [];
  findExtraMembers(schema, body, found);
  return distinct(found);
}

export const moreMembers = open({
  id: "2-extra-members",
  statement: "whether an object has members that the document does not name",
  cites: ["2.3 decimals"],
  assumes: "members beside the named ones are welcome anywhere",
  observe: (reply) => {
    const body = successIn(reply);
    return body === undefined ? [] : extraMembers(operations[reply.ask.endpoint].success, body);
  },
});

/** A number with a point or an exponent; met inside texts too, where it costs a closer look and no more. */
const ODD_NUMBER = /[:[,]\s*-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)\s*[,\]}]/;

/** Integers of the exact tree that are written with a point or an exponent. */
function oddIntegers(reply: Answer): Observed {
  const found: string[] = [];
  const exact = exactBody(reply.body);
  if (exact === undefined || !ODD_NUMBER.test(reply.body.text)) {
    return [];
  }
  const rest: unknown[] = [exact.value];
  while (rest.length > 0 && found.length < ELEMENTS) {
    const value = rest.pop();
    if (value instanceof LosslessNumber) {
      const isOdd = /[.eE]/.test(value.value) && integerOf(value.value) !== undefined;
      found.push(...(isOdd ? [`written as ${value.value}`] : []));
    } else if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) {
        rest.push(member);
      }
    }
  }
  return distinct(found);
}

export const integerWriting = open({
  id: "2-integer-writing",
  statement: "whether an integer is written with a decimal point or an exponent",
  cites: ["2.3 decimals"],
  assumes: "1.0 and 1e2 are integers",
  observe: (reply) => (successIn(reply) === undefined ? [] : oddIntegers(reply)),
});

export const repeatedMembers = open({
  id: "2-member-given-twice",
  statement: "whether an object may give a member twice, with another value each time",
  cites: ["1 JSON responses"],
  assumes: "a member counts with its last value",
  observe: (reply) =>
    successIn(reply) === undefined
      ? []
      : distinct((exactBody(reply.body)?.duplicates ?? []).map(({ key }) => `twice: ${shown(key)}`)),
});

export const mediaType = open({
  id: "4-media-type",
  statement: "which parameters a media type has, whether JSON goes under text/plain",
  cites: ["1 JSON responses", "4 JSON body"],
  assumes: "any parameter is fine, and text/plain that holds JSON too; text/html is not JSON",
  observeExchange: (reply) =>
    successIn(reply) === undefined ? [] : distinct([reply.headers["content-type"] ?? "no Content-Type"]),
});

export const contentCoding = open({
  id: "4-content-coding",
  statement: "whether responses are compressed or sent in chunks, with cookies or further headers",
  cites: ["1 JSON responses", "4 JSON body"],
  assumes: "all of it is fine",
  observeExchange: ({ headers }) =>
    distinct([headers["content-encoding"], "set-cookie" in headers ? "cookies" : undefined]),
});

const TIMES = ["timestamp", "consensus_timestamp", "created_timestamp", "expiration_timestamp"];

export const timestampDecimals = open({
  id: "2.1-timestamp-decimals",
  statement: "how many decimals a Timestamp has, what fewer than nine of them mean",
  cites: ["2.1 Timestamp", "8 timestamp"],
  assumes:
    "none to nine decimals are fine; identity is tested for nine, and for the form that the service writes",
  observe: (reply) =>
    distinct(
      textsOf(successIn(reply), TIMES).map((text) => {
        const decimals = /\.(\d{1,9})$/.exec(text)?.[1] ?? "";
        return `${decimals.length} decimals`;
      }),
    ),
});

const TIME_TAIL = /:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i;

/** The end of a date-time: how many decimals, and how the offset is written. */
function tail(text: string): string | undefined {
  const found = TIME_TAIL.exec(text);
  return found === null ? undefined : `${(found[1] ?? ".").length - 1} decimals, ${found[2] ?? ""}`;
}

export const dateTimeWriting = open({
  id: "2.1-date-time-writing",
  endpoint: "statusSummary",
  statement: "how many decimals a date-time has, how its offset is written",
  cites: ["2.2 page.updated_at"],
  assumes: "any fraction of a second and any offset is fine",
  observe: (reply) => {
    const records = Object.values(successIn(reply) ?? {}).filter(isObject);
    const texts = records.flatMap((record) => textsOf(record, ["created_at", "updated_at", "resolved_at"]));
    return distinct(texts.map(tail));
  },
});

export const idSpace = open({
  id: "2.1-shard-and-realm",
  statement: "which shards or realms are in use, which of them a short id stands for",
  cites: ["2.1 EntityIdFilter short"],
  assumes: "an id without shard and realm has those of the service's own records",
  observe: (reply) => {
    const { list } = operations[reply.ask.endpoint];
    const rows = listRows(reply);
    const ends = [rows.at(0), rows.at(-1)];
    const texts = ends.flatMap((row) => textsOf(row, list === undefined ? [] : [list.identity]));
    return distinct(texts.map((text) => /^(\d+\.\d+)\.\d+$/.exec(text)?.[1]));
  },
});
