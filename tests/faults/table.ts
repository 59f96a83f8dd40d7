// Tests the reference with one fault at a time, over HTTP: the clause of the fault must fail.
import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import type { Fault } from "../../reference/fault.ts";
import { allFaults } from "../../reference/faults.ts";
import { UNSTEADY } from "../../reference/rewriting.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { hasCurl, untrueIn } from "./evidence.ts";

/** The clauses that fail for each fault if its whole endpoint is tested at standard with this seed. */
const PINS = new URL("named.json", import.meta.url);
/** The faults that the cheapest run does not find, with the index of the run that does. */
const LATER = new URL("later.json", import.meta.url);
const SEED = 1;

/** `npm run pins` tests the whole endpoint of every fault, and writes the failed clauses and the run that finds the fault. */
const WRITES_PINS = process.env["PINS"] === "write";
const curl = hasCurl();

type Pins = Readonly<Record<string, readonly string[]>>;
type Found = Map<string, { readonly ids: readonly string[]; readonly way: number }>;
const readPins = (): Pins => JSON.parse(readFileSync(PINS, "utf8"));
const later: Readonly<Record<string, number>> = JSON.parse(readFileSync(LATER, "utf8"));
const wayOf = ({ name }: Fault): number => later[name] ?? 0;

/** A fraction of the faults, selected by name, so that a new fault does not change the selection of others. */
const oneIn = (many: number): ReadonlySet<string> =>
  new Set(allFaults.map(({ name }) => name).filter((name) => crc32(name) % many === 0));
const shownByCurl = oneIn(20);
/** `each`, as in CI: all faults, each by its clause; `all`: by its whole endpoint. By default one of every fifth clause. */
const { FAULTS: extent } = process.env;
const checkedWhole = extent === "all" ? oneIn(1) : oneIn(340);
/** For each clause the first fault that is found with the fewest requests. */
const costliestFirst = allFaults.toReversed().toSorted((a, b) => wayOf(b) - wayOf(a));
const ofEachClause = new Map(costliestFirst.map(({ clause, name }) => [clause, name]));
const isOfToday = ({ clause, name }: Fault): boolean =>
  extent !== undefined ||
  WRITES_PINS ||
  (crc32(clause) % 5 === 0 && ofEachClause.get(clause) === name) ||
  checkedWhole.has(name);

/** Tests the faults of some endpoints, each with the cheapest run that finds it, and runs some curl lines. */
export function findFaults(isOurs: (fault: Fault) => boolean): void {
  const ours = allFaults
    .filter((fault) => isOurs(fault) && isOfToday(fault))
    .map((fault) => [fault.name, fault.clause, fault] as const);
  const pins = readPins();
  const found: Found = new Map();

  describe(`faults, seed ${SEED}`, () => {
    test.each(ours)("%s fails %s", async (name, clause, fault) => {
      const reference = await startReference({ fault: name });
      try {
        const isWhole = WRITES_PINS || checkedWhole.has(name);
        const { results, way } = await foundBy(reference, fault, isWhole ? WHOLE : wayOf(fault));
        const failed = results.filter(({ outcome }) => outcome === "failed");
        const ids = failed.map(({ id }) => id).toSorted();
        expect(results.filter(({ code }) => code === "suiteFailed")).toEqual([]);
        expect(ids).toContain(clause);
        const pinned = pins[name]?.filter((id) => way === WHOLE || ids.includes(id));
        // The other failed clauses of an unsteady fault depend on the order in which requests arrive.
        const isOpen = WRITES_PINS || UNSTEADY.has(fault.apply);
        expect(ids).toEqual(way < ENDPOINT ? [clause] : isOpen ? ids : pinned);
        if (WRITES_PINS) found.set(name, { ids, way: (await foundBy(reference, fault, 0)).way });
        const lines = curl && shownByCurl.has(name) ? failed.filter(({ id }) => id === clause) : [];
        const untrue = lines.flatMap(({ violations }) =>
          violations.map((violation) => untrueIn(violation, UNSTEADY.has(fault.apply))),
        );
        expect((await Promise.all(untrue)).flat()).toEqual([]);
      } finally {
        await reference.close();
      }
    });
  });

  if (WRITES_PINS) afterAll(() => writePins(found));
}

/** A clause that is tested alone needs few records; otherwise all would be read for each fault. */
function aloneOf({ target }: Reference, { endpoint }: Fault): Reference["target"] {
  const { contractResults, contracts, ...samples } = target.samples;
  const many = endpoint === "tokens" || endpoint === "tokenBalances" ? 2 : 8;
  const few = { contractResults: contractResults.slice(0, many), contracts: contracts.slice(0, many) };
  return { ...target, samples: { ...samples, ...few } };
}

/** From this index on the whole endpoint is tested, with the last one at standard. */
const ENDPOINT = 2;
const WHOLE = 3;

/** The result of the cheapest run that finds a fault: its clause alone, or more clauses if it needs their requests. */
async function foundBy(reference: Reference, fault: Fault, first: number) {
  for (let way = first; ; way += 1) {
    const [target, only] =
      way < ENDPOINT ? [aloneOf(reference, fault), fault.clause] : [reference.target, fault.endpoint];
    const level = way % 2 === 0 ? "smoke" : "standard";
    const results = (await run(target, { only: [only], level, seed: SEED })).clauses;
    if (way >= WHOLE || results.some(({ id, outcome }) => id === fault.clause && outcome === "failed")) {
      return { results, way };
    }
  }
}

/** One line for each fault: the known ones in the order of the file, so that a difference shows only what changed, then new ones. */
function writePins(found: Found): void {
  const before = readPins();
  const now = allFaults.map(({ name }) => name);
  const names = [...new Set([...Object.keys(before).filter((name) => now.includes(name)), ...now])];
  const ways = names.map((name) => [name, found.get(name)?.way ?? later[name] ?? 0] as const);
  writeFileSync(PINS, linesOf(names.map((name) => [name, found.get(name)?.ids ?? before[name] ?? []])));
  writeFileSync(LATER, linesOf(ways.filter(([, way]) => way > 0)));
}

const linesOf = (entries: readonly (readonly [name: string, value: unknown])[]): string =>
  `{\n${entries.map((entry) => entry.map((part) => JSON.stringify(part)).join(": ")).join(",\n")}\n}\n`;
