// Handlers made of handlers: what variants and faults do to requests and to responses.
import { operations, type Endpoint } from "../schemas/operations.ts";
import { ACCIDENT, invalidParameters, isArray, isObject, notFound, setQuery, valuesOf } from "./exchange.ts";
import type { Answer, AnswerHeaders, Ask, Handler, Json, JsonObject } from "./exchange.ts";
import { CURSOR, operatorOf } from "./service/parameters.ts";

export type Rewriting = (handler: Handler) => Handler;

/** Some of the requests: those that a query parameter is sent in, whose path has a form, or that a function tells. */
export type Condition = string | RegExp | ((ask: Ask) => boolean);

/** Requests that meet one condition, or each of several. */
export type Where = Condition | readonly Condition[];

/** Whether a request is one of those. */
export function holds(condition: Condition, ask: Ask): boolean {
  if (typeof condition === "string") return valuesOf(ask, condition).length > 0;
  return condition instanceof RegExp ? condition.test(ask.param) : condition(ask);
}

/** The rewriting for some requests only, which meet each condition. */
export function when(conditions: Where, rewriting: Rewriting): Rewriting {
  const all = [conditions].flat();
  return (handler) => {
    const rewritten = rewriting(handler);
    return (ask) => (all.every((one) => holds(one, ask)) ? rewritten(ask) : handler(ask));
  };
}

/** The last value of a query parameter; none where it is not sent. */
export function lastOf(ask: Ask, name: string): string {
  return valuesOf(ask, name).at(-1) ?? "";
}

/** Requests whose last value of a query parameter is this one, or has this form. */
export const has =
  (name: string, value: string | RegExp): Condition =>
  (ask) =>
    typeof value === "string" ? lastOf(ask, name) === value : value.test(lastOf(ask, name));

export const at =
  (...endpoints: readonly Endpoint[]): Condition =>
  ({ endpoint }) =>
    endpoints.includes(endpoint);

export const asc = has("order", "asc");
export const desc = has("order", "desc");
export const withoutLimit: Condition = (ask) => !holds("limit", ask);
export const behindFirst: Condition = CURSOR;
export const repeats =
  (name: string): Condition =>
  (ask) =>
    valuesOf(ask, name).length > 1;

/** Two parameters and nothing else, on whatever page. */
export const alone =
  (...two: readonly [string, string]): Condition =>
  ({ query }) => {
    const names = new Set(query.map(([name]) => name).filter((name) => name !== CURSOR));
    return names.size === 2 && two.every((name) => names.has(name));
  };

/** The handler that is asked something else than what was asked. */
export function editAsk(change: (ask: Ask) => Ask): Rewriting {
  return (handler) => (ask) => handler(change(ask));
}

/** Whatever is asked, this is asked instead. */
export function asked(instead: Partial<Ask>): Rewriting {
  return editAsk((ask) => ({ ...ask, ...instead }));
}

