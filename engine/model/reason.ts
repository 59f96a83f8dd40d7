import type { Endpoint } from "../../schemas/operations.ts";
import type { ClauseId, ClauseResult } from "./clause-results.ts";
import { type Code, codeFacts, type Obstacle } from "./codes.ts";
import { present } from "./model.ts";

/** How the user can remove an obstacle, as data that reports turn into text. */
export type Remedy = NonNullable<ClauseResult["remedy"]>;

/**
 * A condition without which a clause cannot be checked: another clause passes, or an endpoint behaves as its clauses state.
 * `success`: requests to the endpoint succeed; `data`: its records or rows can be identified; `lookup`: it returns the records that
 * its own lists show; `links`: links lead to all pages of its list; `acceptance`: it accepts the parameters of the request `target`;
 * `effect`: these parameters select rows as the contract states.
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
  /** `reason` without the request that it names: cases with an equal text here are counted together. */
  readonly commonReason?: string;
  /** Replaces the remedy of the code. */
  readonly remedy?: Remedy;
}

export type Why = Omit<Reason, "reason">;

export function remedyOf({ code, remedy }: Why): Remedy | undefined {
  const { remedy: kind } = codeFacts(code);
  return remedy ?? (kind && { kind });
}

/** Converts a reason to members of a clause result: with the outcome of its code and, if the reason has no remedy, that of its code. */
export function asResult<T extends Reason>(reason: T) {
  const { commonReason: _commonReason, ...why } = reason;
  const isUntested = codeFacts(reason.code).isUntested === true;
  const outcome: "inconclusive" | "notTested" = isUntested ? "notTested" : "inconclusive";
  return { outcome, ...why, ...present({ remedy: remedyOf(reason) }) };
}

/** Whether the service, the network or missing credentials prevented the check of a clause, and no failed clause explains that. */
export function isPrevented({ code, consequenceOf }: Pick<ClauseResult, "code" | "consequenceOf">): boolean {
  const { obstacle }: { obstacle?: Obstacle } = code === undefined ? {} : codeFacts(code);
  const isOutside = obstacle === "service" || obstacle === "network" || code === "credentialsNeeded";
  return isOutside && consequenceOf === undefined;
}
