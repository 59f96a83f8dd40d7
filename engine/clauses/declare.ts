import type { NamedCase } from "../../generators/cases.ts";
import type { ApiRequest, Violation, CheckResult, ApiResponse } from "../model/exchange.ts";
import { mapValues, present } from "../model/model.ts";
import * as clause from "./clause.ts";
import { namesIn, DEFAULT_NAMES, readRequest, type ReadRequest } from "./read-request.ts";

export function sequence<const N extends clause.PrerequisiteNames, V = undefined>(
  spec: clause.SequenceSpec<N, V>,
): clause.SendingClause {
  const { run, values: _values, examplesWith: _with, first = [], last = [], passes, fails, ...common } = spec;
  const complete = (script: clause.Script<N, V>): CompleteScript<N, V> => {
    const setup = isResponseList(script) || "request" in script ? { responses: script } : script;
    const { responses } = setup;
    return { ...setup, responses: isResponseList(responses) ? responses : [first, responses, last].flat() };
  };
  const scripts = { passes: passes.map(complete), fails: mapValues(fails, complete) };
  return {
    needs: {},
    ...common,
    kind: "sending",
    endpoint: clause.endpointOf(spec),
    cases: caseMaker(spec, async (t, value) => {
      const checkResult = await run(t, value);
      return () => checkResult;
    }),
    ...examplesOf(scripts, (script, target, instead) => runScript(spec, script, target, instead)),
  };
}

export function single<const N extends clause.PrerequisiteNames, V = undefined>(
  spec: clause.SingleSpec<N, V>,
): clause.SendingClause {
  const { when, check, request, values: _values, passes, fails, ...common } = spec;
  return {
    needs: {},
    ...common,
    kind: "sending",
    endpoint: clause.endpointOf(spec),
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

/** A passive clause. `T` is the type of its subject, such as the error message of a contract result. */
interface PassiveSpec<T>
  extends
    clause.ClauseText,
    Pick<clause.PassiveClause, "reads" | "parameter" | "repeats" | "dependsOn">,
    ExampleContents<ApiResponse> {
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
export function passive<T>(spec: PassiveSpec<T>): clause.PassiveClause {
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
    endpoint: clause.endpointOf(spec),
    kind: "passive",
    check: checkExchange,
    ...examplesOf({ passes, fails }, checkExample),
    ignores: ignores.map((response) => exampleOf(response, checkExample)),
  };
}

export function family<const N extends clause.PrerequisiteNames, V, A>(
  spec: clause.FamilySpec<N, V, A>,
): readonly clause.FamilyClause<V, A>[] {
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
    endpoint: clause.endpointOf(common),
    cases,
    check,
    ...examplesOf({ passes, fails }, ({ response, value }) => Promise.resolve(check(response, value))),
  }));
}

const readExample = ({ request }: ApiResponse): ReadRequest => readRequest(request, namesIn(DEFAULT_NAMES));

interface ExampleContents<T> {
  readonly passes: readonly T[];
  readonly fails: Readonly<Record<string, T>>;
}

type CheckExample<T> = (content: T, ...others: Parameters<clause.Example["check"]>) => Promise<CheckResult>;

const exampleOf = <T>(content: T, check: CheckExample<T>): clause.Example => ({
  content,
  check: (...target) => check(content, ...target),
});

function examplesOf<T>({ passes, fails }: ExampleContents<T>, check: CheckExample<T>): clause.Examples {
  const toExample = (content: T) => exampleOf(content, check);
  return { passes: passes.map(toExample), fails: mapValues(fails, toExample) };
}

interface CompleteScript<N extends clause.PrerequisiteNames, V> extends clause.ExampleSetup<N, V> {
  readonly responses: readonly ApiResponse[];
}

