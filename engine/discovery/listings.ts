import { HASH, TIMESTAMP, TRANSACTION_ID } from "../../schemas/formats.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { Ask, Asker, Expectation, Query, Reply } from "../model/exchange.ts";
import { call, Trouble } from "../model/exchange.ts";
import { isObject, isServed, isSuccess } from "../message/classify.ts";
import {
  isRefusedWalk,
  keyOf,
  nextIn,
  stopOf,
  walk,
  type ListRow,
  type Walk,
} from "../clauses/pagination.ts";
import { present } from "../model/model.ts";
import { naming } from "../model/reason.ts";
import type { VerificationSample } from "../model/settings.ts";
import {
  ignoreUntested,
  candidateAsk,
  Unavailable,
  type Candidate,
  type Listing,
  type ListNames,
  type Sampled,
  type Size,
} from "../clauses/prerequisites.ts";

export const given = (asked: string, member: string): Candidate => ({
  asked,
  origin: `samples.${member} of the target file`,
  vouched: true,
});

/** Reads a whole list, without a filter, with the largest page that the target grants. */
export async function readListing(
  t: Asker,
  endpoint: "tokens" | "tokenBalances",
  path: string | undefined,
  names: ListNames,
  size: Size,
): Promise<Listing> {
  const { limit } = names;
  const list = operations[endpoint].list;
  if (list === undefined) {
    throw new Error(`${endpoint} is no list`);
  }
  const ask = (query: Query, expects: Expectation = "success"): Ask =>
    call(endpoint, { query, expects, ...present({ path }) });
  const query: Query = limit === undefined ? [] : [[limit, "100"]];
  const largest = limit === undefined ? undefined : await walk(t, ask(query), size.pages).catch(ignoreLost);
  const whole =
    largest !== undefined && showsRows(largest)
      ? largest
      : theFuller(largest, await walk(t, ask([]), size.pages));
  if (isRefusedWalk(whole)) {
    const { came, by } = stopOf(whole);
    const why = naming(`the list cannot be read: ${came}`, by?.ask, { obstacle: "service" });
    throw new Unavailable("inconclusive", why);
  }
  const sizes = whole.pages.map(({ rows }) => rows.length);
  // Pages may differ in size: what has no links may be cut as the smallest one is.
  const full = sizes.slice(0, -1).filter((rows) => rows > 0);
  const body = whole.pages[0]?.reply.body.value;
  const time = isObject(body) ? body["timestamp"] : undefined;
  return {
    ask,
    ...(typeof time === "string" && TIMESTAMP.test(time) ? { time } : {}),
    largest: whole === largest ? query : [],
    names,
    pageRows: full.length > 0 ? Math.min(...full) : Math.max(...sizes, 1),
    rows: once(whole),
    pages: whole.pages,
    complete: whole.end === "null",
    ...(whole.end === "null" ? {} : { stop: { end: whole.end, pages: whole.pages.slice(-1) } }),
    member: list.rows,
    identity: list.identity,
    size,
  };
}

/** The rows of a list, each once: that a row comes twice is tested by the clauses on pages. */
function once({ rows, identity }: Walk): readonly ListRow[] {
  const seen = new Set<unknown>();
  return rows.filter((row) => {
    const key = keyOf(row, identity) ?? row;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The largest pages may be larger than what is read of a response: the usual ones need not be. */
function ignoreLost(error: unknown): undefined {
  if (!(error instanceof Trouble) || error.concerns === "run") {
    throw error;
  }
  return undefined;
}

const showsRows = ({ end, rows }: Walk): boolean => end !== "refused" && rows.length > 0;

/** An empty page of the largest size says nothing of the list: it may have rows all the same. */
function theFuller(largest: Walk | undefined, usual: Walk): Walk {
  return largest === undefined || largest.end === "refused" || showsRows(usual) ? usual : largest;
}

/** The token whose balances fill the most of a first page. */
export function tokenWithMostHolders(samples: readonly Sampled[]): Sampled | undefined {
  const answered = samples.filter(({ reply }) => isSuccess(reply));
  return answered.toSorted((a, b) => countRows(b.reply) - countRows(a.reply))[0];
}

export function hasHolders({ reply }: Sampled): boolean {
  return isSuccess(reply) && countRows(reply) >= 2;
}

/** Whether an answer shows that more accounts hold the token than a page has. */
export const hasMorePages = ({ reply }: Sampled): boolean => (nextIn(reply) ?? null) !== null;

function countRows(reply: Reply): number {
  const { value } = reply.body;
  const rows = isObject(value) && Array.isArray(value["balances"]) ? value["balances"].length : 0;
  return rows + ((nextIn(reply) ?? null) === null ? 0 : 0.5);
}

export async function sample(
  t: Asker,
  endpoint: Endpoint,
  candidates: readonly Candidate[],
): Promise<readonly Sampled[]> {
  const replies = await t.all(
    candidates.map((candidate) => ({ ...candidateAsk(endpoint, candidate), gateways: "told" as const })),
  );
  return candidates.flatMap((candidate, index) => {
    const reply = replies[index];
    return reply === undefined ? [] : [{ ...candidate, reply }];
  });
}

/**
 * Sends each body that the user gave, one after the other: the service may ask an explorer for each. Above smoke, the first
 * comes again: whether it is accepted twice is open, and what a second success shows is not.
 */
export async function verify(
  t: Asker,
  endpoint: "sessionVerify" | "verify",
  bodies: readonly VerificationSample[],
  { contexts }: Pick<Size, "contexts">,
): Promise<readonly Sampled[]> {
  const samples: Sampled[] = [];
  for (const body of bodies) {
    const candidate = given(body.address, "verifications");
    const { origin } = candidate;
    samples.push({
      ...candidate,
      reply: await t.get(call(endpoint, { body: JSON.stringify(body), origin })),
    });
  }
  const again = samples.slice(0, contexts > 0 ? 1 : 0);
  await t
    .all(again.map(({ reply: { ask } }) => ({ ...ask, expects: "open", fresh: true })))
    .catch(ignoreUntested);
  return samples;
}

export function isFound({ reply }: Sampled): boolean {
  return isServed(reply);
}

export const isHash = (asked: string): boolean => HASH.test(asked);
export const isTransactionId = (asked: string): boolean => TRANSACTION_ID.test(asked);

/** What records speak of in some members: more records to look at. */
export function mentionedIn(
  found: readonly Sampled[],
  members: Readonly<Record<string, RegExp>>,
): readonly Candidate[] {
  const all = found.flatMap(({ asked: result, reply }) => {
    const record: ListRow = isObject(reply.body.value) ? reply.body.value : {};
    return Object.entries(members).flatMap(([member, form]): readonly Candidate[] => {
      const asked = record[member];
      return typeof asked === "string" && form.test(asked)
        ? [{ asked, origin: `the record of ${result}`, vouched: false }]
        : [];
    });
  });
  return all.filter(({ asked }, index) => all.findIndex((other) => other.asked === asked) === index);
}
