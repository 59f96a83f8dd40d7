import { gzipSync } from "node:zlib";
import {
  response,
  attacksOf,
  CHUNKED,
  chunk,
  everywhere,
  honestly,
  instead,
  say,
  type Act,
} from "./attack.ts";

const head = (fields: string, body = "{}"): Act => say(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`);
const body = (bytes: string | Buffer, fields = {}): Act => say(response(bytes, fields));
const ending =
  (bytes: string): Act =>
  (socket) => {
    socket.end(bytes);
  };
const resetting =
  (bytes: string): Act =>
  (socket) => {
    socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 5));
  };
const page = '{"tokens":[],"links":{"next":null}}';

const http = attacksOf("malformed", {
  "not HTTP at all": ending("SSH-2.0-OpenSSH_9.9\r\n"),
  "HTTP/2 in place of HTTP/1.1": ending("\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0d"),
  "HTTP/0.9": ending(page),
  "a status of 999": say(response(page, {}, "999 X")),
  "a status of letters": say(response(page, {}, "OK")),
  "a version that there is not": say(`HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}`),
  "line feeds alone": say(`HTTP/1.1 200 OK\ncontent-length: 2\n\n{}`),
  "NUL in a header field": head("x: a\0b\r\ncontent-length: 2"),
  "a header field without a colon": head("content-length 2"),
  "a folded header field": head("x: a\r\n b\r\ncontent-length: 2"),
  "two lengths": head("content-length: 2\r\ncontent-length: 3", "{} "),
  "a length below zero": head("content-length: -1"),
  "a length beyond every number": head(`content-length: ${"9".repeat(40)}`),
  "a length that is too short": head("content-length: 10", page),
  "a length and chunks": head("content-length: 2\r\ntransfer-encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"),
  "a transfer coding that there is not": head("transfer-encoding: identity, x"),
  "a chunk of letters": say(`${CHUNKED}xyz\r\n{}\r\n0\r\n\r\n`),
  "a chunk beyond every number": say(`${CHUNKED}ffffffffffffffffff\r\n{}`),
  "a chunk that is longer than it says": say(`${CHUNKED}1\r\n{}\r\n0\r\n\r\n`),
  "nothing but the end": ending(""),
  "a reset before the answer": resetting(""),
  "a reset within the head": resetting("HTTP/1.1 200 OK\r\ncont"),
  "a reset within the body": resetting('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a'),
  "a reset within a chunk": resetting(`${CHUNKED}ff\r\n{"a`),
  "no content": say("HTTP/1.1 204 No Content\r\n\r\n"),
  "not modified": say("HTTP/1.1 304 Not Modified\r\n\r\n"),
  "another protocol": say("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  "two answers to each request": (socket, asked) => {
    socket.write(response(page));
    return honestly(socket, asked);
  },
  "answers that are all one behind": (() => {
    let before = response(page);
    return async (socket, asked) => {
      socket.write(before);
      const { status, text } = await asked.honest();
      before = response(text, {}, `${status} OK`);
    };
  })(),
  "connections that live no longer than said": async (socket, asked) => {
    const { status, text } = await asked.honest();
    socket.end(response(text, { "keep-alive": "timeout=999999, max=999999" }, `${status} OK`));
  },
});

const content = attacksOf("malformed", {
  "gzip that is none": body(page, { "content-encoding": "gzip" }),
  "half of a gzip": body(gzipSync(page).subarray(0, 25), { "content-encoding": "gzip" }),
  "a coding with a long name": body(page, { "content-encoding": `x${"\u001b[2J".repeat(500)}` }),
  "a byte order mark": instead((_value, _asked, text) => `\ufeff${text}`),
  "UTF-16": instead((_value, _asked, text) => Buffer.from(`\ufeff${text}`, "utf16le")),
  "bytes that are not UTF-8": instead((_value, _asked, text) =>
    Buffer.from(text.replaceAll("a", "\xff"), "latin1"),
  ),
  "NUL bytes": body(Buffer.alloc(100_000)),
  "NaN and infinity": body('{"tokens":[{"decimals":NaN,"x":Infinity}],"links":{"next":undefined}}'),
  "two values": instead((_value, _asked, text) => `${text}${text}`),
  "a comma too many": instead((_value, _asked, text) => text.replace(/\}$/, ",}")),
  nothing: body(""),
  "null everywhere": instead((value) => JSON.stringify(everywhere(value, () => null))),
  "arrays everywhere": instead((value) => JSON.stringify(everywhere(value, (leaf) => [leaf, [leaf]]))),
  "objects everywhere": instead((value) =>
    JSON.stringify(everywhere(value, (leaf) => ({ __proto__x: leaf }))),
  ),
  "every member twice": instead((_value, _asked, text) =>
    text.replace(/("\w+"):([^,{}[\]]+)/g, "$1:[],$1:$2"),
  ),
  "an array for the object": instead((_value, _asked, text) => `[${text}]`),
  "another type": body(page, { "content-type": `${"a/b;c=".repeat(2_000)}\u001b[31m` }),
  "a hundred cookies": async (socket, asked) => {
    const { text } = await asked.honest();
    const cookies = Array.from({ length: 100 }, (_, index) => `set-cookie: a${index}=${"b".repeat(100)}\r\n`);
    const plain = response(text)
      .toString()
      .replace("\r\n", () => `\r\n${cookies.join("")}`);
    socket.write(plain);
  },
  "pieces of one byte": async (socket, asked) => {
    const { text } = await asked.honest();
    socket.write(`${CHUNKED}${Array.from(text, chunk).join("")}0\r\n\r\n`);
  },
});

/** Malformed HTTP, malformed JSON, and wrong header fields. */
export const malformed = [...http, ...content];
