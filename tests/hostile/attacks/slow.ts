import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { response, at, attacksOf, CHUNKED, chunk, drip, honestly, say, type Act } from "./attack.ts";

const BEGUN = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";
const zipped = gzipSync('{"tokens":[],"links":{"next":null}}');
const wait = (status: string, after: string): Act => say(response("", { "retry-after": after }, status));

const later =
  (ms: number, act: Act): Act =>
  async (socket, asked) => {
    await sleep(ms);
    await act(socket, asked);
  };

/** Responses that are slow or never complete. */
export const slow = attacksOf("slow", {
  "no byte at all": () => undefined,
  "half a status line": say("HTTP/1.1 2"),
  "half a head": say("HTTP/1.1 200 OK\r\ncontent-ty"),
  "a head alone": say(BEGUN),
  "half a body": say(`${BEGUN}{"tokens":[`),
  "half the size of a chunk": say(`${CHUNKED}1`),
  "half a chunk": say(`${CHUNKED}ff\r\n{"tokens":`),
  "no last chunk": say(`${CHUNKED}${chunk("{}")}`),
  "half a packed body": say(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${zipped.length}\r\n\r\n`),
      zipped.subarray(0, 20),
    ]),
  ),
  "a head, byte by byte": drip("HTTP/1.1 200 OK\r\nx: ", "x"),
  "a body, byte by byte": drip(BEGUN, "["),
  "chunks, byte by byte": drip(CHUNKED, "1\r\n \r\n"),
  "early hints, now and then": drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"),
  "empty lines, now and then": drip("", "\r\n"),
  "answers that come late": later(1_500, honestly),
  "web pages that come late": later(1_000, say(response("<html>", { "content-type": "text/html" }))),
  "a gateway that comes late": later(1_000, say(response("", {}, "502 X"))),
  "silence at every second request": (socket, asked) =>
    asked.count % 2 === 0 ? undefined : honestly(socket, asked),
  "silence at one endpoint": at(/\/tokens/, () => undefined),
  "silence where a query is asked": at(/\?/, () => undefined),
  "429 for years": wait("429 X", "99999999999999999999"),
  "429 until another century": wait("429 X", "Fri, 31 Dec 2199 23:59:59 GMT"),
  "429 at once": wait("429 X", "0"),
  "429 below zero": wait("429 X", "-1e99"),
  "503 for ever": wait("503 X", "1"),
  "503 with its reason": say(
    response(
      '{"_status":{"messages":[{"message":"Service unavailable"}]}}',
      { "retry-after": "60" },
      "503 X",
    ),
  ),
  "patience at four of five": (socket, asked) =>
    asked.count % 5 === 0 ? honestly(socket, asked) : wait("429 X", "3")(socket, asked),
  "another trouble each time": (socket, asked) => {
    const unusableResponses = [wait("429 X", "1"), wait("503 X", ""), say(response("", {}, "502 X"))];
    const unusable = unusableResponses[asked.count % 4];
    return unusable === undefined ? void socket.destroy() : unusable(socket, asked);
  },
});
