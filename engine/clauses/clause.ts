import type { Cases, NamedCase } from "../../generators/cases.ts";
import { type Endpoint, ENDPOINT_NAMES, operations, type ParameterKey } from "../../schemas/operations.ts";
import type { ApiRequest, RequestSender, CheckResult, ApiResponse } from "../model/exchange.ts";
import type { ClauseAspect, ClauseId } from "../model/clause-results.ts";
import type { ReadRequest } from "./read-request.ts";
import type { BodyRows, FieldRow } from "../schema/fields.ts";
import type { Prerequisites } from "./prerequisites.ts";
import type * as fc from "fast-check";

/** Numbers of lines of the contract, counted from 1; at least one. */
export type ContractLines = readonly [number, ...number[]];

export interface StatedIn {
  readonly contract: ContractLines;
  /** Numbers of the entries in docs/interpretations.md on which the clause depends; absent: none. */
  readonly interpretations?: readonly number[];
}

/** The keys of the prerequisites of a clause, by alias: with `{ name: "tokens.limit" }`, its functions receive that name as `name`. */
export type PrerequisiteNames = Readonly<Record<string, keyof Prerequisites>>;
export type Inputs<N extends PrerequisiteNames> = { readonly [K in keyof N]: Prerequisites[N[K]] };

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

/** The values of a clause. A level sends the first `boundaries`, all `contexts` and, above smoke, random values of `middle`. */
export interface CaseSource<V> extends Pick<Cases<V>, "boundaries">, Partial<Omit<Cases<V>, "boundaries">> {
  /** Values that are all sent, such as the contexts of a list: the size of the level does not limit their number. */
  readonly contexts?: readonly NamedCase<V>[];
  /** For each optional parameter in `value`, the value without this parameter. A failing case is reduced to such values. */
  smaller?(value: V): readonly NamedCase<V>[];
}

/** The argument of a clause's functions: methods that send requests, and the prerequisites under their aliases. */
export type Context<N extends PrerequisiteNames> = RequestSender & Inputs<N>;

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

/** Overrides prerequisites of the fictitious target, and the first case of the clause. */
export interface ExampleSetup<N extends PrerequisiteNames, V> {
  readonly inputs?: Partial<Inputs<N>>;
  readonly value?: V;
}

/** One response, which is placed between `first` and `last`; or all responses, in the order of the requests. */
type Responses = ApiResponse | readonly ApiResponse[];

export type Script<N extends PrerequisiteNames, V> =
  Responses | (ExampleSetup<N, V> & { readonly responses: Responses });

/** A clause has at least two examples that pass, so that a check cannot be fitted to one response. */
type AtLeastTwo<T> = readonly [T, T, ...T[]];

export interface ClauseText extends StatedIn {
  readonly id: ClauseId;
  /** Absent: the first endpoint whose requests or records the section in the id describes. */
  readonly endpoint?: Endpoint;
  /** The clause as a sentence in the present tense, not a quotation of the contract. */
  readonly statement: string;
  /** The subject of the clause, given where the report needs it to tell a cause from its consequences. */
  readonly aspect?: ClauseAspect;
  /** Keys of the parameters, or members of the request body, that the clause tests; absent: the parameters that its lines describe. */
  readonly parameters?: readonly string[];
}

interface ClauseBase extends ClauseText {
  readonly endpoint: Endpoint;
}

/** A clause that sends requests. Without `emptyPass` or `acceptsParameter`, it must not pass on empty successes: a test checks that. */
export interface SendingSpec extends ClauseText {
  /** Why the clause may pass without a row: it requires that no request is refused (`acceptance`), one succeeds, or a row is absent. */
  readonly emptyPass?: "acceptance" | "status" | "absence";
  /** Parameters whose effect the clause tests. If it fails, clauses that find no suitable rows with all of them are its consequences. */
  readonly effectOf?: readonly ParameterKey[];
}

export interface SentCases<N extends PrerequisiteNames, V> {
  readonly needs?: N;
  /** The cases, or how they are generated; absent: the clause runs once. */
  readonly values?: (inputs: Inputs<N>) => readonly NamedCase<V>[] | CaseSource<V>;
  /** The key of a parameter, or `path`: the cases are its values. Values of it that were refused in other clauses become further cases. */
  readonly acceptsParameter?: string;
  /** If `acceptsParameter` has several formats: the pattern of the one that this clause tests, such as `/-/` for transaction ids. */
  readonly acceptsForm?: RegExp;
  /** Describes the records that the clause needs, if a service may have none; completes "no known record is …". */
  readonly about?: string;
  /** The clause compares responses, so its failure counts only if it occurs again while the data does not change. */
  readonly compares?: true;
  /** The clause tests whether a request affects a later one: its cases run one at a time, after the endpoint's clauses without `exclusive`. */
  readonly exclusive?: true;
  /** Clauses whose failure may be why this one has no suitable records: an unchecked clause is a consequence of one that failed. */
  readonly dependsOn?: readonly ClauseId[];
}

