// The notation of faults: a name is an effect (the table `EFFECTS`, and `LIST_EFFECTS` in lists/effects.ts), followed by any number of
// contexts (`CONTEXTS`), which select the requests that show the effect. For example, `token-id-gt-as-gte-under-desc` is the effect
// `P-OP-as-OP`, in which P is token.id, in the context `under-desc`: requests with order=desc and token.id=gt:5 are served as if
// they had gte:5. The prefix of the endpoint, such as `tokens-`, is not part of the notation: `faultOf` adds it.
import { MANY_HOLDERS_TOKEN } from "../data/tokens.ts";
import { SERVER_ERROR, invalidParameters, notFound, type ServerResponse } from "../exchange.ts";
import { editNext } from "../listing.ts";
import { ignoreParameter, ignoreValues, refuseValues, replaceOperator } from "../parameter-rewriting.ts";
import { hasOnlyParameters, hasParameter, isLaterPage, respondWith, when } from "../rewriting.ts";
import { withoutLimit, type Condition, type Rewriting, type Where } from "../rewriting.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { faultOf, forEachClause, type Fault } from "../fault.ts";
import { operatorOf } from "../service/parameters.ts";
import { ignoreMalformed } from "./parsers.ts";

/**
 * An effect or a context: the pattern of its part of a name, and its meaning. In the pattern, `P` is a parameter, `W` a parameter or a
 * form of the path parameter, and `OP` an operator. The arguments of the meaning are the values of these words and of the groups, in
 * the order of the pattern. If the pattern has fewer than three, `EFFECTS` or `CONTEXTS` describes the third argument.
 */
export type Meaning<T> = readonly [pattern: string, meaning: (a: string, b: string, c: string) => T];

/** Names of faults, by the ids of the clauses that find them, one for each endpoint; `x-{a,b}` stands for x-a and x-b. */
export type FaultNames = Readonly<Record<string, string>>;
export type FaultTable = readonly [endpoints: readonly Endpoint[], names: FaultNames];

const PARAMETER_NAMES =
  "token-id account-id account-balance balance account-publickey publickey a-key key limit order name timestamp time nonce";
const PATH_WORDS: Readonly<Record<string, RegExp>> = {
  "a-hash": /^[^-]+$/,
  "transaction-id": /-/,
  "an-address": /[\da-f]{40}$/i,
  "a-bare-address": /^[\da-f]{40}$/i,
  "bare-address": /^[\da-f]{40}$/i,
  "a-short-id": /^\d+$/,
  "short-id": /^\d+$/,
};
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  P: `(${PARAMETER_NAMES.replaceAll(" ", "|")})`,
  W: `(${[...PARAMETER_NAMES.split(" "), ...Object.keys(PATH_WORDS)].join("|")})`,
  OP: "(bare|eq|ne|gte?|lte?)",
};

function wordValue(endpoint: Endpoint, word: string): string {
  if (word === "bare") return "";
  if (word.endsWith("key")) return endpoint === "tokenBalances" ? "account.publickey" : "publickey";
  if (word === "balance") return "account.balance";
  return word === "time" ? "timestamp" : word.replace(/^(token|account)-/, "$1.");
}

