import { type Ask, encode, type Reply, Trouble } from "../model/exchange.ts";
import { query as select } from "json-p3";
import {
  CONTRACT_ID_OR_ADDRESS,
  ENTITY_ID,
  HASH,
  HEX,
  TIMESTAMP,
  TRANSACTION_ID,
} from "../../schemas/formats.ts";
import { isObject, type JsonObject } from "../message/classify.ts";
import { type Candidate, candidateName } from "../clauses/prerequisites.ts";
import { present } from "../model/model.ts";
import { inTurn } from "../../generators/cases.ts";
import type { RecipeOutcome } from "../model/results.ts";
import { HOLDER, type Endpoint, type FoundKind, type Recipe, type RecipeStep } from "../model/settings.ts";
import { isRecordEndpoint } from "./forms.ts";
import { formsIn } from "./shapes.ts";

export type Cook = ReturnType<typeof createCook>;

/** Accounts that hold the token whose balances are judged. */
type Holders = () => Promise<readonly string[]>;

/** Values of one list that have no form of part 2, each once. */
export interface Malformed {
  readonly values: ReadonlySet<string>;
  readonly all: number;
  readonly list: Reply;
}

/** A list that was read for samples and returned an error. */
export interface UnreadList {
  readonly endpoint: Endpoint;
  readonly target: string;
  /** What was returned, in words. */
  readonly came: string;
  /** Absent if no response came. */
  readonly reply?: Reply;
}

/** A sample with the row of a list that shows it; `list` is the path of that list, without a query. */
interface Row {
  readonly candidate: Candidate;
  readonly list: string;
  /** Absent if the value stands in no row. */
  readonly row?: JsonObject;
}

/** Requests of one recipe. */
const MOST_REQUESTS = 12;
/** Values that a step takes if it does not say how many; of the records that a list shows, the rule for samples takes some. */
const USUAL_MOST = 5;
const MOST_ROWS = 1_000;

/** By kind of sample: the endpoint that it is for, and its forms. */
const KINDS: Readonly<Record<FoundKind, readonly [Endpoint, ...RegExp[]]>> = {
  tokenIds: ["tokens", ENTITY_ID],
  accountIds: ["tokenBalances", ENTITY_ID],
  publicKeys: ["tokens", /^[\x21-\x7e]{1,1000}$/],
  topicMessageTimestamps: ["topicMessage", TIMESTAMP],
  contractResults: ["contractResult", HASH, TRANSACTION_ID],
  contracts: ["contract", CONTRACT_ID_OR_ADDRESS],
};

function fits(kind: FoundKind, text: string): boolean {
  const [, ...forms] = KINDS[kind];
  return forms.some((form) => form.test(text));
}

/** What may stand in a list, though nobody can be asked for it: a hash of another length is hex all the same (2.7). */
const isNoName = (kind: FoundKind, text: string): boolean =>
  !fits(kind, text) && kind !== "publicKeys" && !(kind === "contractResults" && HEX.test(text));

