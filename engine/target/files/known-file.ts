import type { Catalogue } from "../../clauses/catalogue.ts";
import { type KnownDeviation, knownSchema } from "../../model/known-deviation.ts";
import { CannotRun } from "../cannot-run.ts";
import { validated } from "./json-file.ts";

export type ClauseIds = ReadonlySet<string>;

export const clauseIdsOf = ({ clauses }: Pick<Catalogue, "clauses">): ClauseIds =>
  new Set(clauses.map(({ id }) => id));

/** Checks the content of a file of known deviations, whose name is told in messages. */
export function checkKnown(content: unknown, name: string, clauseIds: ClauseIds): readonly KnownDeviation[] {
  const { deviations } = validated(content, knownSchema, name);
  demandClauses(deviations, name, clauseIds);
  return deviations;
}

/** Each entry must name a clause that there is, and a reason: the one that a run prints is there to be replaced. */
export function demandClauses(
  deviations: readonly Pick<KnownDeviation, "clause" | "reason">[],
  name: string,
  clauseIds: ClauseIds,
): void {
  for (const [index, { clause, reason }] of deviations.entries()) {
    const place = `${name}: deviations[${index}]`;
    if (/^\s*(say why\b|$)/i.test(reason)) {
      throw new CannotRun(
        `${place}.reason is none yet: write why this deviation is accepted, and until when`,
      );
    }
    if (!clauseIds.has(clause)) {
      throw new CannotRun(`${place}.clause names ${JSON.stringify(clause)}: no such clause`);
    }
  }
}
