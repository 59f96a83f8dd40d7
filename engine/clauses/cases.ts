// The cases and the examples of a declared clause
import type { NamedCase } from "../../generators/cases.ts";
import type { ApiRequest, CheckResult, ApiResponse } from "../model/exchange.ts";
import { namesIn, DEFAULT_NAMES, readRequest, type ReadRequest } from "./read-request.ts";
import { mapValues, present } from "../model/model.ts";
import type { PrerequisiteNames, Context, CaseSource, SentCases, ExampleSetup } from "./declare.ts";
import type { SequenceSpec, Inputs } from "./declare.ts";
import { inputsOf, type FakeInputs, type Override, type Example, type Examples } from "./clause.ts";
import type { Case, SendingClause } from "./clause.ts";

/** Whether `value` is of type `V`: undefined for a clause without `values`, a text for a clause with `acceptsParameter`. */
const isValueOf = <N extends PrerequisiteNames, V>(
  { values, acceptsParameter }: SentCases<N, V>,
  value: unknown,
): value is V =>
  value === undefined ? values === undefined : typeof value === "string" && acceptsParameter !== undefined;

/** The values of a clause as a {@link CaseSource}: a single undefined value if the clause runs once. */
function declaredValues<N extends PrerequisiteNames, V>(
  spec: SentCases<N, V>,
  inputs: Inputs<N>,
): CaseSource<V> {
  const noValue: unknown = undefined;
  if (isValueOf(spec, noValue)) return { boundaries: [], contexts: [{ name: "", value: noValue }] };
  const values = spec.values?.(inputs) ?? [];
  return "boundaries" in values ? values : { boundaries: values };
}

const firstCase = <V>({ boundaries, contexts = [] }: CaseSource<V>): NamedCase<V> | undefined =>
  [...boundaries, ...contexts][0];

/** Makes the function that returns the cases of a clause: each calls `run` with its value and the prerequisites. */
export const caseMaker =
  <N extends PrerequisiteNames, V>(
    spec: SentCases<N, V>,
    run: (t: Context<N>, value: V) => ReturnType<Case["run"]>,
  ): SendingClause["cases"] =>
  async (resolve) => {
    const { needs } = spec;
    const inputs = await resolve(needs);
    const values = declaredValues(spec, inputs);
    const toCase = ({ value, ...labels }: NamedCase<V>): Case => ({
      ...labels,
      run: async (t, resolveAgain) =>
        run({ ...(resolveAgain === undefined ? inputs : await resolveAgain(needs)), ...t }, value),
      smaller: () => (values.smaller?.(value) ?? []).map(toCase),
    });
    const caseOf = (text: string): Case => {
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

export const readExample = ({ request }: ApiResponse): ReadRequest =>
  readRequest(request, namesIn(DEFAULT_NAMES));

export interface ExampleContents<T> {
  readonly passes: readonly T[];
  readonly fails: Readonly<Record<string, T>>;
}

type CheckExample<T> = (content: T, ...others: Parameters<Example["check"]>) => Promise<CheckResult>;

export const exampleOf = <T>(content: T, check: CheckExample<T>): Example => ({
  content,
  check: (...target) => check(content, ...target),
});

export function examplesOf<T>({ passes, fails }: ExampleContents<T>, check: CheckExample<T>): Examples {
  const toExample = (content: T) => exampleOf(content, check);
  return { passes: passes.map(toExample), fails: mapValues(fails, toExample) };
}

export interface CompleteScript<N extends PrerequisiteNames, V> extends ExampleSetup<N, V> {
  readonly responses: readonly ApiResponse[];
}

export const isResponseList = (script: object): script is readonly ApiResponse[] => Array.isArray(script);

/** Runs a sequence clause on scripted responses. Throws if it sends more requests than there are responses or, without `instead`, fewer. */
export async function runScript<N extends PrerequisiteNames, V>(
  spec: SequenceSpec<N, V>,
  script: CompleteScript<N, V>,
  target: FakeInputs,
  instead: Override | undefined,
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
  const shared = inputsOf(needs, { ...DEFAULT_NAMES, ...target });
  const inputs = { ...shared, ...examplesWith.inputs, ...ownInputs };
  const usedCase = value === undefined ? firstCase(declaredValues(spec, inputs)) : { value };
  if (usedCase === undefined) throw new Error(`${id}: the prerequisites of the example give no case`);
  const checkResult = await run({ ...inputs, get, all }, usedCase.value);
  if (sentRequests < responses.length && instead === undefined) {
    throw new Error(`${id}: ${responses.length - sentRequests} example responses were not requested`);
  }
  return checkResult;
}
