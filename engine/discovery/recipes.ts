import { type ApiRequest, encode, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { query as select } from "json-p3";
import {
  CONTRACT_ID_OR_ADDRESS,
  ENTITY_ID,
  TRANSACTION_HASH_PATTERN,
  HEX_PATTERN,
  TIMESTAMP_PATTERN,
  TRANSACTION_ID,
} from "../../schemas/formats.ts";
import { isObject, type JsonRecord } from "../message/classify.ts";
import { type Candidate, candidateName } from "../clauses/prerequisites.ts";
import { present } from "../model/model.ts";
import { interleaved } from "../../generators/cases.ts";
import type { RecipeOutcome } from "../model/results.ts";
import { HOLDER, type Endpoint, type FoundKind, type Recipe, type RecipeStep } from "../model/settings.ts";
import { isRecordEndpoint } from "./forms.ts";
import { formsIn } from "./shapes.ts";

export type RecipeReader = ReturnType<typeof createRecipeReader>;

/** Accounts that hold the token whose balances are checked. */
type Holders = () => Promise<readonly string[]>;

/** Values of one list that have no form of part 2, each once. */
export interface MalformedRecipe {
  readonly values: ReadonlySet<string>;
  readonly all: number;
  readonly list: ApiResponse;
}

/** A list that was read for samples and returned an error. */
export interface UnreadList {
  readonly endpoint: Endpoint;
  readonly target: string;
  /** What was returned, in words. */
  readonly came: string;
  /** Absent if no response came. */
  readonly response?: ApiResponse;
}

/** A sample with the row of a list that shows it; `list` is the path of that list, without a query. */
interface RecipeRow {
  readonly candidate: Candidate;
  readonly list: string;
  /** Absent if the value stands in no row. */
  readonly row?: JsonRecord;
}

/** Requests of one recipe. */
const MOST_REQUESTS = 12;
/** Values that a step takes if it does not say how many; of the records that a list shows, the rule for samples takes some. */
const USUAL_MOST = 5;
const MOST_ROWS = 1_000;

/** By kind of sample: the endpoint that it is for, and its forms. */
const RECIPE_KINDS: Readonly<Record<FoundKind, readonly [Endpoint, ...RegExp[]]>> = {
  tokenIds: ["tokens", ENTITY_ID],
  accountIds: ["tokenBalances", ENTITY_ID],
  publicKeys: ["tokens", /^[\x21-\x7e]{1,1000}$/],
  topicMessageTimestamps: ["topicMessage", TIMESTAMP_PATTERN],
  contractResults: ["contractResult", TRANSACTION_HASH_PATTERN, TRANSACTION_ID],
  contracts: ["contract", CONTRACT_ID_OR_ADDRESS],
};

function fitsRecipe(kind: FoundKind, text: string): boolean {
  const [, ...forms] = RECIPE_KINDS[kind];
  return forms.some((form) => form.test(text));
}

/** Whether a value has no form of §2. A hash of another length is still hex (§2.7): it is no malformed name, though no record can be requested by it. */
const isMalformedName = (kind: FoundKind, text: string): boolean =>
  !fitsRecipe(kind, text) && kind !== "publicKeys" && !(kind === "contractResults" && HEX_PATTERN.test(text));

/** Reads lists that only the implementation has, as recipes say, within bounds; `read` sends a request that no clause looks at. */
export function createRecipeReader(
  recipes: readonly Recipe[],
  read: (request: ApiRequest) => Promise<ApiResponse>,
) {
  const outcomes: RecipeOutcome[] = [];
  const found = new Map<FoundKind, Promise<readonly Candidate[]>>();
  const lists = new Map<string, Promise<ApiResponse>>();
  const malformed = new Map<string, MalformedRecipe & Pick<Recipe, "sample">>();
  const unread = new Map<string, UnreadList>();

  /** Several recipes may read one list. */
  function readOnce(request: ApiRequest): Promise<ApiResponse> {
    const reading = lists.get(request.target) ?? read(request);
    lists.set(request.target, reading);
    return reading;
  }

  async function readRecipes(kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> {
    const rowLists: (readonly RecipeRow[])[] = [];
    for (const recipe of recipes.filter(({ sample }) => sample === kind)) {
      const { sample, profile, steps } = recipe;
      const isOfHolders = steps.some(({ path }) => path.includes(`{${HOLDER}}`));
      const start = isOfHolders ? (await holders()).map((holder) => ({ [HOLDER]: holder })) : [{}];
      const { rows, noNames, failed, reason, over } = await followRecipe(recipe, start, readOnce);
      noNames.forEach((each) => malformed.set(`${sample} ${each.list.request.target}`, { ...each, sample }));
      failed.forEach((each) => unread.set(each.target, each));
      const path = steps.map((step) => step.path).join(" → ");
      const told = rows.length > 0 || reason === undefined ? {} : { reason };
      outcomes.push({ profile, sample, path, found: rows.length, ...told });
      rowLists.push(rows);
      if (over) {
        break;
      }
    }
    return withForms(interleaved(rowLists));
  }

  return {
    /** Samples of a kind, read once; `holders` gives the accounts that a recipe calls {@link HOLDER}. */
    find: (kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> => {
      const known = found.get(kind) ?? readRecipes(kind, holders);
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
    malformed: (kind: FoundKind): readonly MalformedRecipe[] =>
      [...malformed.values()].filter(({ sample }) => sample === kind),
    /** Lists that returned an error when they were read for samples. */
    unread: (): readonly UnreadList[] => [...unread.values()],
    outcomes: (): readonly RecipeOutcome[] => outcomes,
  };
}

/** Each sample once, with the forms that all rows of it have, whichever lists show these. */
function withForms(all: readonly RecipeRow[]): readonly Candidate[] {
  const lists = new Map<string, JsonRecord[]>();
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

async function followRecipe(
  { sample, profile, steps }: Recipe,
  start: readonly Bindings[],
  read: (request: ApiRequest) => Promise<ApiResponse>,
) {
  const rows: RecipeRow[] = [];
  const noNames: MalformedRecipe[] = [];
  const failed: UnreadList[] = [];
  const [endpoint] = RECIPE_KINDS[sample];
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
      const response = await read({ ...list, expects: "open" }).catch(unusableOnly);
      if (response instanceof UnusableResponse) {
        const unread = { endpoint, target, came: response.message };
        failed.push(...(response.concerns === "request" ? [unread] : []));
        return { rows, noNames, failed, reason: `${target}: ${response.message}`, over: true };
      }
      if (response.status >= 400 && !(response.status === 404 && target !== step.path)) {
        failed.push({ endpoint, target, came: `status ${response.status}`, response });
      }
      const { found, noTexts } = samplesIn(response, step.select);
      const { as: name, most = USUAL_MOST } = step;
      last = found.length === 0 ? { reason: whyNoSamples(response) } : {};
      if (name === undefined) {
        rows.push(...recipeRows({ sample, profile, step, target, holder: known[HOLDER] }, found));
        const texts = new Set(found.map(({ text }) => text).filter((text) => isMalformedName(sample, text)));
        const values = new Set([...texts, ...noTexts]);
        const all = new Set(found.map(({ text }) => text)).size + noTexts.length;
        noNames.push(...(values.size === 0 ? [] : [{ values, all, list: response }]));
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
function recipeRows({ sample, profile, step, target, holder }: LastStep, found: readonly FoundText[]) {
  const [list = target] = target.split("?");
  const { most = isRecordEndpoint(RECIPE_KINDS[sample][0]) ? MOST_ROWS : USUAL_MOST } = step;
  const base = { origin: `${target} (profile ${profile})`, fromUser: false, listed: withoutPaging(target) };
  const all = found
    .filter(({ text }) => fitsRecipe(sample, text))
    .map(({ text: asked, row }): RecipeRow => {
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

function unusableOnly(error: unknown): UnusableResponse {
  if (error instanceof UnusableResponse) {
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
  readonly row?: JsonRecord;
}

/**
 * Texts in the response; of several paths the first of each comes first. `noTexts`: the values, written as JSON, that are
 * neither a text nor null, which says that there is none.
 */
function samplesIn({ status, body: { value: body } }: ApiResponse, paths: RecipeStep["select"]) {
  const lists = [paths].flat().map((path) => (status === 200 ? nodesAt(path, body) : []));
  const nodes = interleaved(lists).filter(({ value }) => value !== null);
  return {
    found: nodes.flatMap(({ value, location }): readonly FoundText[] =>
      isRecipeText(value) ? [{ text: value, ...present({ row: recipeRowAt(body, location) }) }] : [],
    ),
    noTexts: [
      ...new Set(nodes.filter(({ value }) => !isRecipeText(value)).map(({ value }) => JSON.stringify(value))),
    ],
  };
}

/** The innermost element of an array that is an object and in which a place lies. */
function recipeRowAt(body: unknown, location: readonly (string | number)[]): JsonRecord | undefined {
  let [value, row]: [unknown, JsonRecord | undefined] = [body, undefined];
  for (const step of location) {
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
    row = typeof step === "number" && isObject(value) ? value : row;
  }
  return row;
}

const isRecipeText = (value: unknown): value is string => typeof value === "string";

function whyNoSamples({ request: { target }, status, body }: ApiResponse): string {
  return status === 200 && isJsonList(body.value)
    ? `${target} lists none`
    : `${target} returned status ${status}${status === 200 ? " and no list" : ""}`;
}

/** The texts that a JSONPath (RFC 9535) finds in a body; none where it is no object or list. */
export const textsAt = (path: string, value: unknown): readonly string[] =>
  nodesAt(path, value)
    .map((node): unknown => node.value)
    .filter(isRecipeText);

const nodesAt = (path: string, value: unknown) => (isJsonList(value) ? select(path, value).nodes : []);

function isJsonList(value: unknown): value is Parameters<typeof select>[1] & object {
  return typeof value === "object" && value !== null;
}
