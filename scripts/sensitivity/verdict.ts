import type { Measured } from "./measure.ts";

/** Whether no clause noticed the fault. */
export const isSurvivor = ({ failed }: Measured): boolean => failed.length === 0;

/** Whether the clause that names the broken sentence failed. */
export const isAsIntended = ({ outcome }: Measured): boolean => outcome === "fail";

/** The clauses of endpoints without the fault that failed all the same. */
export const failsElsewhere = ({ endpoint, failed }: Measured): readonly string[] =>
  failed.filter((clause) => clause.endpoint !== endpoint).map(({ id }) => id);

/** Everything that is wrong with how a fault was found; empty where nothing is. */
export function complaints(measured: Measured): readonly string[] {
  const { fault, intended, outcome, reason, failed, broken } = measured;
  const others = failed.map(({ id }) => id).join(", ") || "none";
  const why = reason === "" ? "" : ` (${reason})`;
  const elsewhere = failsElsewhere(measured).join(", ");
  const wrong = [
    isAsIntended(measured) ? "" : `the intended clause ${intended} says ${outcome}${why}; failed: ${others}`,
    elsewhere === "" ? "" : `fails at other endpoints: ${elsewhere}`,
    ...broken.map((text) => `a fault of the suite itself: ${text}`),
  ];
  return wrong.filter((text) => text !== "").map((text) => `${fault}: ${text}`);
}
