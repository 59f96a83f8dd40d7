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
  const others = failed.map(({ id }) => id).join(", ");
  const elsewhere = failsElsewhere(measured);
  return [
    ...(isAsIntended(measured)
      ? []
      : [
          `${fault}: the intended clause ${intended} says ${outcome}${reason === "" ? "" : ` (${reason})`}; ` +
            `failed: ${others === "" ? "none" : others}`,
        ]),
    ...(elsewhere.length === 0 ? [] : [`${fault}: fails at other endpoints: ${elsewhere.join(", ")}`]),
    ...broken.map((text) => `${fault}: a fault of the suite itself: ${text}`),
  ];
}