/** Checks an exchange whose request the clause did not choose: of a recording, or of another clause. */
export interface RecordedCheck {
  /** Whether the clause applies to such an exchange. For certain clauses this depends on the response too. */
  readonly when: (request: ReadRequest, response: ApiResponse) => boolean;
  readonly check: (response: ApiResponse, request: ReadRequest) => CheckResult;
  /** The clause passes only if a success of the endpoint was recorded too: otherwise, a service that refuses everything would pass. */
  readonly needsSuccess?: true;
}

/** A clause over several exchanges: `run` sends the requests and checks the responses. */
export interface SequenceSpec<N extends PrerequisiteNames, V> extends SendingSpec, SentCases<N, V> {
  readonly run: (trial: Context<N>, value: V) => Promise<CheckResult>;
  /** Checks one recorded exchange, such as a success for a request that must be refused. Absent: one exchange proves nothing. */
  readonly recorded?: RecordedCheck;
  /** Overrides for all examples of the clause: their prerequisites, and a case other than the first. */
  readonly examplesWith?: ExampleSetup<N, V>;
  /** If an example is a single response: the responses before and after it, with which the clause compares it. */
  readonly first?: Responses;
  readonly last?: Responses;
  readonly passes: AtLeastTwo<Script<N, V>>;
  readonly fails: Readonly<Record<string, Script<N, V>>>;
}

/** A clause over one exchange: of its own request or, with `when`, of a recording or of a test that uses the matchers. */
export interface SingleSpec<N extends PrerequisiteNames, V>
  extends SendingSpec, SentCases<N, V>, Pick<RecordedCheck, "check"> {
  /** Selects the recorded exchanges that the clause checks besides its own; absent: none. */
  readonly when?: RecordedCheck["when"];
  readonly request: (inputs: Inputs<N>, value: V) => ApiRequest;
  /** Example responses. The parameters in their requests have the names of the contract or, if it states none, assumed names. */
  readonly passes: AtLeastTwo<ApiResponse>;
  readonly fails: Readonly<Record<string, ApiResponse>>;
}

/** Clauses that check the same responses: the requests of each case are sent once for all these clauses. */
export interface FamilySpec<N extends PrerequisiteNames, V, A> extends SentCases<N, V> {
  /** Name of the family. Together with the seed of the run it determines the random cases. */
  readonly family: string;
  readonly request: (trial: Context<N>, value: V) => Promise<A>;
  readonly clauses: readonly (SendingSpec & {
    readonly check: (response: A, value: V) => CheckResult;
    readonly passes: AtLeastTwo<{ readonly response: A; readonly value: V }>;
    readonly fails: Readonly<Record<string, { readonly response: A; readonly value: V }>>;
  })[];
}

/** One case of a clause, or of all clauses of a family. It closes over its value and its prerequisites. */
export interface Case extends Omit<NamedCase<unknown>, "value"> {
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

/** A part of an exchange that a recording may lack. `body`: the text of the response body; `record`: the JSON value in it. */
export type RecordedPart = "request" | "status" | "headers" | "body" | "record";

/** A clause that checks the successes of its endpoint that other clauses receive (`isForPassiveClauses`). */
export interface PassiveClause
  extends ClauseBase, Pick<SentCases<PrerequisiteNames, unknown>, "dependsOn">, Examples {
  readonly kind: "passive";
  /** The part that the clause reads; absent: the record. A clause that reads the request reads the record too. */
  readonly reads?: RecordedPart;
  /** The query parameter that the clause tests. Results are discarded if the target does not know the name that was sent. */
  readonly parameter?: ParameterKey;
  /** The clause compares each response with an earlier one for the same record. It fails only if at least two responses differ. */
  readonly repeats?: true;
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

const NO_VALUE = { name: "", value: undefined };
export const SINGLE_CASE: CaseSource<undefined> = { boundaries: [], contexts: [NO_VALUE] };
