// Which clauses each named fault breaks: what a diagnosis looks up.
import { shownBy } from "../../reports/diagnosis/diagnose.ts";
import type { Measured } from "./measure.ts";

type Told = Pick<Measured, "fault" | "description" | "endpoint" | "intended"> & {
  readonly clauses: readonly Parameters<typeof shownBy>[0][];
};

/** Of more clauses that fail together it is told of the intended one alone what came. */
const FEW = 3;

/** The table as it is written: clauses by their number, since they repeat by the thousand. */
export function tableOf(all: readonly Told[]) {
  const clauses = [...new Set(all.flatMap((told) => told.clauses.map(({ id }) => id)))].toSorted();
  const faults = all
    .filter((told) => told.clauses.length > 0)
    .map((told) => {
      const telling = told.clauses.filter(({ id }) => told.clauses.length <= FEW || id === told.intended);
      const showed = telling.flatMap(shownBy);
      const ids = told.clauses
        .map(({ id }) => id)
        .toSorted((a, b) => Number(b === told.intended) - Number(a === told.intended));
      return {
        name: told.fault,
        endpoint: told.endpoint,
        words: told.description.replaceAll(/\/(?:-1|\d+|\*)(?=\/|$| )/g, "").replaceAll("/", "."),
        broke: ids.map((id) => clauses.indexOf(id)),
        showed,
      };
    });
  return { clauses, faults };
}
