import { type ApiRequest, encode, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { query as select } from "json-p3";
import * as formats from "../../schemas/formats.ts";
import { isObject, type JsonRecord } from "../message/classify.ts";
import { type Candidate, candidateName, requireUnusable } from "../clauses/prerequisites.ts";
import { present, getOrInsert, groupBy } from "../model/model.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { interleaved } from "../../generators/cases.ts";
import type { RecipeOutcome } from "../model/results.ts";
import { HOLDER, type FoundKind, type Recipe, type RecipeStep } from "../model/settings.ts";
import { isRecordEndpoint, formsIn } from "./forms.ts";
import { type ListProblem, malformedText, unreadText } from "./missing-records.ts";

export type RecipeReader = ReturnType<typeof createRecipeReader>;

/** Returns accounts that hold the token whose balances are checked. */
type Holders = () => Promise<readonly string[]>;

/** A sample with the row of an array in which it was found, if any. `list`: the path of the list, without a query. */
interface RecipeRow {
  readonly candidate: Candidate;
  readonly list: string;
  readonly row?: JsonRecord;
}

const MOST_REQUESTS = 12;
/** Default maximum number of values that a step uses. */
const USUAL_MOST = 5;
/** Default maximum number of values of the last step of a recipe for records; discovery selects its samples from them. */
const MOST_ROWS = 1_000;

/** By kind of sample: the endpoint to which warnings about its lists belong, and the formats of its values. */
const RECIPE_KINDS: Readonly<Record<FoundKind, readonly [Endpoint, ...RegExp[]]>> = {
  tokenIds: ["tokens", formats.ENTITY_ID],
  accountIds: ["tokenBalances", formats.ENTITY_ID],
  publicKeys: ["tokens", /^[\x21-\x7e]{1,1000}$/],
  topicMessageTimestamps: ["topicMessage", formats.TIMESTAMP_PATTERN],
  contractResults: ["contractResult", formats.TRANSACTION_HASH_PATTERN, formats.TRANSACTION_ID],
  contracts: ["contract", formats.CONTRACT_ID_OR_ADDRESS],
};

function fitsRecipe(kind: FoundKind, text: string): boolean {
  const [, ...forms] = RECIPE_KINDS[kind];
  return forms.some((form) => form.test(text));
}

/** Whether a value violates the formats of §2. Public keys have no format, and a hash is hexadecimal of any length (§2.7). */
function isMalformedName(kind: FoundKind, text: string): boolean {
  const isHash = kind === "contractResults" && formats.HEX_PATTERN.test(text);
  return kind !== "publicKeys" && !isHash && !fitsRecipe(kind, text);
}

/** Reads lists that are not in the contract, as recipes describe them. No clause checks the responses that `read` returns. */
export function createRecipeReader(
  recipes: readonly Recipe[],
  read: (request: ApiRequest) => Promise<ApiResponse>,
) {
  const outcomes: RecipeOutcome[] = [];
  const candidatesByKind = new Map<FoundKind, Promise<readonly Candidate[]>>();
  const responsesByTarget = new Map<string, Promise<ApiResponse>>();
  const problems = new Map<string, ListProblem>();

  const readOnce = (request: ApiRequest): Promise<ApiResponse> =>
    getOrInsert(responsesByTarget, request.target, () => read(request));

  async function readRecipes(kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> {
    const rowLists: (readonly RecipeRow[])[] = [];
    for (const recipe of recipes.filter(({ sample }) => sample === kind)) {
      const { sample, profile, steps } = recipe;
      const isOfHolders = steps.some(({ path }) => path.includes(`{${HOLDER}}`));
      const start = isOfHolders ? (await holders()).map((holder) => ({ [HOLDER]: holder })) : [{}];
      const { rows, reason, over } = await followRecipe(recipe, start, readOnce, (problem) =>
        problems.set(`${problem.kind} ${problem.target}`, problem),
      );
      const path = steps.map((step) => step.path).join(" → ");
      const why = rows.length > 0 ? undefined : reason;
      outcomes.push({ profile, sample, path, found: rows.length, ...present({ reason: why }) });
      rowLists.push(rows);
      if (over) break;
    }
    return withForms(interleaved(rowLists));
  }

  return {
    /** Samples of a kind, read once; `holders` returns the accounts for the placeholder {@link HOLDER}. */
    find: (kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> =>
      getOrInsert(candidatesByKind, kind, () => readRecipes(kind, holders)),
    /** The profile and the reason of the last recipe that found no samples of this kind, in parentheses; empty if there is none. */
    hint: (kind: FoundKind): string =>
      outcomes
        .filter(({ sample, reason }) => sample === kind && reason !== undefined)
        .map(({ profile, reason = "" }) => ` (profile ${profile}: ${reason})`)
        .at(-1) ?? "",
    outcomes: (): readonly RecipeOutcome[] => outcomes,
    problems: (): readonly ListProblem[] => [...problems.values()],
  };
}

/** Merges the rows with the same sample, also of different lists, into one candidate with the forms of all these rows. */
function withForms(rows: readonly RecipeRow[]): readonly Candidate[] {
  const rowsOf = (group: readonly RecipeRow[]) =>
    group.flatMap(({ row }) => (row === undefined ? [] : [row]));
  const lists = groupBy(rows, ({ list }) => list);
  const formsOf = new Map(lists.map(([list, group]) => [list, formsIn(rowsOf(group))]));
  const candidates = new Map<string, Candidate>();
  for (const { candidate, list, row } of rows) {
    const key = candidateName(candidate);
    const merged = candidates.get(key) ?? candidate;
    const forms = row === undefined ? [] : [...(formsOf.get(list)?.(row) ?? [])];
    const allForms = [...(merged.forms ?? []), ...forms.map((form) => `${list} ${form}`)];
    candidates.set(key, allForms.length === 0 ? merged : { ...merged, forms: allForms });
  }
  return [...candidates.values()];
}

type Bindings = Readonly<Record<string, string>>;

/**
 * Reads the lists of a recipe step by step. `start`: the values of {@link HOLDER}, or one empty object. `reason`: why the list that was
 * read last has no samples, or why none was read; `over`: there was no usable response, so no further recipe is tried.
 */
async function followRecipe(
  { sample, profile, steps }: Recipe,
  start: readonly Bindings[],
  read: (request: ApiRequest) => Promise<ApiResponse>,
  note: (problem: ListProblem) => void,
) {
  const rows: RecipeRow[] = [];
  const [endpoint] = RECIPE_KINDS[sample];
  let bindings = start;
  let requests = 0;
  let reason = start.length === 0 ? "no holder of a token is known" : undefined;
  for (const step of steps) {
    const nextBindings: Bindings[] = [];
    for (const binding of bindings.slice(0, MOST_REQUESTS - requests)) {
      const target = fillIn(step.path, binding);
      requests += 1;
      const list = { endpoint, service: "base", method: "GET", target, expects: "open" } as const;
      const response = await read(list).catch(requireUnusable);
      const error = unreadText(response, target !== step.path);
      if (error !== undefined) {
        const message = `the list ${target} was not read for samples: ${error}`;
        const received = response instanceof UnusableResponse ? response.response : response;
        const problem = { kind: "samples-list-unread", endpoint, target, message } as const;
        note({ ...problem, ...present({ response: received }) });
      }
      if (response instanceof UnusableResponse) {
        return { rows, reason: `${target}: ${response.message}`, over: true };
      }
      const { selected, others } = samplesIn(response, step.select);
      const { as: name, most = USUAL_MOST } = step;
      reason = selected.length === 0 ? whyNoSamples(response) : undefined;
      if (name === undefined) {
        rows.push(...recipeRows({ sample, profile }, step, { target, holder: binding[HOLDER] }, selected));
        const texts = new Set(selected.map(({ text }) => text));
        const malformed = [...[...texts].filter((text) => isMalformedName(sample, text)), ...others];
        if (malformed.length > 0) {
          const message = malformedText(sample, target, malformed, texts.size + others.length);
          note({ kind: "samples-malformed", endpoint, target, message, response });
        }
      } else {
        const texts = [...new Set(selected.map(({ text }) => text))];
        nextBindings.push(...texts.slice(0, most).map((value) => ({ ...binding, [name]: value })));
      }
    }
    bindings = nextBindings;
  }
  return { rows, reason, over: false };
}

function recipeRows(
  { sample, profile }: Pick<Recipe, "sample" | "profile">,
  step: RecipeStep,
  { target, holder }: { readonly target: string; readonly holder: string | undefined },
  selected: readonly FoundText[],
) {
  const [list = target] = target.split("?");
  const { most = isRecordEndpoint(RECIPE_KINDS[sample][0]) ? MOST_ROWS : USUAL_MOST } = step;
  const base = { origin: `${target} (profile ${profile})`, fromUser: false, listed: withoutPaging(target) };
  const candidates = selected.filter(({ text }) => fitsRecipe(sample, text));
  const found = candidates.map(({ text: identifier, row }): RecipeRow => {
    const nonce = step.nonce === undefined ? undefined : nonceIn(row?.[step.nonce]);
    return { candidate: { identifier, ...base, ...present({ holder, nonce }) }, list, ...present({ row }) };
  });
  return [...new Map(found.map((one) => [candidateName(one.candidate), one])).values()].slice(0, most);
}

/** The nonce that selects the record of a row; zero is the default and is not sent. */
const nonceIn = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : undefined;

/** A path with its query, without the parameters for the size and order of pages. */
function withoutPaging(target: string): string {
  const [path = "", query = ""] = target.split("?");
  const remaining = query.split("&").filter((pair) => pair !== "" && !/^(?:limit|order)=/.test(pair));
  return [path, ...(remaining.length === 0 ? [] : [remaining.join("&")])].join("?");
}

const fillIn = (path: string, bindings: Bindings): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encode(bindings[name] ?? ""));

interface FoundText {
  readonly text: string;
  readonly row?: JsonRecord;
}

/** The values at JSONPaths: the first of each path, then the second, and so on. `selected`: strings; `others`: further values as JSON. */
function samplesIn({ status, body: { value: body } }: ApiResponse, paths: RecipeStep["select"]) {
  const lists = [paths].flat().map((path) => (status === 200 ? nodesAt(path, body) : []));
  const nodes = interleaved(lists).filter(({ value }) => value !== null);
  const others = nodes.filter(({ value }) => !isRecipeText(value)).map(({ value }) => JSON.stringify(value));
  return {
    selected: nodes.flatMap(({ value, location }): readonly FoundText[] =>
      isRecipeText(value) ? [{ text: value, ...present({ row: recipeRowAt(body, location) }) }] : [],
    ),
    others: [...new Set(others)],
  };
}

/** The row at a location: the innermost object around it that is an element of an array; undefined if there is none. */
function recipeRowAt(body: unknown, location: readonly (string | number)[]): JsonRecord | undefined {
  let [value, row]: [unknown, JsonRecord | undefined] = [body, undefined];
  for (const step of location) {
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
    row = typeof step === "number" && isObject(value) ? value : row;
  }
  return row;
}

const isRecipeText = (value: unknown): value is string => typeof value === "string";

const whyNoSamples = ({ request: { target }, status, body }: ApiResponse): string =>
  status === 200 && isJsonList(body.value)
    ? `${target} lists no sample`
    : `${target} returned status ${status}${status === 200 ? " and no list" : ""}`;

/** The strings that a JSONPath (RFC 9535) selects in a body; empty if the body is neither an object nor an array. */
export const textsAt = (path: string, value: unknown): readonly string[] =>
  nodesAt(path, value).flatMap((node) => (isRecipeText(node.value) ? [node.value] : []));

const nodesAt = (path: string, value: unknown) => (isJsonList(value) ? select(path, value).nodes : []);

const isJsonList = (value: unknown): value is Parameters<typeof select>[1] & object =>
  typeof value === "object" && value !== null;
