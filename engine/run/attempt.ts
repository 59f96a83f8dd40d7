import { createHash } from "node:crypto";
import { isServed, isSuccess, speaksOfInvalidParameter } from "../message/classify.ts";
import { operations } from "../../schemas/operations.ts";
import type { AskingClause, Case, Given, Have, Needs } from "../clauses/clause.ts";
import { rowsIn } from "../clauses/pagination.ts";
import { oncePer, present } from "../model/model.ts";
import type { Finding, Found, Reason, Reply, Send } from "../model/exchange.ts";
import { asking, isUndecided, Trouble } from "../model/exchange.ts";
import { groundsOf, naming, reasonOf } from "../model/reason.ts";
import * as fc from "fast-check";
import type { Coverage } from "../message/known-deviations.ts";
import type { Provider } from "../discovery/provider.ts";

/** Why a case decides nothing. */
export interface Doubt extends Reason {
  /** No usable answer came. */
  readonly lost?: true;
  /** No complete response came in time, at any attempt: the clause is inconclusive, whatever its other cases show. */
  readonly isTimeOut?: boolean;
}

/** What came of asking one case: the answer that a check looks at, or the trouble that kept it away. */
export type AskedCase =
  { readonly answer: unknown; readonly replies: readonly Reply[] } | { readonly trouble: Trouble };

export interface Attempt {
  readonly findings: readonly Finding[];
  /** Whether the findings were made again when the requests were repeated; absent: the requests were not repeated. */
  readonly reproducible?: boolean;
  readonly undecided?: Doubt;
  readonly replies: readonly Reply[];
}

export async function askCase(
  clause: AskingClause,
  have: Have<Needs>,
  value: unknown,
  send: Send,
): Promise<AskedCase> {
  // An error at every try to send a valid value fails the clause that says that the value is accepted (interpretation 22).
  const sending: Send = clause.admits === undefined ? send : (ask) => send({ gateways: "steady", ...ask });
  try {
    const { replies, ...asker } = asking(sending);
    return { answer: await clause.ask({ ...have, ...asker }, value), replies };
  } catch (error) {
    if (error instanceof Trouble) {
      return { trouble: error };
    }
    throw error;
  }
}

export function judgeCase(clause: AskingClause, asked: AskedCase, value: unknown): Attempt {
  if ("trouble" in asked) {
    const { isTimeOut } = asked.trouble;
    const undecided: Doubt = { ...reasonOf(asked.trouble), lost: true, isTimeOut };
    return { findings: [], undecided, replies: [] };
  }
  const { answer, replies } = asked;
  const judgement = clause.check(answer, value);
  if (isUndecided(judgement)) {
    const { undecided: reason, by, lost, ...why } = judgement;
    const known =
      why.obstacle === "data" ? { ...why, suspects: [...(why.suspects ?? []), ...groundsOf(clause)] } : why;
    const undecided: Doubt = { ...naming(reason, by?.ask, known), ...present({ lost }) };
    return { findings: [], undecided, replies };
  }
  return { findings: judgement, replies };
}

export async function attempt(
  clause: AskingClause,
  have: Have<Needs>,
  value: unknown,
  send: Send,
): Promise<Attempt> {
  return judgeCase(clause, await askCase(clause, have, value, send), value);
}

/** What answers show of the data: equal when the data stood still. */
function digestOf(replies: readonly Reply[], rowsTold: RowsTold): string {
  const hash = createHash("sha256");
  replies.forEach((reply) => hash.update(`${dataOf(reply, rowsTold)}\n`));
  return hash.digest("base64");
}

/** What an answer says of the data: of a list the rows alone, without the clocks, links and counters beside them. */
function dataOf(reply: Reply, rowsTold: RowsTold): string {
  const { list } = operations[reply.ask.endpoint];
  if (!isSuccess(reply)) {
    return String(reply.status);
  }
  return list === undefined ? reply.body.text : rowsTold(rowsIn(reply));
}

/** The members that the document gives the rows of lists, and those inside them. */
const ROW_MEMBERS = Object.values(operations).flatMap(({ list, success }) =>
  list === undefined ? [] : Object.keys(success.properties?.[list.rows]?.items?.properties ?? {}),
);

