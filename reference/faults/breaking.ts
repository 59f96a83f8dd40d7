import { invalidParameters, type Answer, type Ask } from "../exchange.ts";
import { editFailure } from "../rewriting/answer.ts";
import { rewriteQuery, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import type { Json } from "../json.ts";

/** Refuses requests that have to be accepted, in the documented form. */
export function refuse(test: (ask: Ask) => boolean, parameter: string): Rewriting {
  return when(test, () => () => invalidParameters([parameter]));
}

/** Refuses a query parameter for some of its values. */
export function refuseValue(name: string, test: (value: string) => boolean): Rewriting {
  return refuse((ask) => valuesOf(ask, name).some(test), name);
}

/** Answers as if a value of a query parameter had not been sent. */
export function overlook(name: string, test: (value: string) => boolean): Rewriting {
  return rewriteQuery(name, (value) => (test(value) ? undefined : value));
}

/** Puts another value in the path for some requests. */
export function repairPath(change: (param: string) => string): Rewriting {
  return (handler) => (ask) => handler({ ...ask, param: change(ask.param) });
}

/** The operator of a filter, "" when there is none. */
export function operatorOf(value: string): string {
  return /^(eq|ne|gte?|lte?):/.exec(value)?.[1] ?? "";
}

/** Takes one operator of a filter for another; without another, the filter is overlooked. */
export function mistakeOperator(name: string, from: string, to?: string): Rewriting {
  return rewriteQuery(name, (value) => {
    const bare = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(bare)) return value;
    return to === undefined ? undefined : `${to}:${bare}`;
  });
}

/** The body of every refusal, changed; `status` tells refusals of parameters (400) from missing records (404). */
export function editError(status: number, change: (answer: Answer, ask: Ask) => Json): Rewriting {
  return editFailure((answer, ask) =>
    answer.status === status
      ? { status: answer.status, headers: answer.headers, body: change(answer, ask) }
      : answer,
  );
}

/** One error message in the documented envelope. */
export function oneMessage(message: Json): Json {
  return { _status: { messages: [{ message }] } };
}

/** Shows one and the same record for every path of a form. */
export function always(form: RegExp, shown: string): Rewriting {
  return repairPath((param) => (form.test(param) ? shown : param));
}

/** Shows a record where there is none. */
export function insteadOfNothing(form: RegExp, shown: string): Rewriting {
  return (handler) => (ask) => {
    const answer = handler(ask);
    return answer.status === 404 && form.test(ask.param) ? handler({ ...ask, param: shown }) : answer;
  };
}

/** Refuses some of the values in the path. */
export function refusePath(test: (param: string) => boolean, name: string): Rewriting {
  return refuse(({ param }) => test(param), name);
}