/** Reads lists that only the implementation has, as recipes say, within bounds; `read` sends a request that no clause looks at. */
export function createCook(recipes: readonly Recipe[], read: (ask: Ask) => Promise<Reply>) {
  const outcomes: RecipeOutcome[] = [];
  const found = new Map<FoundKind, Promise<readonly Candidate[]>>();
  const lists = new Map<string, Promise<Reply>>();
  const malformed = new Map<string, Malformed & Pick<Recipe, "sample">>();
  const unread = new Map<string, UnreadList>();

  /** Several recipes may read one list. */
  function readOnce(ask: Ask): Promise<Reply> {
    const reading = lists.get(ask.target) ?? read(ask);
    lists.set(ask.target, reading);
    return reading;
  }

  async function cookAll(kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> {
    const rowLists: (readonly Row[])[] = [];
    for (const recipe of recipes.filter(({ sample }) => sample === kind)) {
      const { sample, profile, steps } = recipe;
      const isOfHolders = steps.some(({ path }) => path.includes(`{${HOLDER}}`));
      const start = isOfHolders ? (await holders()).map((holder) => ({ [HOLDER]: holder })) : [{}];
      const { rows, noNames, failed, reason, over } = await follow(recipe, start, readOnce);
      noNames.forEach((each) => malformed.set(`${sample} ${each.list.ask.target}`, { ...each, sample }));
      failed.forEach((each) => unread.set(each.target, each));
      const path = steps.map((step) => step.path).join(" → ");
      const told = rows.length > 0 || reason === undefined ? {} : { reason };
      outcomes.push({ profile, sample, path, found: rows.length, ...told });
      rowLists.push(rows);
      if (over) {
        break;
      }
    }
    return withForms(inTurn(rowLists));
  }

  return {
    /** Samples of a kind, read once; `holders` gives the accounts that a recipe calls {@link HOLDER}. */
    find: (kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> => {
      const known = found.get(kind) ?? cookAll(kind, holders);
      found.set(kind, known);
      return known;
    },
    /** Why recipes found no samples of a kind; empty where there is none, or where they were found. */
    hint: (kind: FoundKind): string =>
      outcomes
        .filter(({ sample, reason }) => sample === kind && reason !== undefined)
        .map(({ profile, reason = "" }) => ` (profile ${profile}: ${reason})`)
        .at(-1) ?? "",
    /** What lists show in the place of samples of a kind, and that has no form of part 2. */
    malformed: (kind: FoundKind): readonly Malformed[] =>
      [...malformed.values()].filter(({ sample }) => sample === kind),
    /** Lists that returned an error when they were read for samples. */
    unread: (): readonly UnreadList[] => [...unread.values()],
    outcomes: (): readonly RecipeOutcome[] => outcomes,
  };
}

/** Each sample once, with the forms that all rows of it have, whichever lists show these. */
function withForms(all: readonly Row[]): readonly Candidate[] {
  const lists = new Map<string, JsonObject[]>();
  all.forEach(({ list, row }) =>
    lists.set(list, [...(lists.get(list) ?? []), ...(row === undefined ? [] : [row])]),
  );
  const formsOf = new Map([...lists].map(([list, rows]) => [list, formsIn(rows)]));
  const candidates = new Map<string, Candidate>();
  for (const { candidate, list, row } of all) {
    const key = candidateName(candidate);
    const known = candidates.get(key) ?? candidate;
    const forms = row === undefined ? [] : [...(formsOf.get(list)?.(row) ?? [])];
    const own = forms.map((form) => `${list} ${form}`);
    candidates.set(key, own.length === 0 ? known : { ...known, forms: [...(known.forms ?? []), ...own] });
  }
  return [...candidates.values()];
}

type Bindings = Readonly<Record<string, string>>;

async function follow(
  { sample, profile, steps }: Recipe,
  start: readonly Bindings[],
  read: (ask: Ask) => Promise<Reply>,
) {
  const rows: Row[] = [];
  const noNames: Malformed[] = [];
  const failed: UnreadList[] = [];
  const [endpoint] = KINDS[sample];
  let bindings = start;
  let requests = 0;
  let last: { readonly reason?: string } =
    start.length === 0 ? { reason: "no account is known that holds a token" } : {};
  for (const step of steps) {
    const next: Bindings[] = [];
    for (const known of bindings.slice(0, MOST_REQUESTS - requests)) {
      const target = fillIn(step.path, known);
      requests += 1;
      const list = { endpoint, service: "base", method: "GET", target } as const;
      const reply = await read({ ...list, expects: "open" }).catch(troubleOnly);
      if (reply instanceof Trouble) {
        const unread = { endpoint, target, came: reply.message };
        failed.push(...(reply.concerns === "request" ? [unread] : []));
        return { rows, noNames, failed, reason: `${target}: ${reply.message}`, over: true };
      }
      if (reply.status >= 400 && !(reply.status === 404 && target !== step.path)) {
        failed.push({ endpoint, target, came: `status ${reply.status}`, reply });
      }
      const { found, noTexts } = foundIn(reply, step.select);
      const { as: name, most = USUAL_MOST } = step;
      last = found.length === 0 ? { reason: whyNone(reply) } : {};
      if (name === undefined) {
        rows.push(...rowsOf({ sample, profile, step, target, holder: known[HOLDER] }, found));
        const texts = new Set(found.map(({ text }) => text).filter((text) => isNoName(sample, text)));
        const values = new Set([...texts, ...noTexts]);
        const all = new Set(found.map(({ text }) => text)).size + noTexts.length;
        noNames.push(...(values.size === 0 ? [] : [{ values, all, list: reply }]));
      } else {
        const texts = [...new Set(found.map(({ text }) => text))];
        next.push(...texts.slice(0, most).map((value) => ({ ...known, [name]: value })));
      }
    }
    bindings = next;
  }
  return { rows, noNames, failed, ...last, over: false };
}

interface LastStep {
  readonly sample: FoundKind;
  readonly profile: string;
  readonly step: RecipeStep;
  readonly target: string;
  readonly holder: string | undefined;
}

/** The samples among the texts that the last step of a recipe found. */
function rowsOf({ sample, profile, step, target, holder }: LastStep, found: readonly FoundText[]) {
  const [list = target] = target.split("?");
  const { most = isRecordEndpoint(KINDS[sample][0]) ? MOST_ROWS : USUAL_MOST } = step;
  const base = { origin: `${target} (profile ${profile})`, vouched: false, listed: withoutPaging(target) };
  const all = found
    .filter(({ text }) => fits(sample, text))
    .map(({ text: asked, row }): Row => {
      const nonce = step.nonce === undefined ? undefined : nonceIn(row?.[step.nonce]);
      return { candidate: { asked, ...base, ...present({ holder, nonce }) }, list, ...present({ row }) };
    });
  return [...new Map(all.map((one) => [candidateName(one.candidate), one])).values()].slice(0, most);
}

/** The nonce that selects the record of a row; zero is the default and is not sent. */
const nonceIn = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : undefined;

/** A path with its query, without the parameters that only cut the list into pages. */
function withoutPaging(target: string): string {
  const [path = "", query = ""] = target.split("?");
  const kept = query.split("&").filter((pair) => pair !== "" && !/^(?:limit|order)=/.test(pair));
  return [path, ...(kept.length === 0 ? [] : [kept.join("&")])].join("?");
}

function troubleOnly(error: unknown): Trouble {
  if (error instanceof Trouble) {
    return error;
  }
  throw error;
}

/** `{name}` is filled in with what an earlier step found. */
function fillIn(path: string, bindings: Bindings): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encode(bindings[name] ?? ""));
}

