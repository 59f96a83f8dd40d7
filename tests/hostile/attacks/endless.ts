import { gzipSync } from "node:zlib";
import { at, attacksOf, response, CHUNKED, chunk, honestly, linking, pour } from "./attack.ts";

const GZIPPED = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n";
const PAGE = '{"tokens":[],"links":{"next":null}}';
const pageOf = (path: string): number => Number(/page=(\d+)/.exec(path)?.[1] ?? 0);

export const endless = attacksOf("endless", {
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
