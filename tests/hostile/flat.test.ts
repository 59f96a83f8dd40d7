import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

/**
 * Judges one property with so many cases in a process of its own, which also serves the reference, and prints the
 * bytes that are in use, after a collection, at a third of the cases and behind the last one; and how many cases were
 * judged, and by how many requests.
 */
const PROGRAM = `
import { subscribe } from "node:diagnostics_channel";
const [dist, cases] = process.argv.slice(1);
const targets = [];
subscribe("http.server.request.start", ({ request }) => targets.push(request.url));
const { loadCatalogue } = await import(dist + "engine/clauses/catalogue.js");
const { runAll } = await import(dist + "engine/run/run-all.js");
const { startReference } = await import(dist + "reference/server.js");
const { plainSettings } = await import(dist + "engine/target/settings.js");
const reference = await startReference();
const used = () => { globalThis.gc(); return process.memoryUsage().heapUsed; };
let third;
const timer = setInterval(() => {
  if (third === undefined && reference.requests() > Number(cases) / 3) { third = used(); }
}, 5);
const settings = { ...plainSettings(reference.target, "standard", 1, ["4.6-time-refused"]), cases: Number(cases) };
const journal = await runAll(settings, await loadCatalogue());
clearInterval(timer);
const last = used();
const judged = journal.find(({ type }) => type === "clause").result.cases;
console.log(JSON.stringify({ third, last, judged, requests: targets.length, different: new Set(targets).size }));
await reference.close();
`;

type Counted = Readonly<Record<"third" | "last" | "judged" | "requests" | "different", number>>;

const CASES = 6_000;
/** Bytes that a case may leave behind: an answer that is kept takes some thousands. */
const LEFT_OVER = 300;

test("many cases leave nothing behind: answers that were kept are let go", { timeout: 120_000 }, async () => {
  const argv = ["--expose-gc", "--input-type=module", "-e", PROGRAM, DIST, String(CASES)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { third, last, judged, requests, different }: Counted = JSON.parse(stdout);
  expect(judged).toBeGreaterThanOrEqual(CASES);
  // Chance makes some values twice: what was asked once is not asked again, unless it was forgotten since.
  expect(requests).toBeLessThan(different * 1.01);
  expect((last - third) / (CASES * (2 / 3))).toBeLessThan(LEFT_OVER);
});
