import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import {
  attacksOf,
  linking,
  tell,
  type Act,
  type IncomingRequest,
  response,
  at,
  CHUNKED,
  chunk,
  drip,
  honestly,
  say,
  pour,
  type Attack,
} from "./attack.ts";
import { echoing } from "./echoing.ts";
import { huge } from "./huge.ts";
import { malformed } from "./malformed.ts";

const leading = (location: (incoming: IncomingRequest) => string): Act =>
  tell({ body: () => "", fields: (incoming) => ({ location: location(incoming) }), status: "302 X" });
const past = (url: string): string => url.replace(/^http:/, "");

const redirecting = attacksOf("redirecting", {
  "302 to another host": leading(({ elsewhere }) => `${past(elsewhere)}/?x=1`),
  "302 to itself": leading(({ path }) => path),
  "302 to a file": leading(() => "file:///etc/passwd"),
  "302 to nowhere": leading(() => "http://["),
  "a place of 15 KB": leading(({ elsewhere }) => `${elsewhere}/${"%0d%0a".repeat(2_500)}`),
  "a refresh to another host": tell({
    fields: ({ elsewhere }) => ({
      refresh: `0; url=${elsewhere}`,
      "alt-svc": `h2="${elsewhere.slice(7)}"; ma=9`,
    }),
  }),
  "401 in a realm of another host": tell({
    fields: ({ elsewhere }) => ({ "www-authenticate": `Basic realm="${elsewhere}"` }),
    status: "401 X",
  }),
  "pages at another host, by its name alone": linking(
    ({ elsewhere }) => `${past(elsewhere)}/api/v1/tokens?page=2`,
  ),
  "pages at a host behind an at sign": linking(({ elsewhere }) => `//user@${elsewhere.slice(7)}/x`),
  "pages behind backslashes": linking(({ elsewhere }) => `\\\\${elsewhere.slice(7)}\\x`),
  "pages with lines of their own": linking(
    ({ elsewhere }) => `/api/v1/tokens?x=\ud800\r\nhost: ${elsewhere.slice(7)}\u0000`,
  ),
});

const BEGUN = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";
const wait = (status: string, after: string): Act => say(response("", { "retry-after": after }, status));

const slow = attacksOf("slow", {
  "no byte at all": () => undefined,
  "half a body": say(`${BEGUN}{"tokens":[`),
  "no last chunk": say(`${CHUNKED}${chunk("{}")}`),
  "a head, byte by byte": drip("HTTP/1.1 200 OK\r\nx: ", "x"),
  "a body, byte by byte": drip(BEGUN, "["),
  "early hints, now and then": drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"),
  "responses that come late": async (socket, incoming) => {
    await sleep(1_500);
    await honestly(socket, incoming);
  },
  "silence at every second request": (socket, incoming) =>
    incoming.count % 2 === 0 ? undefined : honestly(socket, incoming),
  "silence at one endpoint": at(/\/tokens/, () => undefined),
  "429 for years": wait("429 X", "99999999999999999999"),
  "429 below zero": wait("429 X", "-1e99"),
  "503 for ever": wait("503 X", "1"),
  "503 with its reason": say(
    response('{"_status":{"messages":[{"message":"Service unavailable"}]}}', { "retry-after": "9" }, "503 X"),
  ),
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
  "a body of blanks": pour(CHUNKED, chunk(" ".repeat(65_536))),
  "a list of rows": pour(`${CHUNKED}${chunk('{"tokens":[{}')}`, chunk(',{"name":"x"}'.repeat(4_000))),
  "members, each with a name of its own": pour(
    `${CHUNKED}${chunk('{"a":1')}`,
    chunk(Array.from({ length: 5_000 }, (_, index) => `,"k${index}":1`).join("")),
  ),
  levels: pour(`${CHUNKED}${chunk('{"tokens":')}`, chunk("[".repeat(65_536))),
  "a body without a length": pour("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n[", "0,".repeat(32_768)),
  "pieces of one byte": pour(CHUNKED, "1\r\n \r\n".repeat(10_000)),
  trailers: pour(`${CHUNKED}${chunk(PAGE)}0\r\n`, `x: ${"y".repeat(1_000)}\r\n`.repeat(60)),
  "header fields": pour("HTTP/1.1 200 OK\r\n", `x: ${"y".repeat(100)}\r\n`.repeat(600)),
  "early hints": pour("", "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n".repeat(1_000)),
  "gzip members, one behind the other": pour(GZIPPED, gzipSync(Buffer.alloc(1_000_000, 32))),
  "unrequested responses": pour(response(PAGE), response(PAGE)),
  "pages that all have another one behind them": linking(
    ({ path }) => `${path.split("?")[0]}?page=${pageOf(path) + 1}`,
  ),
  "pages of 5,000 rows": at(/\/(tokens|balances)(\?|$)/, (socket, { path, count }) => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `0.0.${1_000_000 + count * 5_000 + index}`);
    const [name, row]: [string, (id: string) => object] = path.includes("/balances")
      ? ["balances", (account) => ({ account, balance: 7, decimals: 0 })]
      : ["tokens", (id) => ({ token_id: id, name: `N${id}`, symbol: `S${id}` })];
    const links = { next: `${path.split("?")[0]}?page=${pageOf(path) + 1}` };
    socket.write(response(JSON.stringify({ timestamp: "1.000000001", [name]: ids.map(row), links })));
  }),
  "a page that leads to itself": linking(({ path }) => path),
  "balances of tokens that are all new": at(/\/tokens(\?|$)/, async (socket, incoming) => {
    if (pageOf(incoming.path) === 0 && !incoming.path.includes("page=")) {
      await honestly(socket, incoming);
      return;
    }
    const tokens = Array.from({ length: 100 }, (_, index) => ({
      token_id: `0.0.${incoming.count * 100 + index}`,
    }));
    const next = `${incoming.path.split("?")[0]}?page=${incoming.count}`;
    socket.write(response(JSON.stringify({ tokens, links: { next } })));
  }),
});

export const attacks: readonly Attack[] = [endless, huge, slow, malformed, redirecting, echoing].flat();
