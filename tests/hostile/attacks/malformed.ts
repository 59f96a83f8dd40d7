import { response, attacksOf, CHUNKED, chunk, honestly, leaves, rewritten, say, type Act } from "./attack.ts";

const head = (fields: string, body = "{}"): Act => say(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`);
const body = (bytes: string | Buffer, fields = {}): Act => say(response(bytes, fields));
const resetting =
  (bytes: string): Act =>
  (socket) => {
    socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 5));
  };
const page = '{"tokens":[],"links":{"next":null}}';

const http = attacksOf("malformed", {
  "a status of 999": say(response(page, {}, "999 X")),
  "NUL in a header field": head("x: a\0b\r\ncontent-length: 2"),
  "two lengths": head("content-length: 2\r\ncontent-length: 3", "{} "),
  "a chunk beyond every number": say(`${CHUNKED}ffffffffffffffffff\r\n{}`),
  "a reset within the body": resetting('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a'),
  "another protocol": say("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  "two responses to each request": (socket, incoming) => {
    socket.write(response(page));
    return honestly(socket, incoming);
  },
  "answers that are all one behind": (() => {
    let before = response(page);
    return async (socket, incoming) => {
      socket.write(before);
      const { status, text } = await incoming.honest();
      before = response(text, {}, `${status} OK`);
    };
  })(),
  "connections that live no longer than said": async (socket, incoming) => {
    const { status, text } = await incoming.honest();
    socket.end(response(text, { "keep-alive": "timeout=999999, max=999999" }, `${status} OK`));
  },
});

const content = attacksOf("malformed", {
  "a coding with a long name": body(page, { "content-encoding": `x${"\u001b[2J".repeat(500)}` }),
  "bytes that are not UTF-8": rewritten((text) => Buffer.from(text.replaceAll("a", "\xff"), "latin1")),
  "NaN and infinity": body('{"tokens":[{"decimals":NaN,"x":Infinity}],"links":{"next":undefined}}'),
  "null everywhere": leaves(() => null),
  "arrays everywhere": leaves((leaf) => [leaf, [leaf]]),
  "every member twice": rewritten((text) => text.replace(/("\w+"):([^,{}[\]]+)/g, "$1:[],$1:$2")),
  "another type": body(page, { "content-type": `${"a/b;c=".repeat(2_000)}\u001b[31m` }),
  "a hundred cookies": async (socket, incoming) => {
    const { text } = await incoming.honest();
    const cookies = Array.from({ length: 100 }, (_, index) => `set-cookie: a${index}=${"b".repeat(100)}\r\n`);
    const plain = response(text)
      .toString()
      .replace("\r\n", () => `\r\n${cookies.join("")}`);
    socket.write(plain);
  },
  "pieces of one byte": async (socket, incoming) => {
    const { text } = await incoming.honest();
    socket.write(`${CHUNKED}${Array.from(text, chunk).join("")}0\r\n\r\n`);
  },
});

/** Malformed HTTP, malformed JSON, and wrong header fields. */
export const malformed = [...http, ...content];
