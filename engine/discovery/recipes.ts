import { type Ask, beforeQuery, encode, type Reply, Trouble } from "../model/exchange.ts";
import { query as select } from "json-p3";
import {
  CONTRACT_ID_OR_ADDRESS,
  ENTITY_ID,
  HASH,
  HEX,
  TIMESTAMP,
  TRANSACTION_ID,
} from "../../schemas/formats.ts";
import type { Candidate } from "../clauses/prerequisites.ts";
import { present } from "../model/model.ts";
import { inTurn } from "../../generators/cases.ts";
import type { RecipeOutcome } from "../model/results.ts";
import { HOLDER, type Endpoint, type FoundKind, type Recipe, type RecipeStep } from "../model/settings.ts";

export type Cook = ReturnType<typeof createCook>;

/** Accounts that hold the token whose balances are judged. */
type Holders = () => Promise<readonly string[]>;

/** Values of one list that have no form of part 2, each once. */
export interface Malformed {
  readonly values: ReadonlySet<string>;
  readonly all: number;
  readonly list: Reply;
}

/** Requests of one recipe. */
const MOST_REQUESTS = 12;
/** Values that one step takes where it does not say. */
const USUAL_MOST = 5;

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

  /** Several recipes may read one list. */
  function readOnce(ask: Ask): Promise<Reply> {
    const reading = lists.get(ask.target) ?? read(ask);
    lists.set(ask.target, reading);
    return reading;
  }

  async function cookAll(kind: FoundKind, holders: Holders): Promise<readonly Candidate[]> {
    const candidateLists: (readonly Candidate[])[] = [];
    for (const recipe of recipes.filter(({ sample }) => sample === kind)) {
      const { sample, profile, steps } = recipe;
      const isOfHolders = steps.some(({ path }) => path.includes(`{${HOLDER}}`));
      const start = isOfHolders ? (await holders()).map((holder) => ({ [HOLDER]: holder })) : [{}];
      const { candidates, noNames, reason, over } = await follow(recipe, start, readOnce);
      noNames.forEach((each) => malformed.set(`${sample} ${each.list.ask.target}`, { ...each, sample }));
      const path = steps.map((step) => step.path).join(" → ");
      const told = candidates.length > 0 || reason === undefined ? {} : { reason };
      outcomes.push({ profile, sample, path, found: candidates.length, ...told });
      candidateLists.push(candidates);
      if (over) {
        break;
      }
    }
    // No sample twice.
    return [...new Map(inTurn(candidateLists).map((candidate) => [candidate.asked, candidate])).values()];
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
    outcomes: (): readonly RecipeOutcome[] => outcomes,
  };
}

type Bindings = Readonly<Record<string, string>>;

async function follow(
  { sample, profile, steps }: Recipe,
  start: readonly Bindings[],
  read: (ask: Ask) => Promise<Reply>,
) {
  const candidates: Candidate[] = [];
  const noNames: Malformed[] = [];
  let bindings = start;
  let requests = 0;
  let last: { readonly reason?: string } =
    start.length === 0 ? { reason: "no account is known that holds a token" } : {};
  for (const step of steps) {
    const next: Bindings[] = [];
    for (const known of bindings.slice(0, MOST_REQUESTS - requests)) {
      const target = fillIn(step.path, known);
      requests += 1;
      const list = { endpoint: KINDS[sample][0], service: "base", method: "GET", target } as const;
      const reply = await read({ ...list, expects: "open" }).catch(troubleOnly);
      if (reply instanceof Trouble) {
        return { candidates, noNames, reason: `${target}: ${reply.message}`, over: true };
      }
      const { found, noTexts } = foundIn(reply, step.select);
      const { as: name, most = USUAL_MOST } = step;
      last = found.length === 0 ? { reason: whyNone(reply) } : {};
      if (name === undefined) {
        const fitting = found.filter((text) => fits(sample, text)).slice(0, most);
        const { [HOLDER]: holder } = known;
        const base = {
          origin: `${target} (profile ${profile})`,
          vouched: false,
          listed: beforeQuery(target),
        };
        candidates.push(...fitting.map((asked) => ({ asked, ...base, ...present({ holder }) })));
        const values = new Set([...found.filter((text) => isNoName(sample, text)), ...noTexts]);
        noNames.push(
          ...(values.size === 0 ? [] : [{ values, all: found.length + noTexts.length, list: reply }]),
        );
      } else {
        next.push(...found.slice(0, most).map((value) => ({ ...known, [name]: value })));
      }
    }
    bindings = next;
  }
  return { candidates, noNames, ...last, over: false };
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

/**
 * Texts in the answer, each once; of several paths the first of each comes first. What stands there and is no text, written
 * as JSON: only null says that there is nothing.
 */
function foundIn({ status, body: { value: body } }: Reply, paths: RecipeStep["select"]) {
  const lists = [paths].flat().map((path) => (status === 200 ? valuesAt(path, body) : []));
  const values = inTurn(lists).filter((value) => value !== null);
  const [texts, others] = [values.filter(isText), values.filter((value) => !isText(value))];
  return {
    found: [...new Set(texts)],
    noTexts: [...new Set(others.map((value) => JSON.stringify(value)))],
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

function whyNone({ ask: { target }, status, body }: Reply): string {
  return status === 200 && isList(body.value)
    ? `${target} lists none`
    : `${target} returned status ${status}${status === 200 ? " and no list" : ""}`;
}

/** The texts that a JSONPath (RFC 9535) finds in a body; none where it is no object or list. */
export const textsAt = (path: string, value: unknown): readonly string[] =>
  valuesAt(path, value).filter(isText);

const valuesAt = (path: string, value: unknown): readonly unknown[] =>
  isList(value) ? select(path, value).values() : [];

function isList(value: unknown): value is Parameters<typeof select>[1] & object {
  return typeof value === "object" && value !== null;
}