/** Runs a sequence clause on scripted responses. Throws if it sends more requests than there are responses or, without `instead`, fewer. */
async function runScript<N extends clause.PrerequisiteNames, V>(
  spec: clause.SequenceSpec<N, V>,
  script: CompleteScript<N, V>,
  target: clause.FakeInputs,
  instead: clause.Override | undefined,
): Promise<CheckResult> {
  const { id, needs, run, examplesWith = {} } = spec;
  const { responses, ...overrides } = script;
  const { value, inputs: ownInputs } = { ...examplesWith, ...overrides };
  let sentRequests = 0;
  const get = (request: ApiRequest): Promise<ApiResponse> => {
    const response = instead?.(sentRequests, responses.length) ?? responses[sentRequests];
    sentRequests += 1;
    const sent = `${request.method} ${request.target}`;
    if (response === undefined) throw new Error(`${id}: the script has no further response for ${sent}`);
    return Promise.resolve({ ...response, request, url: new URL(request.target, response.url).href });
  };
  const all = (requests: readonly ApiRequest[]): Promise<readonly ApiResponse[]> =>
    Promise.all(requests.map(get));
  const shared = clause.inputsOf(needs, { ...DEFAULT_NAMES, ...target });
  const inputs = { ...shared, ...examplesWith.inputs, ...ownInputs };
  const usedCase = value === undefined ? firstCase(declaredValues(spec, inputs)) : { value };
  if (usedCase === undefined) throw new Error(`${id}: the prerequisites of the example give no case`);
  const checkResult = await run({ ...inputs, get, all }, usedCase.value);
  if (sentRequests < responses.length && instead === undefined) {
    throw new Error(`${id}: ${responses.length - sentRequests} example responses were not requested`);
  }
  return checkResult;
}

const isResponseList = (script: object): script is readonly ApiResponse[] => Array.isArray(script);

/** Whether `value` is of type `V`: undefined for a clause without `values`, a text for a clause with `acceptsParameter`. */
const isValueOf = <N extends clause.PrerequisiteNames, V>(
  { values, acceptsParameter }: clause.SentCases<N, V>,
  value: unknown,
): value is V =>
  value === undefined ? values === undefined : typeof value === "string" && acceptsParameter !== undefined;

/** The values of a clause as a {@link clause.CaseSource}: a single undefined value if the clause runs once. */
function declaredValues<N extends clause.PrerequisiteNames, V>(
  spec: clause.SentCases<N, V>,
  inputs: clause.Inputs<N>,
): clause.CaseSource<V> {
  const noValue: unknown = undefined;
  if (isValueOf(spec, noValue)) return { boundaries: [], contexts: [{ name: "", value: noValue }] };
  const values = spec.values?.(inputs) ?? [];
  return "boundaries" in values ? values : { boundaries: values };
}

const firstCase = <V>({ boundaries, contexts = [] }: clause.CaseSource<V>): NamedCase<V> | undefined =>
  [...boundaries, ...contexts][0];

/** Makes the function that returns the cases of a clause: each calls `run` with its value and the prerequisites. */
const caseMaker =
  <N extends clause.PrerequisiteNames, V>(
    spec: clause.SentCases<N, V>,
    run: (t: clause.Context<N>, value: V) => ReturnType<clause.Case["run"]>,
  ): clause.SendingClause["cases"] =>
  async (resolve) => {
    const { needs } = spec;
    const inputs = await resolve(needs);
    const values = declaredValues(spec, inputs);
    const toCase = ({ value, ...labels }: NamedCase<V>): clause.Case => ({
      ...labels,
      run: async (t, resolveAgain) =>
        run({ ...(resolveAgain === undefined ? inputs : await resolveAgain(needs)), ...t }, value),
      smaller: () => (values.smaller?.(value) ?? []).map(toCase),
    });
    const caseOf = (text: string): clause.Case => {
      const value: unknown = text;
      if (!isValueOf(spec, value)) throw new Error(`the cases of this clause are not texts: ${text}`);
      return toCase({ name: text, value });
    };
    const { contexts = [], middle } = values;
    return {
      ...present({ middle: middle?.map(toCase) }),
      boundaries: values.boundaries.map(toCase),
      contexts: contexts.map(toCase),
      caseOf,
    };
  };
