// 500 requests a second on loopback, asked by a client and answered by a service that know nothing of the code.
import { Agent, createServer, get, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listening } from "../reach/front.ts";
import { removeFolders, stand, type Standing } from "./standing.ts";

const RATE = 500;
const SECONDS = 3;
const MINUTE = 60_000;

const FEES = JSON.stringify({
  fees: [{ gas: 92, transaction_type: "ContractCall" }],
  timestamp: "1700180000.999999999",
});

let service: Awaited<ReturnType<typeof listening>>;
let proxy: Standing;
let asked = 0;

beforeAll(async () => {
  const server: Server = createServer((incoming, outgoing) => {
    asked += 1;
    const { "x-number": number = "" } = incoming.headers;
    outgoing.writeHead(200, { "content-type": "application/json", "x-number": number }).end(FEES);
  });
  service = await listening(server);
  proxy = await stand("--base-url", `http://127.0.0.1:${service.port}`);
});

afterAll(async () => {
  await service.close();
  removeFolders();
});

/** Asks at the rate, whatever has been answered; gives how many answers were not the right ones. */
async function wrongOnes(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const began = performance.now();
  const coming: Promise<number | undefined>[] = [];
  while (coming.length < RATE * SECONDS) {
    const due = Math.floor(((performance.now() - began) / 1_000) * RATE);
    while (coming.length < Math.min(due, RATE * SECONDS)) {
      coming.push(timed(agent, port, String(coming.length)));
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 2);
    });
  }
  const times = await Promise.all(coming);
  agent.destroy();
  return times.filter((time) => time === undefined).length;
}

/** Milliseconds that an answer takes at the median, where one is asked for after the other. */
async function medianOf(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  while (times.length < 100) {
    times.push((await timed(agent, port, String(times.length))) ?? Infinity);
  }
  agent.destroy();
  return times.toSorted((a, b) => a - b)[50] ?? Infinity;
}

/** Milliseconds to the whole of the right answer. */
async function timed(agent: Agent, port: number, number: string): Promise<number | undefined> {
  const began = performance.now();
  return await new Promise((resolve) => {
    const path = "/api/v1/network/fees";
    get({ agent, host: "127.0.0.1", port, path, headers: { "x-number": number } }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => (body += text));
      answer.on("end", () => {
        const isRight = body === FEES && answer.headers["x-number"] === number;
        resolve(isRight ? performance.now() - began : undefined);
      });
    }).on("error", () => resolve(undefined));
  });
}

test(
  "at this rate nothing is lost or mixed up, and an answer takes less than 10 ms more",
  async () => {
    expect(await wrongOnes(proxy.port)).toBe(0);
    const added: number[] = [];
    // On a machine that others use too, a slow round says nothing.
    while (added.length < 20 && !added.some((milliseconds) => milliseconds < 10)) {
      const straight = await medianOf(service.port);
      added.push((await medianOf(proxy.port)) - straight);
    }
    expect(Math.min(...added)).toBeLessThan(10);
    const { traffic, result, code } = await proxy.stop();
    const through = RATE * SECONDS + added.length * 100;
    expect([traffic?.exchanges, asked]).toStrictEqual([through, through + added.length * 100]);
    expect([code, result.summary.fail]).toStrictEqual([0, 0]);
  },
  3 * MINUTE,
);