/** A hash of what rows say of the data, without members of their own making, which may count or tell the time. */
type RowsTold = (rows: readonly unknown[]) => string;

const textsOf = (rows: readonly unknown[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row, ROW_MEMBERS) ?? "");
const hashOf = (texts: readonly string[]): string =>
  createHash("sha256").update(texts.join("\n")).digest("base64");

/** In the order in which they come. */
export const rowsInOrder: RowsTold = oncePer((rows: readonly unknown[]) => hashOf(textsOf(rows)));
/** In whatever order they come: equal ones may change places (reading 16). */
export const rowsInAnyOrder: RowsTold = oncePer((rows: readonly unknown[]) =>
  hashOf(textsOf(rows).toSorted()),
);

export interface Reproduction {
  readonly provider: Provider;
  /** Sends without answering from memory. */
  readonly sendAgain: Send;
  readonly signal: AbortSignal;
  /** Seed of the cases. */
  readonly seed: number;
  readonly coverage: Coverage;
}

/** Times that a failing case is asked again while the data moves. */
const CONFIRM_TRIES = 3;
/** Answers of one clause that may show that the data move; then its cases are tried once. */
export const UNSTEADY_BUDGET = 40;
/** Requests spent on finding a smaller failing case. */
export const SHRINK_BUDGET = 40;
const SHRINK_MS = 10_000;

/** What is wrong with the pages of a list, and not with one of its rows. */
const PAGED: ReadonlySet<string> = new Set(["repeat", "gap"]);

/** The lists that answers are compared with: they must have stood still as well. */
function groundOf(have: Have<Needs>, rowsTold: RowsTold): string {
  const lists = Object.values(have).map((item: unknown) =>
    typeof item === "object" && item !== null && "rows" in item && Array.isArray(item.rows)
      ? rowsTold(item.rows)
      : "",
  );
  return lists.join("\n");
}

/** An error that may come of chance: now and then two of them meet one request. */
const isAccident = (reply: Reply | undefined): boolean => reply !== undefined && reply.status >= 500;

/**
 * Whether one response proves a violation, so that it need not be seen again: a success that breaks a clause over one
 * exchange, such as more rows than the limit of the request, or the documented message "Invalid parameter" for a request
 * that has to be accepted. An error of another kind may come and go, and a difference between responses may come from
 * data that change: both have to be seen again.
 */
function isProven({ single }: AskingClause, { decisive, reply }: Finding, last: Reply | undefined): boolean {
  const at = reply ?? last;
  return decisive === true || (at !== undefined && ((single === true && isServed(at)) || isRefusal(at)));
}

/** A request that has to be accepted is called invalid in the documented words. */
const isRefusal = (reply: Reply): boolean =>
  speaksOfInvalidParameter(reply) && (reply.ask.expects === "success" || reply.ask.expects === "missing");

/**
 * Repeats the requests of a failing case. Violations that one response proves fail the clause whether they are seen again or
 * not; the result says which of the two.
 */
export async function confirm(
  clause: AskingClause,
  have: Have<Needs>,
  item: Case,
  first: Attempt,
  reproduction: Reproduction,
  unsteady = { left: UNSTEADY_BUDGET },
): Promise<Attempt | Doubt> {
  const again = await repeat(clause, have, item, first, reproduction, unsteady);
  if (!("reason" in again)) {
    return { ...again, reproducible: true };
  }
  const proven = first.findings.filter((finding) => isProven(clause, finding, first.replies.at(-1)));
  return proven.length === 0 ? again : { ...first, findings: proven, reproducible: false };
}

/**
 * Asks again, with lists read anew: a rule over several answers fails only on data that stood still. Where an error of the server
 * came, asks twice.
 */