/** A text that a JSONPath selects, and the row of the list in which it stands. */
interface FoundText {
  readonly text: string;
  readonly row?: JsonObject;
}

/**
 * Texts in the response; of several paths the first of each comes first. `noTexts`: the values, written as JSON, that are
 * neither a text nor null, which says that there is none.
 */
function foundIn({ status, body: { value: body } }: Reply, paths: RecipeStep["select"]) {
  const lists = [paths].flat().map((path) => (status === 200 ? nodesAt(path, body) : []));
  const nodes = inTurn(lists).filter(({ value }) => value !== null);
  return {
    found: nodes.flatMap(({ value, location }): readonly FoundText[] =>
      isText(value) ? [{ text: value, ...present({ row: rowAt(body, location) }) }] : [],
    ),
    noTexts: [
      ...new Set(nodes.filter(({ value }) => !isText(value)).map(({ value }) => JSON.stringify(value))),
    ],
  };
}

/** The innermost element of an array that is an object and in which a place lies. */
function rowAt(body: unknown, location: readonly (string | number)[]): JsonObject | undefined {
  let [value, row]: [unknown, JsonObject | undefined] = [body, undefined];
  for (const step of location) {
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
    row = typeof step === "number" && isObject(value) ? value : row;
  }
  return row;
}

const isText = (value: unknown): value is string => typeof value === "string";

function whyNone({ ask: { target }, status, body }: Reply): string {
  return status === 200 && isList(body.value)
    ? `${target} lists none`
    : `${target} returned status ${status}${status === 200 ? " and no list" : ""}`;
}

/** The texts that a JSONPath (RFC 9535) finds in a body; none where it is no object or list. */
export const textsAt = (path: string, value: unknown): readonly string[] =>
  nodesAt(path, value)
    .map((node): unknown => node.value)
    .filter(isText);

const nodesAt = (path: string, value: unknown) => (isList(value) ? select(path, value).nodes : []);

function isList(value: unknown): value is Parameters<typeof select>[1] & object {
  return typeof value === "object" && value !== null;
}
