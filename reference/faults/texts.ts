// What goes wrong with the text of a parameter.
import { invalidParameters, notFound, type Ask } from "../exchange.ts";
import { editAsk, rewriteQuery, valuesOf } from "../rewriting/ask.ts";
import { operatorOf } from "../service/filters.ts";
import { operations } from "../../schemas/operations.ts";
import { way, type Way } from "./notation.ts";

/** Stands for the parameter in the path where a query parameter has its name. */
export const PATH = "path";

/** Texts, by an expression or a condition. */
export type Test = RegExp | ((text: string) => boolean);

export function fits(test: Test, text: string): boolean {
  return test instanceof RegExp ? test.test(text) : test(text);
}

/** Requests are refused that have to be accepted. */
export function refusedWhen(name: string, says: string, holds: (ask: Ask) => boolean): Way {
  return way(says, () => () => invalidParameters([name]), holds);
}

/** Texts are refused that have to be accepted. */
export function refused(place: string, what: string, test: Test): Way {
  return way(`${what} is refused`, (honest) => (ask) => {
    const texts = place === PATH ? [ask.param] : valuesOf(ask, place);
    const name = place === PATH ? operations[ask.endpoint].pathParameter?.name : place;
    return texts.some((text) => fits(test, text)) ? invalidParameters([name ?? place]) : honest(ask);
  });
}

/** A text in the path finds nothing. */
export function missing(says: string, test: RegExp): Way {
  return way(
    says,
    () => notFound,
    ({ param }) => test.test(param),
  );
}

/** A text is taken for another one; for none at all where there is no other. */
export function taken(place: string, says: string, change: (text: string) => string | undefined): Way {
  const changed = editAsk((ask) => ({ ...ask, param: change(ask.param) ?? "" }));
  return way(says, place === PATH ? changed : rewriteQuery(place, change));
}

/** What an expression finds in a text is taken for something else. */
export function readAs(place: string, says: string, found: RegExp, by: string): Way {
  return taken(place, says, (text) => text.replace(found, by));
}

/** Texts of a query parameter have no effect. */
export function overlooked(name: string, what: string, test: Test): Way {
  return taken(name, `${what} is overlooked`, (text) => (fits(test, text) ? undefined : text));
}

/** A query parameter has no effect at all. */
export function ignored(name: string): Way {
  return taken(name, `${name} has no effect`, () => undefined);
}

/** Of the number at the end of a text what 32 bits hold. */
export function in32Bits(place: string, says: string): Way {
  return taken(place, says, (text) =>
    text.replace(/(?<=^|[.:])\d{1,10}$/, (digits) => String(BigInt(digits) % 2n ** 32n)),
  );
}

/** The shard of an id in the path is taken for 0. */
export const shardOverlooked = (what: string): Way =>
  readAs(PATH, `the shard ${what} is not compared`, /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/, "0.");

/** Some texts in the path show one and the same record. */
export function shows(what: string, test: Test, shown: string): Way {
  return taken(PATH, `${what} shows some record`, (text) => (fits(test, text) ? shown : text));
}

/** Records that are missing show one that is there. */
export function insteadOfNothing(what: string, test: RegExp, shown: string): Way {
  return way(`${what} shows some record`, (honest) => (ask) => {
    const answer = honest(ask);
    return answer.status === 404 && test.test(ask.param) ? honest({ ...ask, param: shown }) : answer;
  });
}

/** One operator of a filter is taken for another; without another, the filter has no effect. */
export function mistaken(name: string, from: string, to?: string): Way {
  const says = to === undefined ? "has no effect" : `is taken for ${to}`;
  return taken(name, `${name} ${from === "" ? "without operator" : from} ${says}`, (value) => {
    const bare = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(bare)) return value;
    return to === undefined ? undefined : `${to}:${bare}`;
  });
}

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

export const isOrder: Test = (text) => TURNED[text] !== undefined;

/** Each order is taken for the other one. */
export const orderTurned: Way = taken("order", "the order is turned round", (text) => TURNED[text] ?? text);
