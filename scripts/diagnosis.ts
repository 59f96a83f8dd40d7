// Judges the reference once with each named fault, and writes which clauses each breaks: what a diagnosis looks up.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageInfo } from "../config/package-info.ts";
import { allFaults } from "../reference/faults.ts";
import { shownBy } from "../reports/diagnosis/diagnose.ts";
import type { Measured } from "./sensitivity/measure.ts";
import { startMeasuring } from "./sensitivity/pool.ts";

type Told = Pick<Measured, "fault" | "description" | "endpoint" | "intended"> & {
  readonly clauses: readonly Parameters<typeof shownBy>[0][];
};

/** Clauses that fail together show enough: of fewer it is told what stood at their places. */
const FEW = 3;

/** The table as it is written: clauses by their number, since they repeat by the thousand. */
export function tableOf(all: readonly Told[]) {
  const clauses = [...new Set(all.flatMap((told) => told.clauses.map(({ id }) => id)))].toSorted();
  const faults = all
    .filter((told) => told.clauses.length > 0)
    .map((told) => {
      const showed = told.clauses.length > FEW ? [] : told.clauses.flatMap(shownBy);
      const ids = told.clauses
        .map(({ id }) => id)
        .toSorted((a, b) => Number(b === told.intended) - Number(a === told.intended));
      return {
        name: told.fault,
        endpoint: told.endpoint,
        words: told.description.replaceAll(/\/(?:-1|\d+|\*)(?=\/|$| )/g, "").replaceAll("/", "."),
        broke: ids.map((id) => clauses.indexOf(id)),
        ...(showed.length === 0 ? {} : { showed }),
      };
    });
  return { clauses, faults };
}

async function main(): Promise<void> {
  const names = allFaults.map(({ name }) => name);
  const measurements = startMeasuring(
    names,
    { own: [{ level: "standard" }], others: "smoke", othersEvery: Infinity, seed: 1, curl: false },
    availableParallelism(),
    new URL("./sensitivity/worker.js", import.meta.url),
  );
  const all: Measured[] = [];
  for (const name of names) {
    all.push(await measurements.of(name));
  }
  measurements.close();
  const path = join(packageInfo().root, "reports", "diagnosis", "named-faults.json");
  writeFileSync(path, `${JSON.stringify(tableOf(all))}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main();
}
