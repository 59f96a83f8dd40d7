import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { Service } from "../../schemas/operations.ts";
import type { LabelledLine } from "./explain.ts";
import { serviceOf } from "./labels.ts";
import { isLeft } from "./left.ts";
import { count, countOf } from "./numbers.ts";
import { causesOf, groupBy, isNotJudged } from "./tally.ts";

/** Who can do something about it: the team of a service, or those who run or make what is between and around. */
type Whom = Service | "network" | "user" | "suite";

const NAMES: Readonly<Record<Whom, string>> = {
  status: "status page team",
  base: "ledger query team",
  verify: "verification team",
  network: "gateway or network team",
  user: "user of this suite",
  suite: "makers of this suite",
};

type Concerned = Pick<ClauseResult, "endpoint" | "outcome" | "cause" | "remedy">;

function whomOf(
  { endpoint, outcome, cause, remedy }: Concerned,
  { endedBy }: Pick<RunResult, "endedBy">,
): Whom {
  if (outcome === "fail" || outcome === "known" || remedy?.kind === "mendFirst") {
    return serviceOf(endpoint);
  }
  if (cause === "suite") {
    return "suite";
  }
  const isInTheirHands = remedy === undefined ? cause !== "environment" : remedy.kind !== "runToItsEnd";
  return isInTheirHands || endedBy === "signal" ? "user" : "network";
}

/** Whom to tell of a clause that is broken, or was not judged. */
export const tell = (clause: Concerned, result: Pick<RunResult, "endedBy">): LabelledLine => ({
  label: "tell",
  text: NAMES[whomOf(clause, result)],
});

/** The same as one text. */
export const lineText = ({ label, text }: LabelledLine): string => `${label}: ${text}`;

/** Whom to tell of a run, and of how much; undefined where nobody has to do anything. */
export function whomToTell(result: RunResult): string | undefined {
  const causes = causesOf(result).map(({ clause }) => clause);
  const others = result.clauses.filter((clause) => isNotJudged(clause) && !isLeft(result.level, clause));
  const told = groupBy([...causes, ...others], (clause) => whomOf(clause, result)).map(([whom, own]) => {
    const left = own.filter(isNotJudged).length;
    const sizes = [
      own.length > left && countOf(own.length - left, "cause"),
      left > 0 && `${count(left)} not judged`,
    ];
    return `${NAMES[whom]} (${sizes.filter((size) => size !== false).join(", ")})`;
  });
  return told.length === 0 ? undefined : `Whom to tell: ${told.join("; ")}`;
}
