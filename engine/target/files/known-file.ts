import { type KnownDeviation, knownSchema } from "../../model/known-deviation.ts";
import { CannotRun } from "../cannot-run.ts";
import { readJson, validated } from "./json-file.ts";

/** The clauses that there are. */
type ClauseIds = Pick<ReadonlySet<string>, "has">;

/** Reads a file of known deviations; each must name a clause that there is. */
export function readKnownFile(path: string, clauseIds: ClauseIds): readonly KnownDeviation[] {
  return checkKnown(readJson(path, "file of known deviations"), path, clauseIds);
}

/** Checks the content of such a file; `name` stands for it in messages. */
export function checkKnown(content: unknown, name: string, clauseIds: ClauseIds): readonly KnownDeviation[] {
  const { deviations } = validated(content, knownSchema, name);
  deviations.forEach(({ clause, reason }, index) => {
    const member = `deviations[${index}]`;
    const noReason = objectionToReason(reason);
    if (noReason !== undefined) {
      throw new CannotRun(`${name}: ${member}.reason ${noReason}`);
    }
    if (!clauseIds.has(clause)) {
      throw new CannotRun(`${name}: ${member}.clause names ${JSON.stringify(clause)}: no such clause`);
    }
  });
  return deviations;
}

/** Why a text is no reason, if it is none: the one that a run prints is there to be replaced. */
export function objectionToReason(reason: string): string | undefined {
  return /^\s*(say why\b|$)/i.test(reason)
    ? "is none yet: write why this deviation is accepted, and until when"
    : undefined;
}
