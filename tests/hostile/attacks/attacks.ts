// Responses of a hostile server, by kind
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { encodingsOf } from "../../secrets/encodings.ts";
import * as acts from "./attack.ts";
import { attacksOf, chunk, CHUNKED, honestly, response, say, tell } from "./attack.ts";
import type { Act, IncomingRequest } from "./attack.ts";

const leading = (location: (incoming: IncomingRequest) => string): Act =>
  tell({ body: () => "", fields: (incoming) => ({ location: location(incoming) }), status: "302 X" });
const past = (url: string): string => url.replace(/^http:/, "");

const redirecting = attacksOf("redirecting", {
  "302 to another host": leading(({ elsewhere }) => `${past(elsewhere)}/?x=1`),
  "302 to itself": leading(({ path }) => path),
  "a refresh to another host": tell({
    fields: ({ elsewhere }) => ({
      refresh: `0; url=${elsewhere}`,
      "alt-svc": `h2="${elsewhere.slice(7)}"; ma=9`,
    }),
  }),
  "pages at another host, by its name alone": acts.linking(
    ({ elsewhere }) => `${past(elsewhere)}/api/v1/tokens?page=2`,
  ),
  "pages with lines of their own": acts.linking(
    ({ elsewhere }) => `/api/v1/tokens?x=\ud800\r\nhost: ${elsewhere.slice(7)}\u0000`,
  ),
});
const wait = (status: string, after: string): Act => say(response("", { "retry-after": after }, status));

const slow = attacksOf("slow", {
  "no byte at all": () => undefined,
  "no last chunk": say(`${CHUNKED}${chunk("{}")}`),
  "responses that come late": async (socket, incoming) => {
    await sleep(1_500);
    await honestly(socket, incoming);
  },
  "silence at one endpoint": acts.at(/\/tokens/, () => undefined),
  "503 for ever": wait("503 X", "1"),
  "patience at four of five": (socket, incoming) =>
    incoming.count % 5 === 0 ? honestly(socket, incoming) : wait("429 X", "3")(socket, incoming),
  "another failure each time": (socket, incoming) => {
    const unusableResponses = [wait("429 X", "1"), wait("503 X", ""), say(response("", {}, "502 X"))];
    const unusable = unusableResponses[incoming.count % 4];
    return unusable === undefined ? void socket.destroy() : unusable(socket, incoming);
  },
});

const GZIPPED = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n";
const PAGE = '{"tokens":[],"links":{"next":null}}';
const pageOf = (path: string): number => Number(/page=(\d+)/.exec(path)?.[1] ?? 0);

const endless = attacksOf("endless", {
  "a body of blanks": acts.pour(CHUNKED, chunk(" ".repeat(65_536))),
  "a list of rows": acts.pour(`${CHUNKED}${chunk('{"tokens":[{}')}`, chunk(',{"name":"x"}'.repeat(4_000))),
  "header fields": acts.pour("HTTP/1.1 200 OK\r\n", `x: ${"y".repeat(100)}\r\n`.repeat(600)),
  "gzip members, one behind the other": acts.pour(GZIPPED, gzipSync(Buffer.alloc(1_000_000, 32))),
  "pages that all have another one behind them": acts.linking(
    ({ path }) => `${path.split("?")[0]}?page=${pageOf(path) + 1}`,
  ),
  "a page that leads to itself": acts.linking(({ path }) => path),
});

const MEBI = 1_048_576;
const NEARLY = 1_900_000;
const blanks = Buffer.alloc(200 * MEBI, 32);

/** Compresses in a second instead of a minute. */
const brotli = (bytes: Buffer | string): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

/** A response with a content-encoding, compressed when it is first requested. */
function packed(coding: string, pack: () => Buffer): Act {
  let bytes: Buffer | undefined;
  return (socket) => {
    bytes ??= response(pack(), { "content-encoding": coding });
    socket.write(bytes);
  };
}

/** Responds with an error whose list of messages has this text. */
const messages = (list: string, status: string): Act =>
  say(response(`{"_status":{"messages":[${list}]}}`, {}, status));