/** The request with some query parameters changed; undefined takes one out. */
export function withQuery(ask: Ask, change: (name: string, value: string) => string | undefined): Ask {
  const query = ask.query.flatMap(([name, value]) => {
    const changed = change(name, value);
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return { ...ask, query };
}

export const answers =
  (answer: Answer): Rewriting =>
  () =>
  () =>
    answer;

export function editAnswer(change: (answer: Answer, ask: Ask) => Answer): Rewriting {
  return (handler) => (ask) => change(handler(ask), ask);
}

type Success = { readonly status: number; readonly headers: AnswerHeaders; readonly body: JsonObject };

/** Whether an answer is a success with a JSON object. */
export function isSuccess(answer: Answer): answer is Success {
  return answer.status === 200 && "body" in answer && isObject(answer.body);
}

export function editSuccess(change: (answer: Success, ask: Ask) => Answer): Rewriting {
  return editAnswer((answer, ask) => (isSuccess(answer) ? change(answer, ask) : answer));
}

export const accident = editSuccess(() => ACCIDENT);

export function editFailure(change: (answer: Answer, ask: Ask) => Answer): Rewriting {
  return editAnswer((answer, ask) => (isSuccess(answer) ? answer : change(answer, ask)));
}

export function editBody(change: (body: JsonObject, ask: Ask) => Json): Rewriting {
  return editSuccess((answer, ask) => ({ ...answer, body: change(answer.body, ask) }));
}

/** What answers equal requests differently each time: a request that shows it need not show it again. */
export const UNSTEADY = new WeakSet<Rewriting>();

export function unsteady(rewriting: Rewriting): Rewriting {
  UNSTEADY.add(rewriting);
  return rewriting;
}

/** A member of a success that counts the requests. */
export const numbered = (name: string): Rewriting =>
  unsteady((handler) => {
    let times = 0;
    return editBody((body) => ({ ...body, [name]: (times += 1) }))(handler);
  });

/** Makes another value of a value; undefined takes it out. */
export type Change = (value: Json) => Json | undefined;

/** One value is another one. */
export const turned =
  (from: Json, to: Json): Change =>
  (value) =>
    value === from ? to : value;

/**
 * What stands at a place of success bodies, changed. The place is a path of member names; `*` is every
 * member or element, `-1` the last element. Where there is no such place, nothing changes.
 */
export function edit(path: string, change: Change): Rewriting {
  return editBody((body) => changedAt(body, path.split("/").filter(Boolean), change) ?? null);
}

export const editFees = (change: (fees: readonly Json[]) => Json): Rewriting =>
  edit("fees", (fees) => (isArray(fees) ? change(fees) : fees));

/** The value with what stands at a place of it changed. */
export function changedAt(value: Json, [step, ...rest]: readonly string[], change: Change): Json | undefined {
  if (step === undefined) return change(value);
  const changed = (name: string, inner: Json, isLast: boolean): readonly Json[] => {
    const isMeant = step === "*" || step === name || (step === "-1" && isLast);
    return [isMeant ? changedAt(inner, rest, change) : inner].filter((one) => one !== undefined);
  };
  if (isArray(value)) {
    return value.flatMap((one, index) => changed(String(index), one, index === value.length - 1));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) =>
    changed(name, member, false).map((one) => [name, one] as const),
  );
  return Object.fromEntries(members);
}

/** Makes another value, of the same kind, of a value in a member of that name. */
export type ValueChange = (value: Json, name: string) => Json;

/** Every value in a value, innermost first, changed. */
export function changedEverywhere<T extends Json>(value: T, change: ValueChange, name?: string): T;
export function changedEverywhere(value: Json, change: ValueChange, name = ""): Json {
  if (isArray(value)) {
    return change(
      value.map((element) => changedEverywhere(element, change, name)),
      name,
    );
  }
  if (!isObject(value)) return change(value, name);
  const members = Object.entries(value).map(([member, inner]): [string, Json] => [
    member,
    changedEverywhere(inner, change, member),
  ]);
  return change(Object.fromEntries(members), name);
}

// What goes wrong with the text of a parameter.

/** Stands for the parameter in the path where a query parameter has its name. */
export const PATH = "path";

type Test = RegExp | ((text: string) => boolean);

const fits = (test: Test, text: string): boolean => (test instanceof RegExp ? test.test(text) : test(text));

/** Requests are refused that have to be accepted. */
export function refusedWhen(name: string, where: Where): Rewriting {
  return when(where, answers(invalidParameters([name])));
}

/** Texts are refused that have to be accepted. */
export function refused(place: string, test: Test): Rewriting {
  return (honest) => (ask) => {
    const texts = place === PATH ? [ask.param] : valuesOf(ask, place);
    const name = place === PATH ? operations[ask.endpoint].pathParameter?.name : place;
    return texts.some((text) => fits(test, text)) ? invalidParameters([name ?? place]) : honest(ask);
  };
}

/** A text in the path finds nothing. */
export function missing(test: RegExp): Rewriting {
  return when(test, answers(notFound()));
}

/** A text is taken for another one; for none at all where there is no other. */
export function taken(place: string, change: (text: string) => string | undefined): Rewriting {
  return editAsk((ask) =>
    place === PATH
      ? { ...ask, param: change(ask.param) ?? "" }
      : withQuery(ask, (sent, value) => (sent === place ? change(value) : value)),
  );
}

/** What an expression finds in a text is taken for something else. */
export function readAs(place: string, found: RegExp, by: string): Rewriting {
  return taken(place, (text) => text.replace(found, by));
}

/** Texts of a query parameter have no effect. */
export function overlooked(name: string, test: Test): Rewriting {
  return taken(name, (text) => (fits(test, text) ? undefined : text));
}

/** A query parameter has no effect; where conditions are given, only where all of them hold. */
export function ignored(name: string, ...where: readonly Condition[]): Rewriting {
  return when(where, overlooked(name, /^/));
}

/** Where a query parameter is not sent, it has this value. */
export function byDefault(name: string, value: string): Rewriting {
  return editAsk((ask) => (holds(name, ask) ? ask : setQuery(ask, name, value)));
}

/** Of the number at the end of a text what 32 bits hold. */
export function in32Bits(place: string, number = /(?<=^|[.:])\d{1,10}$/): Rewriting {
  const cut = (digits: string) => String(BigInt(digits) % 2n ** 32n);
  return taken(place, (text) => text.replace(number, cut));
}

/** The shard of an id in the path is taken for 0. */
export const shardOverlooked = readAs(PATH, /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/, "0.");

/** Some texts in the path show one and the same record. */
export function shows(test: Test, shown: string): Rewriting {
  return taken(PATH, (text) => (fits(test, text) ? shown : text));
}

/** Where nothing is found, another request is answered instead. */
export function insteadOfNothing(other: (ask: Ask) => Partial<Ask>): Rewriting {
  return (honest) => (ask) => {
    const answer = honest(ask);
    return answer.status === 404 ? honest({ ...ask, ...other(ask) }) : answer;
  };
}

/** Records that are missing show one that is there. */
export function missingShows(test: RegExp, shown: string): Rewriting {
  return insteadOfNothing(({ param }) => ({ param: test.test(param) ? shown : param }));
}

/** One operator of a filter is taken for another; without another, the filter has no effect. */
export function mistaken(name: string, from: string, to = ""): Rewriting {
  return taken(name, (value) => {
    const bare = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(bare)) return value;
    return to === "" ? undefined : `${to}:${bare}`;
  });
}

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

export const orderTurned = taken("order", (text) => TURNED[text] ?? text);
