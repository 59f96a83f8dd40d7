// Clauses as the engine runs them
import type { NamedCase } from "../../generators/cases.ts";
import { ENDPOINT_NAMES, operations, type Endpoint, type ParameterKey } from "../../schemas/operations.ts";
import type { RequestSender, CheckResult, ApiResponse } from "../model/exchange.ts";
import type { ClauseId } from "../model/clause-results.ts";
import type { ReadRequest } from "./read-request.ts";
import type { BodyRows, FieldRow } from "../schema/fields.ts";
import type { Prerequisites } from "./prerequisites.ts";
import type { ClauseText, ContractLines, Inputs, PassiveText } from "./declare.ts";
import type { PrerequisiteNames, RecordedCheck } from "./declare.ts";
import type { SendingSpec, SentCases, StatedIn } from "./declare.ts";
import type * as fc from "fast-check";

/** Returns prerequisites under the aliases of a clause; throws an `UnusableResponse` if one is missing or cannot be requested. */
export type Resolve = <N extends PrerequisiteNames>(needs: N | undefined) => Promise<Inputs<N>>;

/** The prerequisites of a clause under its aliases; undefined under the alias of one that is not in `prerequisites`. */
export function inputsOf<N extends PrerequisiteNames>(
  needs: N | undefined,
  prerequisites: Partial<Prerequisites>,
): Inputs<N>;
export function inputsOf(needs: PrerequisiteNames = {}, prerequisites: Partial<Prerequisites>): object {
  return Object.fromEntries(Object.entries(needs).map(([alias, name]) => [alias, prerequisites[name]]));
}

/** Prerequisites of the fictitious target on which examples are checked. The parameters have their `DEFAULT_NAMES`. */
export type FakeInputs = Partial<Omit<Prerequisites, ParameterKey>>;

/** Returns the response that replaces the one at `index` of the `count` responses of an example, if any. `index` may be beyond the end. */
export type Override = (index: number, count: number) => ApiResponse | undefined;

/** Invented responses that pass or fail the check of a clause. */
export interface Example {
  readonly content: unknown;
  /** Checks the example with the prerequisites of `target` that it lacks. Only `single` and `sequence` clauses use `instead`. */
  readonly check: (target: FakeInputs, instead?: Override) => Promise<CheckResult>;
}

export interface Examples {
  readonly passes: readonly Example[];
  readonly fails: Readonly<Record<string, Example>>;
}

interface ClauseBase extends ClauseText {
  readonly endpoint: Endpoint;
}

/** One case of a clause, or of all clauses of a family. It closes over its value and its prerequisites. */
export interface Case extends Omit<NamedCase<unknown>, "value"> {
  /** Index among the random values; absent for any other case. */
  readonly index?: number;
  /** Sends the requests; returns the function that checks their responses for a clause. With `resolve`, prerequisites are resolved again. */
  readonly run: (t: RequestSender, resolve?: Resolve) => Promise<(clause: ClauseId) => CheckResult>;
  readonly smaller?: () => readonly Case[];
}

/** All cases of a clause: like {@link CaseSource}, with a case in place of each value. */
export interface ClauseCases {
  readonly boundaries: readonly Case[];
  readonly contexts?: readonly Case[];
  readonly middle?: fc.Arbitrary<Case>;
  /** Makes a case of a value of `acceptsParameter`; throws an `Error` for a clause without `acceptsParameter`. */
  readonly caseOf: (text: string) => Case;
}

export interface SendingClause
  extends
    ClauseBase,
    Pick<SendingSpec, "emptyPass" | "effectOf">,
    Omit<SentCases<PrerequisiteNames, string>, "values">,
    Examples {
  readonly kind: "sending";
  /** The clause is over one exchange: it fails because of one success with a violation, even if a repetition has none. */
  readonly single?: true;
  readonly cases: (resolve: Resolve) => Promise<ClauseCases>;
  readonly needs: PrerequisiteNames;
  readonly family?: string;
  readonly recorded?: RecordedCheck;
}

export interface FamilyClause<V, A> extends SendingClause {
  readonly check: (response: A, value: V) => CheckResult;
}

/** A clause that checks the successes of its endpoint that other clauses receive (`isForPassiveClauses`). */
export interface PassiveClause extends PassiveText, Examples {
  readonly endpoint: Endpoint;
  readonly kind: "passive";
  /** `earlier`: the first response for the same record, if there is one. Inconclusive if the exchange does not show the subject. */
  readonly check: (response: ApiResponse, request: ReadRequest, earlier?: ApiResponse) => CheckResult;
  /** Examples that do not show the subject of the clause. */
  readonly ignores: readonly Example[];
}

/** The clauses on the fields of a success body, one per row of its table. */
export interface TableClauses {
  readonly kind: "table";
  readonly body: BodyRows;
  readonly statedIn: (row: FieldRow) => StatedIn;
}

/** Returns short descriptions of the unspecified behaviour that a response shows, such as `9 decimals`; empty if it shows none. */
export type Observe = (response: ApiResponse) => readonly string[];

/** Behaviour that the contract does not specify. With `warning`, each observation is also a warning, which fails a strict run. */
export interface UnspecifiedBehaviour {
  readonly id: ClauseId;
  readonly statement: string;
  readonly assumption: string;
  readonly contract: ContractLines;
  readonly observe?: Observe;
  readonly warning?: true;
}

export type Exported = SendingClause | PassiveClause | TableClauses;

export const sectionOf = (id: string): string => id.slice(0, id.indexOf("-"));

/** The endpoint that a clause names, or else the first whose requests or records its section describes; throws if there is none. */
export function endpointOf({ id, endpoint }: ClauseText): Endpoint {
  const isOn = (name: Endpoint): boolean =>
    [operations[name].section, operations[name].recordSection].some((section) => section === sectionOf(id));
  const named = endpoint ?? ENDPOINT_NAMES.find(isOn);
  if (named === undefined) throw new Error(`${id} must name its endpoint: its section belongs to none`);
  return named;
}
