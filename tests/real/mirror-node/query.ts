import type { Json } from "../../../reference/json.ts";
import { split } from "./filters.ts";

/** An answer before it is printed. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
  /** Beside those that every answer has, or in place of them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that ends the work on a request early. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(status: number, ...messages: readonly string[]) {
    super(messages.join("; "));
    this.answer = { status, body: errorBody(messages) };
  }
}

export function errorBody(messages: readonly string[]): Json {
  return { _status: { messages: messages.map((message) => ({ message })) } };
}

export function invalid(parameter: string): Refused {
  return new Refused(400, `Invalid parameter: ${parameter}`);
}

export const NOT_FOUND = new Refused(404, "Not found");
export const UNAVAILABLE = new Refused(503, "Service unavailable");
export const INTERNAL = new Refused(500, "Internal error");

export type Query = readonly (readonly [name: string, value: string])[];

/** Members that every object has: as names they are not seen at all. */
const UNSEEN = new Set(["__proto__", "constructor", "tostring", "hasownproperty"]);

/** Reads a query; `limit[]` and `limit[0]` are `limit`, any other member of it breaks the service. */
export function readQuery(search: string): Query {
  return [...new URLSearchParams(search)]
    .map(([name, value]) => [name.replace(/\[\d*\]$/, ""), value] as const)
    .filter(([name]) => !UNSEEN.has(name.toLowerCase()));
}

/** Whether a value of a parameter can be read. */
export type Reads = (text: string) => boolean;

/** Values of one parameter. */
const MOST_VALUES = 100;

/** Refuses a request for all that is wrong with it, in the order of its query; unknown names come last. */
export function demand(query: Query, known: Readonly<Record<string, Reads>>): void {
  const names = [...new Set(query.map(([name]) => name.toLowerCase()))];
  if (names.some((name) => name.includes("["))) {
    throw INTERNAL;
  }
  const many = names.find((name) => valuesOf(query, name).length > MOST_VALUES);
  if (many !== undefined) {
    const count = `${many} count: ${valuesOf(query, many).length} max: ${MOST_VALUES}`;
    throw new Refused(400, `Parameter values count exceeds maximum number allowed: ${count}`);
  }
  const bad = names.flatMap((name) =>
    valuesOf(query, name)
      .filter((text) => known[name]?.(text) === false)
      .map(() => `Invalid parameter: ${name}`),
  );
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  const messages = [...bad, ...unknown.map((name) => `Unknown query parameter: ${name}`)];
  if (messages.length > 0) {
    throw new Refused(400, ...messages);
  }
}

export function valuesOf(query: Query, name: string): readonly string[] {
  return query.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
}

const DEFAULT_LIMIT = 25;
const MOST = 100;

export const readsLimit: Reads = (text) => {
  const digits = split(text)?.value ?? "";
  return /^\d{1,19}$/.test(digits) && BigInt(digits) > 0n && BigInt(digits) < 2n ** 63n;
};

/** The last limit counts, and more than the maximum gives the maximum. */
export function limitOf(query: Query): number {
  const digits = split(valuesOf(query, "limit").at(-1) ?? "")?.value ?? "";
  return digits === "" ? DEFAULT_LIMIT : Math.min(Number(digits), MOST);
}

/** Letter case and an operator before it do not matter. */
function orderIn(text: string): string | undefined {
  return split(text.toLowerCase())?.value;
}

export const readsOrder: Reads = (text) => ["asc", "desc"].includes(orderIn(text) ?? "");

/** The last order counts. */
export function orderOf(query: Query, usual: "asc" | "desc"): "asc" | "desc" {
  const order = orderIn(valuesOf(query, "order").at(-1) ?? "");
  return order === "asc" || order === "desc" ? order : usual;
}

const PUBLIC_KEY = /^(?:0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{66}|[0-9A-Fa-f]{88})$/;

export const readsPublicKey: Reads = (text) => PUBLIC_KEY.test(split(text)?.value ?? "");

/** A public key; letter case and 0x do not matter. */
export function publicKey(text: string): string {
  return (PUBLIC_KEY.exec(split(text)?.value ?? "")?.[1] ?? "").toLowerCase();
}
