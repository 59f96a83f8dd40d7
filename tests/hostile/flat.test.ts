import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

const THIRD = 400;

/** Tests two endpoints in a separate process, and prints the heap size after a third of the requests and at the end. */
const PROGRAM = `
const [dist] = process.argv.slice(1);
const { reference, run } = await import(dist + "lib/index.js");
const server = await reference.start();
const used = () => { globalThis.gc(); return process.memoryUsage().heapUsed; };
let requests = 0;
let third;
const onRequest = () => { requests += 1; if (requests === ${THIRD}) { third = used(); } };
const { verdict } = await run(server.target, { level: "thorough", seed: 1, only: ["contract", "contractResult"], onRequest });
await server.close();
console.log(JSON.stringify({ verdict, third, last: used(), requests }));
`;

type Counted = Readonly<Record<"third" | "last" | "requests", number>>;

/** Bytes that a request may leave on the heap; a retained response would take thousands. */
const LEFT_OVER = 2_000;

test("many requests do not increase the memory: responses are released", async () => {
  const argv = ["--expose-gc", "--input-type=module", "-e", PROGRAM, DIST];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { verdict, third, last, requests }: Counted & { verdict: string } = JSON.parse(stdout);
  expect(verdict).toBe("conforms");
  expect(requests).toBeGreaterThan(2 * THIRD);
  expect((last - third) / (requests - THIRD)).toBeLessThan(LEFT_OVER);
});
