// Why a clause or a case was not checked
import type { Endpoint } from "../../schemas/operations.ts";
import type { ClauseId, ClauseResult } from "./clause-results.ts";
import { type Code, codeFacts, type Obstacle } from "./codes.ts";
import { present } from "./model.ts";

/** How the user can remove an obstacle, as data that reports turn into text. */
export type Remedy = NonNullable<ClauseResult["remedy"]>;

/**
 * A condition without which a clause cannot be checked: another clause, or a statement of the clauses on an endpoint. `success`:
 * requests to it succeed; `data`: it shows rows or a record; `lookup`: its own records are found; `links`: links lead to all
 * pages; `acceptance`, `effect`: the parameters of the request `target` are accepted, and select rows as the contract states.
 */
export type Dependency =
  | ClauseId
  | {
      readonly endpoint: Endpoint;
      readonly needs: "success" | "data" | "lookup" | "links" | "acceptance" | "effect";
      readonly target?: string;
    };

/** Why a clause or a case was not checked. */
export interface Reason {
  readonly code: Code;
  readonly reason: string;
  /** Clauses whose failure explains the reason, the most likely first; resolved at the end of the run. */
  readonly dependsOn?: readonly Dependency[];
  /** The text without the request, by which the same reason of several cases is counted as one. */
  readonly commonReason?: string;
  /** Replaces the remedy of the code. */
  readonly remedy?: Remedy;
}

/** A reason without its text. */
export type Why = Omit<Reason, "reason">;

/** The remedy that a reason gives, or else that of its code. */
export function remedyOf({ code, remedy }: Why): Remedy | undefined {
  const { remedy: kind } = codeFacts(code);
  return remedy ?? (kind && { kind });
}

/** Adds the outcome and the remedy that the code of a reason implies. A member that the reason already has is kept. */
export function asResult<T extends Reason>(reason: T) {
  const { commonReason: _commonReason, ...why } = reason;
  const isUntested = codeFacts(reason.code).isUntested === true;
  const outcome: "inconclusive" | "notTested" = isUntested ? "notTested" : "inconclusive";
  return { outcome, ...why, ...present({ remedy: remedyOf(reason) }) };
}

/** Whether the service or the network prevented the test of a clause, and no failed clause explains it. */
export function isPrevented({ code, consequenceOf }: Pick<ClauseResult, "code" | "consequenceOf">): boolean {
  const { obstacle }: { obstacle?: Obstacle } = code === undefined ? {} : codeFacts(code);
  const isOutside = obstacle === "service" || obstacle === "network" || code === "credentialsNeeded";
  return isOutside && consequenceOf === undefined;
}
