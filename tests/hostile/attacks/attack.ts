import type { Socket } from "node:net";
import { isJsonObject, type Json, type JsonObject } from "../../../reference/exchange.ts";
import { changedEverywhere, type ValueChange } from "../../../reference/rewriting.ts";

export type Kind = "endless" | "huge" | "slow" | "malformed" | "redirecting" | "echoing";

export interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** 1 for the first request of all. */
  readonly count: number;
  /** Values of the request that an attack can echo: header fields and body. */
  readonly said: readonly string[];
  /** A server that must receive no request. */
  readonly elsewhere: string;
  readonly honest: () => Promise<Honest>;
}

export interface Honest {
  readonly status: number;
  readonly text: string;
}

/** Handles one request, by sending bytes or by manipulating the connection. */
export type Act = (socket: Socket, incoming: IncomingRequest) => void | Promise<void>;

export interface Attack {
  readonly kind: Kind;
  readonly name: string;
  readonly act: Act;
}

export const attacksOf = (kind: Kind, acts: Readonly<Record<string, Act>>): readonly Attack[] =>
  Object.entries(acts).map(([name, act]) => ({ kind, name, act }));

const CRLF = "\r\n";

/** A whole response: status line, header fields, content-length and body. */
export function response(body: string | Buffer, fields: Record<string, string> = {}, status = "200 OK") {
  const bytes = Buffer.from(body);
  const all = { "content-type": "application/json", "content-length": String(bytes.length), ...fields };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}${CRLF}`);
  const head = `HTTP/1.1 ${status}${CRLF}${lines.join("")}${CRLF}`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

/** The head of a response whose body comes in chunks. */
export const CHUNKED = `HTTP/1.1 200 OK${CRLF}content-type: application/json${CRLF}transfer-encoding: chunked${CRLF}${CRLF}`;
export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}${CRLF}${text}${CRLF}`;

export const say = (bytes: string | Buffer): Act => {
  return (socket) => void socket.write(bytes);
};

export const tell =
  (parts: {
    readonly body?: (incoming: IncomingRequest) => string;
    readonly fields?: (incoming: IncomingRequest) => Readonly<Record<string, string>>;
    readonly status?: string;
  }): Act =>
  (socket, incoming) => {
    const { body, fields, status } = parts;
    socket.write(response(body?.(incoming) ?? "{}", fields?.(incoming), status));
  };

export const honestly: Act = async (socket, incoming) => {
  const { status, text } = await incoming.honest();
  socket.write(response(text, {}, `${status} OK`));
};

export const instead =
  (edit: (value: JsonObject, incoming: IncomingRequest, text: string) => string | Buffer): Act =>
  async (socket, incoming) => {
    const { status, text } = await incoming.honest();
    const value: Json = JSON.parse(text);
    const body = status === 200 && isJsonObject(value) ? edit(value, incoming, text) : text;
    socket.write(response(body, {}, `${status} OK`));
  };

/** Replaces every string, number, boolean and null in a JSON value. */
export const everywhere = (value: JsonObject, replace: ValueChange): Json =>
  changedEverywhere<Json>(value, (one, name) => (typeof one === "object" && one ? one : replace(one, name)));

/** Responds as the reference does, with other leaves in successes. */
export const leaves = (replace: ValueChange, last = (text: string): string => text): Act =>
  instead((value) => last(JSON.stringify(everywhere(value, replace))));

export function strings(text: string): Act {
  const replaced: ValueChange = (leaf) => (typeof leaf === "string" ? text : leaf);
  return leaves(replaced, (all) => all.slice(0, 2_000_000));
}

export const named = (name: RegExp, text: string): Act =>
  leaves((leaf, own) => (name.test(own) ? text : leaf));

export function numbers(digits: string): Act {
  const marked: ValueChange = (leaf) => (typeof leaf === "number" ? "@@" : leaf);
  return leaves(marked, (all) => all.replaceAll('"@@"', () => digits));
}

/** Responds as the reference does, with another text of a success. */
export const rewritten = (rewrite: (text: string) => string | Buffer): Act =>
  instead((_value, _incoming, text) => rewrite(text));

/** The limits on bytes, values and elements of a response. */
const MOST = { bytes: 1_900_000, values: 49_000, elements: 3_000 };

/** Extends lists and arrays to a number of elements; without a number, to the limit. */
export const rows = (made: (row: string, index: number) => string, count = MOST.elements): Act =>
  rewritten((text) =>
    text.replace(/"(\w+)":\[(\{[^[\]]*?\}|"[^"]*")?[^[\]]*\]/g, (_all, name: string, row = "{}") => {
      const one = made(String(row), 1_000);
      const most = Math.min(MOST.bytes / (one.length + 9), MOST.values / one.split(/[,[{]/).length, count);
      const elements = Array.from({ length: most }, (_, index) => made(String(row), index));
      return `"${name}":[${elements.join(",")}]`;
    }),
  );

export const at = (path: RegExp, act: Act): Act => {
  return (socket, incoming) => (path.test(incoming.path) ? act : honestly)(socket, incoming);
};

export const linking = (next: (incoming: IncomingRequest) => unknown): Act => {
  const linked = instead((value, incoming) => JSON.stringify({ ...value, links: { next: next(incoming) } }));
  return at(/\/(tokens|balances)(\?|$)/, linked);
};

/** Writes chunks as long as they are read. */
export const pour =
  (begin: string | Buffer, piece: string | Buffer): Act =>
  (socket) => {
    socket.write(begin);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  };