/** Long bodies, many values and digits, and texts that cause catastrophic backtracking in careless patterns. */
const huge = attacksOf("huge", {
  "a bomb in three codings": packed("br, gzip, br", () => brotli(gzipSync(brotli(blanks)))),
  "rows that are just allowed, packed": packed("gzip", () =>
    gzipSync(`{"tokens":[${"{},".repeat(24_000)}{}],"links":{"next":null}}${" ".repeat(NEARLY)}`),
  ),
  "numbers of a million digits": acts.numbers("9".repeat(200_000)),
  "members that every object has": acts.rewritten(
    (text) => `{${'"__proto__":{"x":[]},"constructor":1,"toString":null,'.repeat(4_000)}${text.slice(1)}`,
  ),
  "rows that are alike": acts.rows((row) => row),
  "rows that are all different": acts.rows((row, index) =>
    row.replace(/0\.0\.\d+/, `0.0.${index}`).replace(/"[^"]*"$/, `"${index}"`),
  ),
  "times of zeros": acts.named(/timestamp|_at$|_until$|_for$/, `1700000000.${"0".repeat(300_000)}1`),
  "hex with a last sign that is none": acts.named(
    /hash|bloom|data|address|from|^to$|parameters|result|bytecode|slot|^[rs]$|value/,
    `0x${"aA".repeat(100_000)}g`,
  ),
  "messages of blanks": messages(`{"message":"Invalid parameter: '${" ".repeat(NEARLY)}"}`, "400 X"),
});

/** Malformed HTTP, malformed JSON, and wrong header fields. */
const malformed = attacksOf("malformed", {
  "a chunk beyond every number": say(`${CHUNKED}ffffffffffffffffff\r\n{}`),
  "two responses to each request": (socket, incoming) => {
    socket.write(response(PAGE));
    return honestly(socket, incoming);
  },
  "bytes that are not UTF-8": acts.rewritten((text) => Buffer.from(text.replaceAll("a", "\xff"), "latin1")),
  "arrays everywhere": acts.leaves((leaf) => [leaf, [leaf]]),
  "every member twice": acts.rewritten((text) => text.replace(/("\w+"):([^,{}[\]]+)/g, "$1:[],$1:$2")),
});

/** All echoed values in every encoding, rotated so that a truncation falls within a value. */
export function echoOf({ said, count }: IncomingRequest): string {
  const all = said.flatMap((value) => [value, ...Object.values(encodingsOf(value))]);
  const turned = [...all.slice(count % all.length), ...all.slice(0, count % all.length)];
  return `${"x".repeat(count % 97)} ${turned.join(" ")}`;
}

const first = ({ said }: IncomingRequest): string => said[0] ?? "nothing";
const field = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
const errorOf = (text: string): string => JSON.stringify({ _status: { messages: [{ message: text }] } });
const COMMANDS = "\n::error::planted\r\n::set-output name=a::b\u2028##vso[task.complete]##teamcity[x]\u0085";
const ESCAPES = "\u001b[2J\u001b]8;;http://evil.test\u0007x\u001b]52;c;cm0gLXJm\u0007\u009b2J\u009d0;t\u009c";

/** Responses that echo a secret, or contain control sequences for terminals, CI systems and browsers. */
export const echoing = attacksOf("echoing", {
  "in strings, in every way at once": acts.instead((value, incoming) => {
    const echo = echoOf(incoming).slice(0, 3_000);
    const echoed = acts.everywhere(value, (leaf) => (typeof leaf === "string" ? echo : leaf));
    return JSON.stringify(echoed).slice(0, 1_900_000);
  }),
  "in names": acts.instead((value, incoming) => JSON.stringify({ ...value, [echoOf(incoming)]: 1 })),
  "in header fields": tell({
    fields: (incoming) => ({
      "x-echo": field(first(incoming)),
      "set-cookie": field(first(incoming)),
      "ratelimit-x": encodeURIComponent(first(incoming)),
    }),
  }),
  "in names of header fields": tell({
    fields: (incoming) => ({ [`content-${first(incoming).replace(/[^\w-]/g, "")}`]: "1" }),
  }),
  "in the type of the content": tell({ fields: (incoming) => ({ "content-type": field(first(incoming)) }) }),
  "in place of HTTP": (socket, incoming) => void socket.end(`${first(incoming)}\r\n\r\n`),
  "in links, in the query": acts.linking((one) => `/api/v1/tokens?echo=${encodeURIComponent(first(one))}`),
  "in error messages": tell({
    body: (incoming) => errorOf(`Invalid parameter: ${echoOf(incoming)}`),
    status: "400 X",
  }),
  "in web pages": tell({
    body: (incoming) => `<html><title>${echoOf(incoming)}</title>`,
    fields: () => ({ "content-type": "text/html" }),
    status: "500 X",
  }),
  "across the place where a report cuts": acts.instead((value, incoming) => {
    const long = "x".repeat(1_990 - (incoming.count % 60)) + first(incoming);
    return JSON.stringify({ ...value, ...Object.fromEntries(Object.keys(value).map((key) => [key, long])) });
  }),
  "escapes of terminals": acts.strings(ESCAPES),
  "commands of CI systems": acts.strings(COMMANDS),
  "commands in ids": acts.named(
    /id$|hash|timestamp|address|name/,
    `$(touch planted)'; \`touch planted\` #${COMMANDS}`,
  ),
});

export const attacks = [endless, huge, slow, malformed, redirecting, echoing].flat();