const IGNORED_IDS = /^((eq|ne|gte?|lte?):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;
/** The valid values of a parameter that is ignored in every request; malformed values are still refused. */
const IGNORED_VALUES: Readonly<Record<string, RegExp>> = {
  "token.id": IGNORED_IDS,
  "account.id": IGNORED_IDS,
  "account.balance": IGNORED_IDS,
  limit: /^([1-9]\d?|100)$/,
  order: /^(asc|desc)$/,
  timestamp: /^(\w+:)?\d{1,10}(\.\d{1,9})?$/,
};

export const errorPage = (status: number): ServerResponse => ({
  status,
  headers: { "content-type": "text/html" },
  raw: `<html><title>${status}</title></html>`,
});
const RESPONSES: Readonly<Record<string, (name: string) => ServerResponse>> = {
  "is-a-server-error": () => SERVER_ERROR,
  "is-invalid": (name) => invalidParameters([name]),
  "is-missing": notFound,
  "is-forbidden": () => errorPage(403),
  "is-rejected": () => ({ status: 400, headers: {}, body: { error: "no" } }),
  "is-unavailable": () => errorPage(503),
  "times-out": () => errorPage(504),
};

export const dropFromLinks = (name: string): Rewriting =>
  editNext((query) => query.filter(([sent]) => sent !== name));

/** The operator that is applied in place of another one; a filter whose operator has none is ignored. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "": "gte",
  gt: "gte",
  gte: "gt",
  lt: "lte",
  lte: "lt",
};

/** The effects of faults. The third argument is the text of the contexts; it is empty if every request shows the effect. */
const EFFECTS: readonly Meaning<Rewriting>[] = [
  // Without a context only valid values are ignored (`IGNORED_VALUES`), in a context all values.
  ["P-ignored", (name, _, where) => ignoreValues(name, (where === "" && IGNORED_VALUES[name]) || /^/)],
  // Filters with this operator are ignored, applied with another operator (`REPLACEMENTS`), or refused.
  ["P-OP-ignored", (name, from) => replaceOperator(name, from)],
  ["P-OP-as-OP", replaceOperator],
  ["P-OP-wrong", (name, from) => replaceOperator(name, from, REPLACEMENTS[from])],
  ["P-OP-refused", (name, from) => refuseValues(name, (value) => operatorOf(value) === from)],
  ["P-(\\d+|asc|desc)-refused", (name, refused) => refuseValues(name, (value) => value === refused)],
  ["next-drops-P", dropFromLinks],
  ["P-dropped", dropFromLinks],
  ["P-unchecked", (name) => ignoreMalformed(name)],
  ["P-overrides-P", (name, other) => ignoreParameter(other, name)],
  [
    `P-with-W-(${Object.keys(RESPONSES).join("|")})`,
    (name, other, kind) =>
      when([name, PATH_WORDS[other] ?? other])(respondWith(RESPONSES[kind]?.(name) ?? SERVER_ERROR)),
  ],
];

const hasFilter: Condition = ({ query }) => query.some(([name]) => /id|balance/.test(name));
const isAnotherToken: Condition = ({ param }) => param !== MANY_HOLDERS_TOKEN;

/** The contexts: conditions on requests. The third argument is the parameter of the effect. */
const CONTEXTS: readonly Meaning<Where>[] = [
  ["with-filter", () => hasFilter],
  ["for-another-token", () => isAnotherToken],
  ["beside-name-and-key", () => ["name", "publickey"]],
  ["under-(asc|desc)", (order) => hasParameter("order", order)],
  ["(?:at-limit-1|on-pages-of-one)", () => hasParameter("limit", "1")],
  ["without-limit", () => withoutLimit],
  ["(?:later|on-later-pages|behind-the-first-page)", () => isLaterPage],
  ["beside-W", (word) => PATH_WORDS[word] ?? word],
  ["beside-P-alone", (other, _, ownParameter) => hasOnlyParameters(ownParameter, other)],
  ["beside-P-OP", (name, operator) => hasParameter(name, new RegExp(`^${operator}:`))],
  ["(?:with|by|at)-(?:a-)?P", (name) => name],
  ["by-amount", () => "account.balance"],
  ["by-address", () => /^[^]{40}/],
  ["of-an-account", () => "account.id"],
  ["from-a-P", (name) => hasParameter(name, /^gte?:/)],
  ["at-an-exact-P", (name) => hasParameter(name, /^eq:/)],
];

type Compiled<T> = readonly (readonly [pattern: RegExp, meaning: Meaning<T>[1]])[];

const compileMeanings = <T>(meanings: readonly Meaning<T>[], start = ""): Compiled<T> =>
  meanings.map(([pattern, meaning]) => {
    const parts = pattern.replaceAll(/\b(?:P|W|OP)\b/g, (part) => PLACEHOLDERS[part] ?? part);
    return [new RegExp(`${start}${parts}$`), meaning];
  });

const OWN_PARAMETER = new RegExp(`^${PLACEHOLDERS["P"]}(?:-|$)`);
const compiledContexts = compileMeanings(CONTEXTS, "-");

/** The meaning of the end of a name (`value`), and the name before that end (`rest`); undefined if no pattern matches. */
function lastPart<T>(parts: Compiled<T>, name: string, endpoint: Endpoint, last: string) {
  for (const [pattern, meaning] of parts) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const [a = "", b = "", c = last] = match.slice(1).map((word) => wordValue(endpoint, word));
    return { rest: name.slice(0, match.index), value: meaning(a, b, c) };
  }
  return undefined;
}

/**
 * The rewriting that a name describes. If the whole name is not an effect, its last part is a context, and the rest of the name is read
 * in the same way. `where`: the contexts that were removed from the name.
 */
function rewritingOf(name: string, endpoint: Endpoint, effects: Compiled<Rewriting>, where = ""): Rewriting {
  const effect = lastPart(effects, name, endpoint, where);
  if (effect !== undefined) return effect.value;
  const [, ownParameter = ""] = OWN_PARAMETER.exec(name) ?? [];
  const context = lastPart(compiledContexts, name, endpoint, wordValue(endpoint, ownParameter));
  if (context === undefined) throw new Error(`the name ${name} describes no fault`);
  return when(context.value)(rewritingOf(context.rest, endpoint, effects, name.slice(context.rest.length)));
}

export function expandBraces(text: string): readonly string[] {
  const [, before = "", alternatives, after = ""] = /^(.*?)\{([^}]*)\}(.*)$/.exec(text) ?? [];
  return alternatives === undefined
    ? [text]
    : alternatives.split(",").flatMap((one) => expandBraces(before + one + after));
}

/** The faults that names describe. A name is parsed when its fault is served, because parsing all names takes too long. */
export function namedFaults(
  tables: readonly FaultTable[],
  furtherEffects: readonly Meaning<Rewriting>[],
): readonly Fault[] {
  const effects = compileMeanings([...furtherEffects, ...EFFECTS], "^");
  const served = (endpoint: Endpoint, id: string, name: string) =>
    faultOf(endpoint, id, name, (handler) => rewritingOf(name, endpoint, effects)(handler));
  return tables.flatMap(([endpoints, names]) =>
    Object.entries(names).flatMap(([ids, text]) => {
      const expandedNames = text.split(" ").flatMap(expandBraces);
      return forEachClause(endpoints, ids.split(" "), (endpoint, id) =>
        expandedNames.map((name) => served(endpoint, id, name)),
      );
    }),
  );
}
