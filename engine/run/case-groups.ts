import type { AskingClause } from "../clauses/clause.ts";
import { judge, judgeTogether, type Bench, type Judged, type Verdict } from "./judge.ts";

/** Gives what becomes of a clause; the first of a family to be asked for has all members of the run judged. */
export function judgingFamilies(
  asking: readonly AskingClause[],
  benchOf: (clause: AskingClause) => Bench,
): (clause: AskingClause) => Promise<Judged> {
  const underWay = new Map<string, Promise<ReadonlyMap<AskingClause, Verdict>>>();

  async function together(members: readonly AskingClause[]): Promise<ReadonlyMap<AskingClause, Verdict>> {
    const verdicts = await judgeTogether(members, benchOf);
    const pairs = members.flatMap((member, index) => {
      const verdict = verdicts[index];
      return verdict === undefined ? [] : [[member, verdict] as const];
    });
    return new Map(pairs);
  }

  return async (clause) => {
    const { family } = clause;
    const members = family === undefined ? [] : asking.filter((other) => other.family === family);
    if (family === undefined || !members.includes(clause)) {
      return await judge(clause, benchOf(clause));
    }
    const judging = underWay.get(family) ?? together(members);
    underWay.set(family, judging);
    const verdict = (await judging).get(clause);
    if (verdict === undefined || "fault" in verdict) {
      throw verdict?.fault;
    }
    return verdict;
  };
}
