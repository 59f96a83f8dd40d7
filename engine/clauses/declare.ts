// The four kinds of clauses that the files in specs/ declare, and the members of their declarations
import type { Cases, NamedCase } from "../../generators/cases.ts";
import type { Endpoint, ParameterKey } from "../../schemas/operations.ts";
import type { ApiRequest, RequestSender, CheckResult, ApiResponse, Violation } from "../model/exchange.ts";
import type { ClauseAspect, ClauseId } from "../model/clause-results.ts";
import { namesIn, readRequest, type ReadRequest } from "./read-request.ts";
import type { Prerequisites } from "./prerequisites.ts";
import { mapValues, present } from "../model/model.ts";
import { endpointOf, type SendingClause, type FamilyClause, type PassiveClause } from "./clause.ts";
import { caseMaker, readExample, exampleOf, isResponseList, runScript, examplesOf } from "./cases.ts";
import type { ExampleContents, CompleteScript } from "./cases.ts";

/** Numbers of lines of the contract, counted from 1; at least one. */
export type ContractLines = readonly [number, ...number[]];

export interface StatedIn {
  readonly contract: ContractLines;
  /** Numbers of the entries in docs/interpretations.md on which the clause depends; absent: none. */
  readonly interpretations?: readonly number[];
}

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

/** A clause that sends requests. Without `emptyPass` or `acceptsParameter`, it must not pass on empty successes: a test checks that. */
export interface SendingSpec extends ClauseText {
  /** Why the clause may pass without a row: it requires that no request is refused (`acceptance`), one succeeds, or a row is absent. */
  readonly emptyPass?: "acceptance" | "status" | "absence";
  /** Parameters whose effect the clause tests. If it fails, clauses that find no suitable rows with all of them are its consequences. */
  readonly effectOf?: readonly ParameterKey[];
}

/** The keys of the prerequisites of a clause, by alias: with `{ name: "tokens.limit" }`, its functions receive that name as `name`. */
export type PrerequisiteNames = Readonly<Record<string, keyof Prerequisites>>;
export type Inputs<N extends PrerequisiteNames> = { readonly [K in keyof N]: Prerequisites[N[K]] };

/** The argument of a clause's functions: methods that send requests, and the prerequisites under their aliases. */
export type Context<N extends PrerequisiteNames> = RequestSender & Inputs<N>;

/** The values of a clause. A level sends the first `boundaries`, all `contexts` and, above smoke, random values of `middle`. */
export interface CaseSource<V> extends Pick<Cases<V>, "boundaries">, Partial<Omit<Cases<V>, "boundaries">> {
  /** Values that are all sent, such as the contexts of a list: the size of the level does not limit their number. */
  readonly contexts?: readonly NamedCase<V>[];
  /** For each optional parameter in `value`, the value without this parameter. A failing case is reduced to such values. */
  smaller?(value: V): readonly NamedCase<V>[];
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
  /** Level smoke does not test the clause: it needs many requests for a kind of fault that is rare. */
  readonly skipAtSmoke?: true;
  /** Clauses whose failure may be why this one has no suitable records: an unchecked clause is a consequence of one that failed. */
  readonly dependsOn?: readonly ClauseId[];
}

const NO_VALUE = { name: "", value: undefined };
export const SINGLE_CASE: CaseSource<undefined> = { boundaries: [], contexts: [NO_VALUE] };

/** Checks an exchange whose request the clause did not choose: of a recording, or of another clause. */
export interface RecordedCheck {
  /** Whether the clause applies to such an exchange. For certain clauses this depends on the response too. */
  readonly when: (request: ReadRequest, response: ApiResponse) => boolean;
  readonly check: (response: ApiResponse, request: ReadRequest) => CheckResult;
  /** The clause passes only if a success of the endpoint was recorded too: otherwise, a service that refuses everything would pass. */
  readonly needsSuccess?: true;
}

/** One response, which is placed between `first` and `last`; or all responses, in the order of the requests. */
type Responses = ApiResponse | readonly ApiResponse[];

/** Overrides prerequisites of the fictitious target, and the first case of the clause. */
export interface ExampleSetup<N extends PrerequisiteNames, V> {
  readonly inputs?: Partial<Inputs<N>>;
  readonly value?: V;
}

export type Script<N extends PrerequisiteNames, V> =
  Responses | (ExampleSetup<N, V> & { readonly responses: Responses });

/** A clause has at least two examples that pass, so that a check cannot be fitted to one response. */
type AtLeastTwo<T> = readonly [T, T, ...T[]];

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

