import type { Endpoint } from "../../schemas/operations.ts";
import type { ClauseId, ClauseResult } from "./clause-results.ts";
import { present } from "./model.ts";

/**
 * The obstacle to the check of a clause. `level`: too few requests; `data`: the service has no suitable records; `user`: has to add or
 * correct something, or interrupted the run; `network`: the service was not reached in time, or a gateway responded in its place.
 */
export type Obstacle = "level" | "data" | "user" | "service" | "network" | "suite";

export const REMEDY_KINDS = [
  "correctUrl",
  "giveSamples",
  "giveParameterName",
  "giveCredentials",
  "useUrl",
  "trustAuthority",
  "giveCertificate",
  "correctCertificate",
  "correctProxy",
  "offerHttp1",
  "passFirewall",
  "shortenBody",
  "readFurther",
  "raiseLevel",
  "fixEndpoint",
  "finishRun",
  "runAgain",
  "nothing",
] as const;

interface CodeFacts {
  readonly obstacle: Obstacle;
  /** The outcome of a clause with this code is `notTested`. Otherwise it is `inconclusive`. */
  readonly isUntested?: true;
  /** The kind of the remedy if the reason has none of its own. */
  readonly remedy?: (typeof REMEDY_KINDS)[number];
}

/** Why a clause neither passes nor fails, in the order of a run. docs/results.md describes the codes. */
export const CODES = {
  // Reasons before the first request for the clause
  noUrl: { obstacle: "user", isUntested: true },
  parameterAbsent: { obstacle: "user", isUntested: true },
  parameterAssumed: { obstacle: "user", isUntested: true },
  notRecorded: { obstacle: "data", isUntested: true },
  skippedAtLevel: { obstacle: "level", isUntested: true },
  samplesMissing: { obstacle: "user", isUntested: true },
  // Reasons why the run ended
  interrupted: { obstacle: "user", isUntested: true, remedy: "finishRun" },
  outOfTime: { obstacle: "network", isUntested: true, remedy: "finishRun" },
  notReached: { obstacle: "network", isUntested: true, remedy: "finishRun" },
  requestLimit: { obstacle: "service" },
  pageLimit: { obstacle: "level", remedy: "readFurther" },
  // Reasons why a request got no usable response
  unreachable: { obstacle: "network" },
  timeOut: { obstacle: "network" },
  connectionLost: { obstacle: "network" },
  gatewayError: { obstacle: "network" },
  blocked: { obstacle: "network", remedy: "passFirewall" },
  serviceError: { obstacle: "service" },
  busy: { obstacle: "service" },
  redirected: { obstacle: "service" },
  credentialsNeeded: { obstacle: "user" },
  responseTooLong: { obstacle: "service", remedy: "shortenBody" },
  // Reasons why the service or the endpoint returned no success
  serviceNotFound: { obstacle: "network" },
  endpointNotFound: { obstacle: "service" },
  noSuccess: { obstacle: "service", remedy: "fixEndpoint" },
  // Reasons that the search for prerequisites finds
  recordsNotFound: { obstacle: "service", remedy: "fixEndpoint" },
  samplesUnsuitable: { obstacle: "user" },
  parameterUnknown: { obstacle: "user" },
  listNotRead: { obstacle: "service" },
  // Reasons that the check of a clause finds
  tooFewCases: { obstacle: "level" },
  dataUnsuitable: { obstacle: "data" },
  otherRequest: { obstacle: "data" },
  refused: { obstacle: "service" },
  otherClause: { obstacle: "service" },
  unspecified: { obstacle: "service", remedy: "nothing" },
  unsteady: { obstacle: "service", remedy: "runAgain" },
  suiteFailed: { obstacle: "suite" },
} as const satisfies Readonly<Record<string, CodeFacts>>;

export type Code = keyof typeof CODES;

export const codeFacts = (code: Code): CodeFacts => CODES[code];

export const obstacleOf = (code: Code): Obstacle => CODES[code].obstacle;

export type Remedy = NonNullable<ClauseResult["remedy"]>;

/**
 * A condition without which a clause cannot be checked: another clause passes, or an endpoint behaves as its clauses state. `success`:
 * requests succeed; `data`: records or rows can be identified; `lookup`: the records that its lists show are found; `links`: they lead to
 * all pages; `acceptance` and `effect`: the parameters of the request `target` are accepted, and select rows as the contract states.
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
  /** Clauses whose failure explains the reason, the most likely first. */
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

/** Whether the service, the network or missing credentials prevented the check, and no failed clause explains that. */
export function isPrevented({ code, consequenceOf }: Pick<ClauseResult, "code" | "consequenceOf">): boolean {
  const { obstacle }: { obstacle?: Obstacle } = code === undefined ? {} : codeFacts(code);
  const isOutside = obstacle === "service" || obstacle === "network" || code === "credentialsNeeded";
  return isOutside && consequenceOf === undefined;
}
