// What goes wrong with the text of a parameter.
import { invalidParameters, notFound } from "../exchange.ts";
import {
  editAsk,
  inPath,
  rewriteQuery,
  valuesOf,
  when,
  type Condition,
  type Rewriting,
} from "../rewriting/ask.ts";
import { operatorOf } from "../service/filters.ts";
import { operations } from "../../schemas/operations.ts";

/** Stands for the parameter in the path where a query parameter has its name. */
export const PATH = "path";

/** Texts, by an expression or a condition. */
type Test = RegExp | ((text: string) => boolean);

function fits(test: Test, text: string): boolean {
  return test instanceof RegExp ? test.test(text) : test(text);
}

/** Requests are refused that have to be accepted. */
export function refusedWhen(name: string, holds: Condition): Rewriting {
  return when(holds, () => () => invalidParameters([name]));
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
  return when(inPath(test), () => notFound);
}

/** A text is taken for another one; for none at all where there is no other. */
export function taken(place: string, change: (text: string) => string | undefined): Rewriting {
  if (place !== PATH) return rewriteQuery(place, change);
  return editAsk((ask) => ({ ...ask, param: change(ask.param) ?? "" }));
}

/** What an expression finds in a text is taken for something else. */
export function readAs(place: string, found: RegExp, by: string): Rewriting {
  return taken(place, (text) => text.replace(found, by));
}

/** Texts of a query parameter have no effect. */
export function overlooked(name: string, test: Test): Rewriting {
  return taken(name, (text) => (fits(test, text) ? undefined : text));
}

/** Malformed texts of a query parameter have no effect. */
export function unchecked(name: string, wellFormed: RegExp): Rewriting {
  return overlooked(name, (text) => !wellFormed.test(text));
}

/** A query parameter has no effect at all. */
export function ignored(name: string): Rewriting {
  return taken(name, () => undefined);
}

/** Of the number at the end of a text what 32 bits hold. */
export function in32Bits(place: string): Rewriting {
  return taken(place, (text) =>
    text.replace(/(?<=^|[.:])\d{1,10}$/, (digits) => String(BigInt(digits) % 2n ** 32n)),
  );
}

/** The shard of an id in the path is taken for 0. */
export const shardOverlooked = readAs(PATH, /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/, "0.");

/** Some texts in the path show one and the same record. */
export function shows(test: Test, shown: string): Rewriting {
  return taken(PATH, (text) => (fits(test, text) ? shown : text));
}

/** Records that are missing show one that is there. */
export function insteadOfNothing(test: RegExp, shown: string): Rewriting {
  return (honest) => (ask) => {
    const answer = honest(ask);
    return answer.status === 404 && test.test(ask.param) ? honest({ ...ask, param: shown }) : answer;
  };
}

/** One operator of a filter is taken for another; without another, the filter has no effect. */
export function mistaken(name: string, from: string, to?: string): Rewriting {
  return taken(name, (value) => {
    const bare = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(bare)) return value;
    return to === undefined ? undefined : `${to}:${bare}`;
  });
}

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

export const isOrder: Test = (text) => TURNED[text] !== undefined;

/** Each order is taken for the other one. */
export const orderTurned = taken("order", (text) => TURNED[text] ?? text);
