import { readFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentedMessages, isObject } from "../../engine/message/classify.ts";
import { startMirrorNode } from "../real/mirror-node/app.ts";
import type { Served } from "../real/serve.ts";

// Targets as they were sent to release 0.123, each with the status and the messages that came; ids and hashes are ours.
const RECORDED: readonly (readonly [target: string, status: number, ...messages: string[]])[] = readFileSync(
  new URL("../real/mirror-node/recorded-0.123.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

let server: Served;

beforeAll(async () => {
  server = await startMirrorNode({ release: "0.123" });
});

afterAll(() => server.close());

/** Sends the target as it is: what makes URLs would put some of them right. */
async function ask(path: string): Promise<readonly [string, number, ...string[]]> {
  const { hostname, port } = new URL(server.url);
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        const value: unknown = JSON.parse(text);
        expect(isObject(value)).toBe(true);
        resolve([path, response.statusCode ?? 0, ...(documentedMessages({ body: { text, value } }) ?? [])]);
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("the rebuilt mirror node answers what was recorded, with the same status and the same messages", async () => {
  const answers: unknown[] = [];
  for (const [target] of RECORDED) {
    answers.push(await ask(target));
  }
  expect(answers).toStrictEqual(RECORDED);
});
