// The suite judges the reference with one fault in it at a time, over HTTP, and finds it by the clause that it breaks.
import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { Level } from "../../engine/model/settings.ts";
import { run } from "../../lib/run.ts";
import type { Fault } from "../../reference/fault.ts";
import { allFaults } from "../../reference/faults.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { hasCurl } from "../tools/curl.ts";
import { untrueIn } from "./evidence.ts";

/** The clauses that fail by each fault, where its whole endpoint is judged at the level standard with this seed. */
const PINS = new URL("named.json", import.meta.url);
const SEED = 1;
const TIMEOUT = 60_000;

/** `npm run pins` judges the whole endpoint of every fault, and writes down what fails. */
const WRITES_PINS = process.env["PINS"] === "write";
const curl = hasCurl();

type Pins = Readonly<Record<string, readonly string[]>>;
const readPins = (): Pins => JSON.parse(readFileSync(PINS, "utf8"));

/** One in so many, by its name: a new fault changes nothing for the others. */
const oneIn = (many: number): ReadonlySet<string> =>
  new Set(allFaults.map(({ name }) => name).filter((name) => crc32(name) % many === 0));
const shownByCurl = oneIn(20);
/** The same request is answered in another way each time. */
const UNSTEADY = ["fees-order-ignored-in-numbered-answers", "result-transaction-shows-another-each-time"];
const judgedWhole = process.env["FAULTS"] === "all" ? oneIn(1) : oneIn(200);

/**
 * Finds the faults of some endpoints at the level standard. Of most the clause that is broken is judged alone, at first
 * at smoke, and the whole endpoint where it needs what others ask, and for one in two hundred (`FAULTS=all`: for each).
 * The curl lines of one in twenty are run.
 */
export function findFaults(isOurs: (fault: Fault) => boolean): void {
  const ours = allFaults.filter(isOurs).map((fault) => [fault.name, fault.clause, fault] as const);
  const pins = readPins();
  const found = new Map<string, readonly string[]>();

  describe(`faults, seed ${SEED}`, () => {
    test.each(ours)("%s fails %s", { timeout: TIMEOUT }, async (name, clause, fault) => {
      const reference = await startReference({ fault: name });
      try {
        const isWhole = WRITES_PINS || judgedWhole.has(name);
        const alone = isWhole ? undefined : await foundAlone(aloneOf(reference, fault), clause);
        const results = alone ?? (await judged(reference.target, fault.endpoint));
        const failed = results.filter(({ outcome }) => outcome === "fail");
        const ids = failed.map(({ id }) => id).toSorted();
        found.set(name, ids);
        expect(results.filter(({ cause }) => cause === "suite")).toEqual([]);
        expect(ids).toContain(clause);
        expect(WRITES_PINS ? pins[name] : ids).toEqual(results === alone ? [clause] : pins[name]);
        const lines = curl && shownByCurl.has(name) ? failed.filter(({ id }) => id === clause) : [];
        const untrue = lines.flatMap(({ violations }) =>
          violations.map((violation) => untrueIn(violation, UNSTEADY.includes(name))),
        );
        expect((await Promise.all(untrue)).flat()).toEqual([]);
      } finally {
        await reference.close();
      }
    });
  });

  if (WRITES_PINS) {
    afterAll(() => writePins(found));
  }
}

/** A clause that is judged alone needs few of the records: all would be read for each fault. */
function aloneOf({ target }: Reference, { endpoint }: Fault): Reference["target"] {
  const { contractResults, contracts, ...samples } = target.samples;
  const many = endpoint === "tokens" || endpoint === "tokenBalances" ? 2 : 8;
  const few = { contractResults: contractResults.slice(0, many), contracts: contracts.slice(0, many) };
  return { ...target, samples: { ...samples, ...few } };
}

type Target = Parameters<typeof run>[0];

async function judged(
  target: Target,
  only: string,
  level: Level = "standard",
): Promise<readonly ClauseResult[]> {
  return (await run(target, { only: [only], level, seed: SEED })).clauses;
}

/** A clause that fails alone: most do so by what smoke sends, which standard sends too. */
async function foundAlone(target: Target, clause: string): Promise<readonly ClauseResult[] | undefined> {
  for (const level of ["smoke", "standard"] as const) {
    const results = await judged(target, clause, level);
    if (results.some(({ id, outcome }) => id === clause && outcome === "fail")) {
      return results;
    }
  }
  return undefined;
}

/** A line for each fault, in their order. */
function writePins(found: ReadonlyMap<string, readonly string[]>): void {
  const before = readPins();
  const lines = allFaults.map(
    ({ name }) => `${JSON.stringify(name)}: ${JSON.stringify(found.get(name) ?? before[name] ?? [])}`,
  );
  writeFileSync(PINS, `{\n${lines.join(",\n")}\n}\n`);
}
