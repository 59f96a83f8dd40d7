import { ACCIDENT, type Answer, type AnswerHeaders, type Ask } from "../exchange.ts";
import { isArray, isObject, type Json, type JsonObject } from "../json.ts";
import type { Rewriting } from "./ask.ts";

/** Makes another value of a value; undefined takes it out. */
export type Change = (value: Json) => Json | undefined;

/** Changes texts alone. */
export function ofText(change: (text: string) => Json | undefined): Change {
  return (value) => (typeof value === "string" ? change(value) : value);
}

/** The answer of the handler, changed. */
export function editAnswer(change: (answer: Answer, ask: Ask) => Answer): Rewriting {
  return (handler) => (ask) => change(handler(ask), ask);
}

type Success = { readonly status: number; readonly headers: AnswerHeaders; readonly body: JsonObject };

/** Whether an answer is a success with a JSON object. */
export function isSuccess(answer: Answer): answer is Success {
  return answer.status === 200 && "body" in answer && isObject(answer.body);
}

/** The answers that are a success, changed. */
export function editSuccess(change: (answer: Answer, ask: Ask) => Answer): Rewriting {
  return editAnswer((answer, ask) => (isSuccess(answer) ? change(answer, ask) : answer));
}

/** Successes become an accident. */
export const accident = editSuccess(() => ACCIDENT);

/** The answers that are no success, changed. */
export function editFailure(change: (answer: Answer, ask: Ask) => Answer): Rewriting {
  return editAnswer((answer, ask) => (isSuccess(answer) ? answer : change(answer, ask)));
}

/** The bodies of the answers that are a success, changed. */
export function editBody(change: (body: JsonObject, ask: Ask) => Json): Rewriting {
  return editAnswer((answer, ask) =>
    isSuccess(answer) ? { ...answer, body: change(answer.body, ask) } : answer,
  );
}

/**
 * What stands at a place of success bodies, changed. The place is a path of member names; `*` is every
 * member or element, `-1` the last element. Where there is no such place, nothing changes.
 */
export function edit(path: string, change: Change): Rewriting {
  const steps = path.split("/").slice(1);
  return editBody((body) => changedAt(body, steps, change) ?? null);
}

/** The value with what stands at a place of it changed. */
export function changedAt(value: Json, steps: readonly string[], change: Change): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (isArray(value)) {
    return value.flatMap((element, index) => {
      const meant = step === "*" || (step === "-1" ? index === value.length - 1 : String(index) === step);
      const changed = meant ? changedAt(element, rest, change) : element;
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const changed = step === "*" || step === name ? changedAt(member, rest, change) : member;
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return Object.fromEntries(members);
}

/** Makes another value, of the same kind, of a value in a member of that name. */
export type ValueChange = (value: Json, name: string) => Json;

/** Every value in a value, innermost first, changed. */
export function changedEverywhere<T extends Json>(value: T, change: ValueChange, name?: string): T;
export function changedEverywhere(value: Json, change: ValueChange, name = ""): Json {
  if (isArray(value)) {
    const elements = value.map((element) => changedEverywhere(element, change, name));
    return change(elements, name);
  }
  if (!isObject(value)) return change(value, name);
  const members = Object.entries(value).map(([member, inner]): [string, Json] => [
    member,
    changedEverywhere(inner, change, member),
  ]);
  return change(Object.fromEntries(members), name);
}
