import { type KnownDeviation, knownSchema } from "../../model/known-deviation.ts";
import { CannotRun } from "../cannot-run.ts";
import { validated } from "./json-file.ts";

/** The clauses that there are. */
type ClauseIds = Pick<ReadonlySet<string>, "has">;

/** Checks the content of a file of known deviations, whose name is told in messages: each must name a clause that there is. */
export function checkKnown(content: unknown, name: string, clauseIds: ClauseIds): readonly KnownDeviation[] {
  const { deviations } = validated(content, knownSchema, name);
  for (const [index, deviation] of deviations.entries()) {
    const fault = faultOf(deviation, clauseIds);
    if (fault !== undefined) {
      throw new CannotRun(`${name}: deviations[${index}].${fault}`);
    }
  }
  return deviations;
}

/** What is wrong with an entry, if anything is: the reason that a run prints is there to be replaced. */
export function faultOf(
  { clause, reason }: Pick<KnownDeviation, "clause" | "reason">,
  clauseIds: ClauseIds,
): string | undefined {
  if (/^\s*(say why\b|$)/i.test(reason)) {
    return "reason is none yet: write why this deviation is accepted, and until when";
  }
  return clauseIds.has(clause) ? undefined : `clause names ${JSON.stringify(clause)}: no such clause`;
}
