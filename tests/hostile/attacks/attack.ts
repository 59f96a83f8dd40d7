import type { Socket } from "node:net";
import { isObject, type JsonRecord } from "../../../engine/message/classify.ts";

/** What an attack is after. */
export const KINDS = ["endless", "huge", "slow", "malformed", "redirecting", "echoing"] as const;
export type Kind = (typeof KINDS)[number];

/** A request, as it came to the attacking server. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
  /** 1 for the first request of all. */
  readonly count: number;
  /** Values that the request said: of its own header fields, and of its body. */
  readonly said: readonly string[];
  /** A server that nobody may ask. */
  readonly elsewhere: string;
  /** What the reference answers. */
  readonly honest: () => Promise<Honest>;
}

/** The response of the reference. */
export interface Honest {
  readonly status: number;
  readonly text: string;
}

/** Answers one request, by bytes or by what it does with the connection. */
export type Act = (socket: Socket, asked: Asked) => void | Promise<void>;

export interface Attack {
  readonly kind: Kind;
  readonly name: string;
  readonly act: Act;
}

/** The attacks of one kind, by name. */
export function attacksOf(kind: Kind, acts: Readonly<Record<string, Act>>): readonly Attack[] {
  return Object.entries(acts).map(([name, act]) => ({ kind, name, act }));
}

const CRLF = "\r\n";

/** A whole response: status line, header fields, content-length and body. */
export function response(
  body: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
  status = "200 OK",
): Buffer {
  const bytes = Buffer.from(body);
  const all = { "content-type": "application/json", "content-length": String(bytes.length), ...fields };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}${CRLF}`);
  const head = `HTTP/1.1 ${status}${CRLF}${lines.join("")}${CRLF}`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

/** The head of a response whose body comes in chunks. */
export const CHUNKED = `HTTP/1.1 200 OK${CRLF}content-type: application/json${CRLF}transfer-encoding: chunked${CRLF}${CRLF}`;

export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}${CRLF}${text}${CRLF}`;

/** Writes these bytes, whatever was asked. */
export const say =
  (bytes: string | Buffer): Act =>
  (socket) => {
    socket.write(bytes);
  };

/** Answers with a body that is made for the request. */
export const tell =
  (
    bodyOf: (asked: Asked) => string | Buffer,
    fieldsOf: (asked: Asked) => Readonly<Record<string, string>> = () => ({}),
    statusOf: (asked: Asked) => string = () => "200 OK",
  ): Act =>
  (socket, asked) => {
    socket.write(response(bodyOf(asked), fieldsOf(asked), statusOf(asked)));
  };

/** Answers as the reference does. */
export const honestly: Act = async (socket, asked) => {
  const { status, text } = await asked.honest();
  socket.write(response(text, {}, `${status} OK`));
};

/** Answers as the reference does, with its successes made into something else. */
export const instead =
  (edit: (value: JsonRecord, asked: Asked, text: string) => string | Buffer, fields = {}): Act =>
  async (socket, asked) => {
    const { status, text } = await asked.honest();
    const value: unknown = JSON.parse(text);
    const body = status === 200 && isObject(value) ? edit(value, asked, text) : text;
    socket.write(response(body, fields, `${status} OK`));
  };

/** Every value of a kind in a JSON value replaced. */
export function everywhere(
  value: unknown,
  replace: (leaf: string | number | boolean | null, name: string) => unknown,
  name = "",
): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => everywhere(item, replace, name));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, everywhere(member, replace, key)]),
    );
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? replace(value, name)
    : replace(null, name);
}

/** Every string in honest successes replaced by one text. */
export const strings = (text: string): Act =>
  instead((value) =>
    JSON.stringify(everywhere(value, (leaf) => (typeof leaf === "string" ? text : leaf))).slice(0, 2_000_000),
  );

/** Every string whose name fits, in honest successes, replaced by one text. */
export const named = (name: RegExp, text: string): Act =>
  instead((value) => JSON.stringify(everywhere(value, (leaf, own) => (name.test(own) ? text : leaf))));

/** Every number in honest successes replaced by these digits. */
export const numbers = (digits: string): Act =>
  instead((value) =>
    JSON.stringify(everywhere(value, (leaf) => (typeof leaf === "number" ? "@@" : leaf))).replaceAll(
      '"@@"',
      () => digits,
    ),
  );

/** Bytes, values and elements of a response that is just read. */
const MOST = { bytes: 1_900_000, values: 49_000, elements: 3_000 };

/** Rows of honest lists, and elements of arrays in honest records, made so many; without a count, as many as are read. */
export const rows = (made: (row: string, index: number) => string, count = MOST.elements): Act =>
  instead((_value, _asked, text) =>
    text.replace(/"(\w+)":\[(\{[^[\]]*?\}|"[^"]*")?[^[\]]*\]/g, (_all, name: string, row = "{}") => {
      const one = made(String(row), 1_000);
      const most = Math.min(MOST.bytes / (one.length + 9), MOST.values / one.split(/[,[{]/).length, count);
      const elements = Array.from({ length: most }, (_, index) => made(String(row), index));
      return `"${name}":[${elements.join(",")}]`;
    }),
  );

/** Does this where the path fits, and answers honestly elsewhere. */
export const at =
  (path: RegExp, act: Act): Act =>
  (socket, asked) =>
    (path.test(asked.path) ? act : honestly)(socket, asked);

/** The list of tokens, with another link in the place of its own. */
export const linking = (next: (asked: Asked) => unknown): Act =>
  at(
    /\/(tokens|balances)(\?|$)/,
    instead((value, asked) => JSON.stringify({ ...value, links: { next: next(asked) } })),
  );

/** Writes one piece after the other for as long as they are taken. */
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

/** Writes one piece now and then. */
export const drip =
  (begin: string | Buffer, piece: string | Buffer, everyMs = 100): Act =>
  (socket) => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.once("close", () => clearInterval(timer));
  };
