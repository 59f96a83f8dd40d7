import type { NamedCase } from "../../generators/cases.ts";
import type { ApiRequest, Violation, CheckResult, ApiResponse } from "../model/exchange.ts";
import { present } from "../model/model.ts";
import { endpointOf } from "./clause.ts";
import type {
  SendingClause,
  SingleSpec,
  FamilySpec,
  CaseSource,
  Inputs,
  Override,
  SequenceSpec,
  FakeInputs,
  PrerequisiteNames,
  Example,
  Examples,
  Script,
  ExampleSetup,
  ClauseText,
  Context,
  PassiveClause,
} from "./clause.ts";
import { namesIn, OWN_NAMES, readRequest, type ReadRequest } from "./read-request.ts";

/** Declares a clause over several exchanges: a function that sends requests and checks their responses. */
export function sequence<const N extends PrerequisiteNames, V = undefined>(
  spec: SequenceSpec<N, V>,
): SendingClause {
  const { run, proves: _proves, first = [], last = [], passes, fails, ...common } = spec;
  const all = (one: ApiResponse | readonly ApiResponse[]) =>
    isResponseList(one) ? one : [first, one, last].flat();
  const whole = (script: Script<N, V>): WholeScript<N, V> =>
    isResponseList(script) || "request" in script
      ? all(script)
      : { ...script, responses: all(script.responses) };
  const made = {
    passes: passes.map(whole),
    fails: Object.fromEntries(Object.entries(fails).map(([name, script]) => [name, whole(script)])),
  };
  return eraseTypes({
    ...common,
    request: run,
    check: (checkResult: CheckResult) => checkResult,
    ...examplesOf(made, (script, target, instead) => runScript(spec, script, target, instead)),
  });
}

/** Declares a clause over one exchange, which sends its own requests. */
export function single<const N extends PrerequisiteNames, V = undefined>(
  spec: SingleSpec<N, V>,
): SendingClause {
  const { when, check, needsSuccess, request: apiRequest, passes, fails, ...common } = spec;
  return eraseTypes({
    ...common,
    single: true,
    request: async (t: Context<N>, value: V): Promise<readonly [ApiResponse, ReadRequest]> => {
      const response = await t.get(apiRequest(t, value));
      const known = Object.entries(common.needs ?? {}).map(([alias, need]) => [need, t[alias]]);
      return [response, readRequest(response.request, namesIn(Object.fromEntries(known)))];
    },
    check: ([response, request]: readonly [ApiResponse, ReadRequest]) => check(response, request),
    ...present({ recorded: when && { when, check, ...present({ needsSuccess }) } }),
    ...examplesOf({ passes, fails }, (response, _target, instead) =>
      Promise.resolve(
        check(
          { ...(instead?.(0, 1) ?? response), request: response.request },
          readRequest(response.request, namesIn(OWN_NAMES)),
        ),
      ),
    ),
  });
}

/** A passive clause. `T` is the type of its subject, such as the error message of a contract result. */
interface PassiveSpec<T>
  extends
    ClauseText,
    Pick<PassiveClause, "reads" | "parameter" | "repeats" | "dependsOn">,
    MadeExamples<ApiResponse> {
  /** The subject as a noun phrase; completes "no response shows …". */
  readonly subject: string;
  /** Extracts the subject from an exchange; undefined if the exchange does not show it. */
  readonly about: (response: ApiResponse, request: ReadRequest, earlier?: ApiResponse) => T | undefined;
  readonly check: (subject: T, response: ApiResponse) => readonly Violation[];
  /** Example responses that do not show the subject. */
  readonly ignores?: readonly ApiResponse[];
  /** The first response to the request of the examples. */
  readonly earlier?: ApiResponse;
}

/**
 * Declares a clause over one exchange that checks every successful response of its endpoint, whichever clause sent the
 * request. An exchange that does not show the subject cannot make the clause pass: `check` is not called for it.
 */
export function passive<T>(spec: PassiveSpec<T>): PassiveClause {
  const { about, check, subject, passes, fails, ignores = [], earlier: first, ...common } = spec;
  const checked = (response: ApiResponse, request: ReadRequest, earlier?: ApiResponse): CheckResult => {
    const found = about(response, request, earlier);
    return found === undefined
      ? { inconclusive: `no response shows ${subject}`, obstacle: "data" }
      : check(found, response);
  };
  const checkExample = (response: ApiResponse): Promise<CheckResult> =>
    Promise.resolve(checked(response, readRequest(response.request, namesIn(OWN_NAMES)), first));
  return {
    ...common,
    endpoint: endpointOf(spec),
    kind: "passive",
    check: checked,
    ...examplesOf({ passes, fails }, checkExample),
    ignores: ignores.map((response) => exampleOf(response, checkExample)),
  };
}