async function repeat(
  clause: AskingClause,
  have: Have<Needs>,
  item: Case,
  first: Attempt,
  { provider, sendAgain }: Reproduction,
  unsteady: { left: number },
): Promise<Attempt | Doubt> {
  const compares = clause.compares === true;
  const toldBy = ({ replies }: Attempt, ground: Have<Needs>, rowsTold: RowsTold): string =>
    compares ? digestOf(replies, rowsTold) + groundOf(ground, rowsTold) : "";
  const shownBy = (tried: Attempt, ground: Have<Needs>) =>
    [rowsInAnyOrder, rowsInOrder].map((rowsTold) => toldBy(tried, ground, rowsTold));
  let before = shownBy(first, have);
  for (let tries = 0; tries < CONFIRM_TRIES; tries += 1) {
    const now = compares
      ? await provider.refresh(clause.needs, performance.now())
      : await provider.resolve(clause.needs);
    const again = await attempt(clause, now, item.value, sendAgain);
    if (again.undecided !== undefined) {
      return again.undecided;
    }
    if (again.findings.length === 0) {
      return { reason: "when the request was repeated, the response was another", obstacle: "service" };
    }
    const digests = shownBy(again, now);
    // Equal rows that change places may come twice, or not at all, on pages that are cut by their place.
    const isOfPages = again.findings.some(({ defect }) => PAGED.has(defect?.kind ?? ""));
    const [same, inOrder] = digests.map((digest, at) => digest === before[at]);
    if (isOfPages ? inOrder : same) {
      if (tries === 0 && again.findings.some(({ reply = again.replies.at(-1) }) => isAccident(reply))) {
        continue;
      }
      return again;
    }
    const decisive = again.findings.filter((finding) => finding.decisive === true);
    if (decisive.length > 0) {
      return { ...again, findings: decisive };
    }
    before = digests;
    unsteady.left -= again.replies.length;
    if (unsteady.left <= 0) {
      break;
    }
  }
  return { reason: "the responses changed while they were compared", obstacle: "service" };
}

/** The failing case, made smaller where it was generated: sequentially, within a budget, the same violation. */
export async function shrink(
  clause: AskingClause,
  have: Have<Needs>,
  given: Given<unknown> | undefined,
  item: Case,
  confirmed: Attempt,
  { sendAgain, signal, seed, coverage }: Reproduction,
): Promise<readonly Found[]> {
  let smallest = { tried: confirmed, path: item.name };
  const { reproducible } = confirmed;
  if (given?.middle !== undefined && item.index !== undefined && reproducible === true) {
    const kind = kindOf(confirmed);
    let budget = SHRINK_BUDGET;
    const property = fc.asyncProperty(given.middle, async ({ name, value }) => {
      if (budget <= 0 || signal.aborted) {
        return true;
      }
      const tried = await attempt(clause, have, value, sendAgain);
      budget -= tried.replies.length;
      const same = kindOf(tried) === kind && !isKnown(clause, tried, coverage);
      if (same) {
        smallest = { tried, path: name };
      }
      return !same;
    });
    const details = await fc.check(property, {
      seed,
      path: String(item.index),
      numRuns: item.index + 1,
      interruptAfterTimeLimit: SHRINK_MS,
      markInterruptAsFailure: false,
    });
    smallest = { ...smallest, path: details.counterexamplePath ?? smallest.path };
  }
  return foundIn({ ...smallest.tried, ...present({ reproducible }) }, smallest.path, seed);
}

/** What an attempt found, each with the answer that shows it. */
export function foundIn(
  { findings, replies, reproducible }: Attempt,
  path: string,
  seed: number,
): readonly Found[] {
  return findings.flatMap((finding) => {
    const reply = finding.reply ?? replies.at(-1);
    const found = { finding, path, seed, among: replies, ...present({ reproducible }) };
    return reply === undefined ? [] : [{ ...found, reply }];
  });
}

/** Whether known deviations cover everything that is wrong with the answers. */
export const isKnown = ({ id }: AskingClause, tried: Attempt, coverage: Coverage): boolean =>
  foundIn(tried, "", 0).every(({ finding, reply }) => coverage(id, finding, reply) !== undefined);

/** What makes two failures the same: the message, not the value. */
export const kindOf = ({ findings }: Attempt): string => findings[0]?.message ?? "";
