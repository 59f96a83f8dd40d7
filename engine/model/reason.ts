// Why a clause or a case was not checked
import type { Endpoint } from "../../schemas/operations.ts";
import type { Cause, ClauseId, ClauseResult, Obstacle } from "./clause-results.ts";
import { present } from "./model.ts";

/** How the user can remove an obstacle, as data that reports turn into text. */
export type Remedy = NonNullable<ClauseResult["remedy"]>;

/**
 * What must be right before a clause can be checked: another clause, or what the clauses on an endpoint state. `success`:
 * requests to it succeed; `shown`: it shows rows or a record; `found`: its own records are found; `links`: links lead to all pages; `acceptance`, `effect`: the
 * parameters of the request `target` are accepted, and select rows as the contract states.
 */
export type Dependency =
  | ClauseId
  | {
      readonly endpoint: Endpoint;
      readonly needs: "success" | "shown" | "found" | "links" | "acceptance" | "effect";
      readonly target?: string;
    };

/** Why a clause or a case was not checked. */
export interface Reason {
  /** Text for reports. */
  readonly reason: string;
  readonly obstacle: Obstacle;
  /** Clauses whose failure explains the obstacle, the most likely first; resolved at the end of the run. */
  readonly dependsOn?: readonly Dependency[];
  /** The text without the request, so that reports can merge the same obstacle of several cases and clauses. */
  readonly came?: string;
  readonly remedy?: Remedy;
  readonly code?: NonNullable<ClauseResult["code"]>;
}

/** A reason without its text. */
export type Why = Omit<Reason, "reason">;

export function reasonFor({ message, why }: Error & { readonly why: Why }): Reason {
  return { reason: message, ...why };
}

/** The cause, as interface.md defines it, that an obstacle implies. */
export function causeOf({
  obstacle,
  follows,
  remedy,
}: Pick<Reason, "obstacle" | "remedy"> & { readonly follows?: string }): Cause {
  if (obstacle === "service") {
    return follows === undefined ? "environment" : "contract";
  }
  const isOfTarget = remedy?.kind === "giveCredentials" || remedy?.kind === "correctUrl";
  return obstacle === "network" || isOfTarget ? "environment" : "data";
}

/** Adds the cause that the obstacle of a reason implies. */
export function reasonWithCause<T extends Partial<Reason>>(why: T): T & Pick<ClauseResult, "cause"> {
  const { obstacle, remedy } = why;
  return obstacle === undefined ? why : { ...why, cause: causeOf({ obstacle, ...present({ remedy }) }) };
}
