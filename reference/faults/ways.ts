import { invalidParameters, notFound, type Ask, type Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { CURSOR } from "../service/parameters.ts";
import { edit, type Change } from "../rewriting/answer.ts";
import {
  editAsk,
  ignoreQuery,
  rewriteQuery,
  sends,
  valuesOf,
  when,
  type Rewriting,
} from "../rewriting/ask.ts";
import { operations } from "../../schemas/operations.ts";

/** What is done wrong: in words, and as another handler. */
export type WrongWay = Pick<Fault, "breaks" | "unsteady"> & { readonly says: string };

/** Ways by name, under the clause that each has to fail. */
export type Ways = Readonly<Record<string, Readonly<Record<string, WrongWay>>>>;

/** What goes before the names of the faults of an endpoint. */
export const PREFIXES: Readonly<Record<Endpoint, string>> = {
  statusSummary: "summary",
  tokens: "tokens",
  tokenBalances: "balances",
  networkFees: "fees",
  topicMessage: "message",
  contractResult: "result",
  contract: "contract",
  sessionVerify: "session",
  verify: "direct",
};

/** One fault of an endpoint. */
export function faultOf(
  endpoint: Endpoint,
  clause: string,
  name: string,
  { says, ...broken }: WrongWay,
): Fault {
  return { name: `${PREFIXES[endpoint]}-${name}`, description: says, endpoint, clause, ...broken };
}

/** The faults of one endpoint. */
export function faultsOf(endpoint: Endpoint, ways: Ways): readonly Fault[] {
  return Object.entries(ways).flatMap(([clause, named]) =>
    Object.entries(named).map(([name, one]) => faultOf(endpoint, clause, name, one)),
  );
}

/** A way, in the requests alone for which a condition holds. */
export function way(says: string, breaks: Rewriting, holds: (ask: Ask) => boolean = () => true): WrongWay {
  return { says, breaks: when(holds, breaks) };
}

/** The requests in which a fault shows. */
export type Where = { readonly says: string; readonly holds: (ask: Ask) => boolean };

export const lastOf = (ask: Ask, name: string): string | undefined => valuesOf(ask, name).at(-1);

export const under = (order: "asc" | "desc"): Where => ({
  says: `under ${order}`,
  holds: (ask) => lastOf(ask, "order") === order,
});
export const beside = (name: string): Where => ({ says: `beside ${name}`, holds: sends(name) });
export const atLimit1: Where = { says: "at limit 1", holds: (ask) => lastOf(ask, "limit") === "1" };
export const withLimit: Where = beside("limit");
export const withoutLimit: Where = { says: "without limit", holds: (ask) => !sends("limit")(ask) };
export const behindFirst: Where = { says: "behind the first page", holds: sends(CURSOR) };

/** The way in some requests alone. */
export function at({ says, holds }: Where, one: WrongWay): WrongWay {
  return { ...one, says: `${one.says} ${says}`, breaks: when(holds, one.breaks) };
}

/** Words as they stand in the name of a fault. */
export function slug(text: string): string {
  return text.replaceAll(/[ ._]/g, "-");
}

/** Stands for the parameter in the path where a query parameter has its name. */
export const PATH = "path";

/** Texts, by an expression or a condition. */
export type Test = RegExp | ((text: string) => boolean);

export function fits(test: Test, text: string): boolean {
  return test instanceof RegExp ? test.test(text) : test(text);
}

function textsOf(ask: Ask, place: string): readonly string[] {
  return place === PATH ? [ask.param] : valuesOf(ask, place);
}

function nameAt(ask: Ask, place: string): string {
  return place === PATH ? (operations[ask.endpoint].pathParameter?.name ?? place) : place;
}

/** Requests are refused that have to be accepted. */
export function refusedWhen(says: string, holds: (ask: Ask) => boolean, name: string): WrongWay {
  return way(says, () => () => invalidParameters([name]), holds);
}

/** Texts are refused that have to be accepted. */
export function refused(place: string, what: string, test: Test): WrongWay {
  const holds = (ask: Ask) => textsOf(ask, place).some((text) => fits(test, text));
  const refusal = (ask: Ask) => invalidParameters([nameAt(ask, place)]);
  return way(`${what} is refused`, () => refusal, holds);
}

/** A text is taken for another one; for none at all where there is no other. */
export function taken(place: string, says: string, change: (text: string) => string | undefined): WrongWay {
  if (place !== PATH) return way(says, rewriteQuery(place, change));
  return way(
    says,
    editAsk((ask) => ({ ...ask, param: change(ask.param) ?? "" })),
  );
}

/** Of the number at the end of a text what 32 bits hold. */
export function in32Bits(place: string, says: string): WrongWay {
  return taken(place, says, (text) =>
    text.replace(/(?<=^|[.:])\d{1,10}$/, (digits) => String(BigInt(digits) % 2n ** 32n)),
  );
}

/** Texts of a query parameter have no effect. */
export function overlooked(name: string, what: string, test: Test): WrongWay {
  return taken(name, `${what} is overlooked`, (text) => (fits(test, text) ? undefined : text));
}

/** A query parameter has no effect at all. */
export function ignored(name: string): WrongWay {
  return way(`${name} has no effect`, ignoreQuery(name));
}

/** What stands at a place of success bodies is changed; see {@link edit}. */
export function edited(says: string, path: string, change: Change): WrongWay {
  return way(says, edit(path, change));
}

/** Some texts in the path show one and the same record. */
export function shows(what: string, test: Test, shown: string): WrongWay {
  return taken(PATH, `${what} shows some record`, (text) => (fits(test, text) ? shown : text));
}

/** Records that are missing show one that is there. */
export function insteadOfNothing(what: string, test: Test, shown: string): WrongWay {
  return way(`${what} shows some record`, (honest) => (ask) => {
    const answer = honest(ask);
    return answer.status === 404 && fits(test, ask.param) ? honest({ ...ask, param: shown }) : answer;
  });
}

/** What is done to the texts that an expression finds at a place, by the word for it. */
const DEEDS: Readonly<Record<string, (place: string, what: string, found: RegExp, by: string) => WrongWay>> =
  {
    refused: (place, what, found) => refused(place, what, found),
    overlooked: (place, what, found) => overlooked(place, what, found),
    missing: (_, says, found) =>
      way(
        says,
        () => notFound,
        ({ param }) => found.test(param),
      ),
    shows: (_, what, found, by) => shows(what, found, by),
    "instead of nothing": (_, what, found, by) => insteadOfNothing(what, found, by),
    "is read as": (place, says, found, by) => taken(place, says, (text) => text.replace(found, by)),
  };

const ROW = new RegExp(
  String.raw`^ +(\S+) +(\S+) (${Object.keys(DEEDS).join("|")}) ?(\S*) +/(.*)/(\w*) +(\S.*)$`,
);

/** The shard of an id, for tables. */
export const SHARD = String.raw`/^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/`;

/**
 * Faults of single texts, as a table: a clause, then one fault a line, with its name, the place, what is done there and
 * with what, which texts are meant, and in words. A word of `records` stands for the record that is shown.
 */
export function tabled(table: string, records: Readonly<Record<string, string>> = {}): Ways {
  const ways: Record<string, Record<string, WrongWay>> = {};
  let clause = "";
  for (const line of table.trim().split("\n")) {
    const [, name, place = "", deed = "", by = "", found = "", flags, what = ""] = ROW.exec(line) ?? [];
    const done = DEEDS[deed];
    if (name === undefined) clause = line;
    else if (done !== undefined) {
      ways[clause] = {
        ...ways[clause],
        [name]: done(place, what, new RegExp(found, flags), records[by] ?? by),
      };
    }
  }
  return ways;
}

/** The operator of a filter, "" when there is none. */
export function operatorOf(value: string): string {
  return /^(eq|ne|gte?|lte?):/.exec(value)?.[1] ?? "";
}

/** One operator of a filter is taken for another; without another, the filter has no effect. */
export function mistaken(name: string, from: string, to?: string): WrongWay {
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
export const orderTurned: WrongWay = taken(
  "order",
  "the order is turned round",
  (text) => TURNED[text] ?? text,
);