/** The subject of clauses that apply to every successful response. */
export const everyResponse = {
  subject: "a success",
  about: (response: ApiResponse): ApiResponse => response,
} as const;

export function family<const N extends PrerequisiteNames, V, A>(
  spec: FamilySpec<N, V, A>,
): readonly SendingClause[] {
  const { clauses, ...shared } = spec;
  return clauses.map(({ passes, fails, check, ...common }) =>
    eraseTypes({
      ...shared,
      ...common,
      check,
      ...examplesOf({ passes, fails }, ({ response, value }) => Promise.resolve(check(response, value))),
    }),
  );
}

/** The invented responses of a clause: responses that pass, and by name responses that fail. */
interface MadeExamples<T> {
  readonly passes: readonly T[];
  readonly fails: Readonly<Record<string, T>>;
}

type CheckExample<T> = (made: T, target: FakeInputs, instead?: Override) => Promise<CheckResult>;

const exampleOf = <T>(made: T, check: CheckExample<T>): Example => ({
  made,
  check: (target, instead) => check(made, target, instead),
});

function examplesOf<T>({ passes, fails }: MadeExamples<T>, check: CheckExample<T>): Examples {
  const rejects = Object.entries(fails).map(([name, made]) => [name, exampleOf(made, check)] as const);
  return { accepts: passes.map((made) => exampleOf(made, check)), rejects: Object.fromEntries(rejects) };
}

/** A script with all responses, in the order of the requests of the sequence clause. */
type WholeScript<N extends PrerequisiteNames, V> =
  readonly ApiResponse[] | (ExampleSetup<N, V> & { readonly responses: readonly ApiResponse[] });

/** Runs a sequence clause on scripted responses; throws if the clause sends more or fewer requests than scripted. */
async function runScript<N extends PrerequisiteNames, V>(
  { id, needs, given, run, proves = {} }: SequenceSpec<N, V>,
  script: WholeScript<N, V>,
  target: FakeInputs,
  instead: Override | undefined,
): Promise<CheckResult> {
  const { responses, ...special } = isResponseList(script) ? { responses: script } : script;
  const { value, have: own } = { ...proves, ...special };
  let sent = 0;
  const get = (apiRequest: ApiRequest): Promise<ApiResponse> => {
    const response = instead?.(sent, responses.length) ?? responses[sent];
    sent += 1;
    if (response === undefined) {
      throw new Error(
        `${id} sends a request that has no response in an example: ${apiRequest.method} ${apiRequest.target}`,
      );
    }
    return Promise.resolve({
      ...response,
      request: apiRequest,
      url: new URL(apiRequest.target, response.url).href,
    });
  };
  const all = (requests: readonly ApiRequest[]): Promise<readonly ApiResponse[]> =>
    Promise.all(requests.map(get));
  const have = { ...exampleTarget(needs, target), ...proves.have, ...own } as unknown as Inputs<N>;
  // A sequence clause without cases ignores the value.
  const tried = value ?? toCaseSource(given?.(have) ?? []).boundaries[0]?.value;
  const checkResult = await run({ ...have, get, all }, tried as unknown as V);
  if (sent < responses.length && instead === undefined) {
    throw new Error(`${id} does not request ${responses.length - sent} responses of an example`);
  }
  return checkResult;
}

/** The prerequisites of an example; parameters have the names of the contract. */
function exampleTarget(
  needs: PrerequisiteNames | undefined,
  target: FakeInputs,
): Readonly<Record<string, unknown>> {
  const known: Readonly<Record<string, unknown>> = { ...OWN_NAMES, ...target };
  return Object.fromEntries(Object.entries(needs ?? {}).map(([alias, need]) => [alias, known[need]]));
}

const isResponseList = (script: object): script is readonly ApiResponse[] => Array.isArray(script);

/** Converts a list of cases to the form of generated ones. */
const toCaseSource = <V>(given: readonly NamedCase<V>[] | CaseSource<V>): CaseSource<V> =>
  "boundaries" in given ? given : { boundaries: given };

/** Erasing the types is safe, because the engine passes to each clause only values that its own members produced. */
function eraseTypes({ given, ...spec }: ClauseText & Readonly<Record<string, unknown>>): SendingClause {
  const cases = given as SequenceSpec<PrerequisiteNames, unknown>["given"];
  return {
    needs: {},
    ...spec,
    ...present({ given: cases && ((have: Inputs<PrerequisiteNames>) => toCaseSource(cases(have))) }),
    kind: "sending",
    endpoint: endpointOf(spec),
  } as unknown as SendingClause;
}
