import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { settingsOf } from "./asking.ts";
import { answerOf, rawTarget, type Received } from "./targets.ts";

const drip =
  (begin: string, piece: string) =>
  (socket: Socket): void => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(piece), 50);
    socket.once("close", () => clearInterval(timer));
  };

/** Targets that take requests and never give an answer. */
const ENDLESS: Readonly<Record<string, (socket: Socket, request: Received) => void>> = {
  "no byte at all": () => undefined,
  "a byte now and then": drip("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n", "["),
  "a head now and then": drip("HTTP/1.1 200 OK\r\nx: ", "x"),
  "announcements for ever": drip("", "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n"),
  "a length that is never reached": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{}");
  },
  "429 for ever": (socket) => {
    socket.write(answerOf(429, ""));
  },
  "429 for ever, at once": (socket) => {
    socket.write(answerOf(429, "", { "retry-after": "0" }));
  },
  "429 for ever, much later": (socket) => {
    socket.write(answerOf(429, "", { "retry-after": "99999" }));
  },
  "503 for ever, much later": (socket) => {
    socket.write(answerOf(503, "", { "retry-after": "99999" }));
  },
  "something else each time, and nothing of use": (socket, { count }) => {
    const turn = count % 4;
    if (turn === 1) {
      socket.write(answerOf(429, "", { "retry-after": "1" }));
    } else if (turn === 2) {
      socket.destroy();
    } else if (turn === 3) {
      socket.write(answerOf(502, ""));
    }
  },
};

/** As by default, but a tenth as long. */
const TENTH = { requestMs: 1_500, outageMs: 1_000, retryAfterMs: 1_000, retries: 3 };

/** Judges everything at such a target. */
async function judgedAt(answer: (socket: Socket, request: Received) => void) {
  const target = await rawTarget(answer);
  const catalogue = await loadCatalogue();
  const started = performance.now();
  const settings = settingsOf(target.url, { limits: TENTH, concurrency: 16 });
  const journal = await runAll(
    { ...settings, level: "standard", clauseIds: catalogue.clauses.map(({ id }) => id) },
    catalogue,
  );
  const milliseconds = performance.now() - started;
  await target.close();
  const clauses = journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
  return { catalogue, clauses, milliseconds };
}

test.concurrent.each([
  ["a web page", 200, "<html>", /no usable answer for .*200 with a web page/],
  ["an empty object", 200, "{}", /no usable answer for .*nothing of the document/],
  ["no object", 200, "null", /no usable answer for .*without a JSON object/],
  ["a page that says that nothing is there", 404, "<html>", /no usable answer for .*404 with a web page/],
  ["a redirect", 302, "", /no usable answer for .*redirects are not followed/],
  ["an error of its own form", 500, '{"error":"boom"}', /no usable answer for .*500 with an object/],
])("%s, late: the run ends by itself and says why", { timeout: 30_000 }, async (_name, status, body, why) => {
  const { clauses, milliseconds } = await judgedAt((socket) => {
    setTimeout(() => socket.write(answerOf(status, body)), 300);
  });
  const told = clauses.filter(({ reason = "" }) => why.test(reason));
  expect(told.length).toBeGreaterThan(5);
  expect(milliseconds).toBeLessThan(10_000);
});

test.concurrent.each(Object.entries(ENDLESS))(
  "%s: the run ends by itself and says why",
  { timeout: 30_000 },
  async (_name, answer) => {
    const { catalogue, clauses, milliseconds } = await judgedAt(answer);
    const told = clauses.filter(
      ({ endpoint, reason = "" }) =>
        endpoint === "tokens" && /(429|50[23]|no complete answer|connection)/.test(reason),
    );
    expect(told.length).toBeGreaterThan(20);
    expect(milliseconds).toBeLessThan(10_000);
    expect(clauses).toHaveLength(catalogue.clauses.length);
    expect(clauses.filter(({ outcome }) => outcome === "pass" || outcome === "fail")).toStrictEqual([]);
  },
);