export function sequence<const N extends PrerequisiteNames, V = undefined>(
  spec: SequenceSpec<N, V>,
): SendingClause {
  const { run, values: _values, examplesWith: _with, first = [], last = [], passes, fails, ...common } = spec;
  const complete = (script: Script<N, V>): CompleteScript<N, V> => {
    const setup = isResponseList(script) || "request" in script ? { responses: script } : script;
    const { responses } = setup;
    return { ...setup, responses: isResponseList(responses) ? responses : [first, responses, last].flat() };
  };
  const scripts = { passes: passes.map(complete), fails: mapValues(fails, complete) };
  return {
    needs: {},
    ...common,
    kind: "sending",
    endpoint: endpointOf(spec),
    cases: caseMaker(spec, async (t, value) => {
      const checkResult = await run(t, value);
      return () => checkResult;
    }),
    ...examplesOf(scripts, (script, target, instead) => runScript(spec, script, target, instead)),
  };
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

export function single<const N extends PrerequisiteNames, V = undefined>(
  spec: SingleSpec<N, V>,
): SendingClause {
  const { when, check, request, values: _values, passes, fails, ...common } = spec;
  return {
    needs: {},
    ...common,
    kind: "sending",
    endpoint: endpointOf(spec),
    single: true,
    cases: caseMaker(spec, async (t, value) => {
      const response = await t.get(request(t, value));
      const names = Object.entries(common.needs ?? {}).map(([alias, need]) => [need, t[alias]]);
      const classified = readRequest(response.request, namesIn(Object.fromEntries(names)));
      return () => check(response, classified);
    }),
    ...present({ recorded: when && { when, check } }),
    ...examplesOf({ passes, fails }, (example, _target, instead) => {
      const response = { ...(instead?.(0, 1) ?? example), request: example.request };
      return Promise.resolve(check(response, readExample(example)));
    }),
  };
}

/** A part of an exchange that a recording may lack. `body`: the text of the response body; `record`: the JSON value in it. */
export type RecordedPart = "request" | "status" | "headers" | "body" | "record";

/** The members of a passive clause that say which responses it checks. */
export interface PassiveText extends ClauseText, Pick<SentCases<PrerequisiteNames, unknown>, "dependsOn"> {
  /** The part that the clause reads; absent: the record. A clause that reads the request reads the record too. */
  readonly reads?: RecordedPart;
  /** The query parameter that the clause tests. Results are discarded if the target does not know the name that was sent. */
  readonly parameter?: ParameterKey;
  /** The clause compares each response with an earlier one for the same record. It fails only if at least two responses differ. */
  readonly repeats?: true;
}

/** A passive clause. `T` is the type of its subject, such as the error message of a contract result. */
interface PassiveSpec<T> extends PassiveText, ExampleContents<ApiResponse> {
  /** The subject as a noun phrase; completes "no response shows …". */
  readonly subject: string;
  /** Extracts the subject from a success; undefined if the exchange does not show it. */
  readonly about: (response: ApiResponse, request: ReadRequest, earlier?: ApiResponse) => T | undefined;
  readonly check: (subject: T, response: ApiResponse) => readonly Violation[];
  readonly ignores?: readonly ApiResponse[];
  /** For examples of a clause with `repeats`: the earlier response for the same record. */
  readonly earlier?: ApiResponse;
}

/** Declares a clause that checks the successes of its endpoint, but only a success from which `about` extracts the subject. */
export function passive<T>(spec: PassiveSpec<T>): PassiveClause {
  const { about, check, subject, passes, fails, ignores = [], earlier: firstExample, ...common } = spec;
  const checkExchange = (response: ApiResponse, request: ReadRequest, earlier?: ApiResponse): CheckResult => {
    const shownSubject = about(response, request, earlier);
    return shownSubject === undefined
      ? { code: "dataUnsuitable", reason: `no response shows ${subject}` }
      : check(shownSubject, response);
  };
  const checkExample = (example: ApiResponse): Promise<CheckResult> =>
    Promise.resolve(checkExchange(example, readExample(example), firstExample));
  return {
    ...common,
    endpoint: endpointOf(spec),
    kind: "passive",
    check: checkExchange,
    ...examplesOf({ passes, fails }, checkExample),
    ignores: ignores.map((response) => exampleOf(response, checkExample)),
  };
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

export function family<const N extends PrerequisiteNames, V, A>(
  spec: FamilySpec<N, V, A>,
): readonly FamilyClause<V, A>[] {
  const { clauses, request, values: _values, ...shared } = spec;
  const checks = new Map(clauses.map(({ id, check }) => [id, check] as const));
  const cases = caseMaker(spec, async (t, value) => {
    const response = await request(t, value);
    return (id) => checks.get(id)?.(response, value) ?? [];
  });
  return clauses.map(({ passes, fails, check, ...common }) => ({
    needs: {},
    ...shared,
    ...common,
    kind: "sending",
    endpoint: endpointOf(common),
    cases,
    check,
    ...examplesOf({ passes, fails }, ({ response, value }) => Promise.resolve(check(response, value))),
  }));
}
