import { setTimeout as sleep } from "node:timers/promises";
import { response, at, attacksOf, CHUNKED, chunk, drip, honestly, say, type Act } from "./attack.ts";

const BEGUN = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";
const wait = (status: string, after: string): Act => say(response("", { "retry-after": after }, status));

export const slow = attacksOf("slow", {
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
