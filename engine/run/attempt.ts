import { createHash } from "node:crypto";
import { isSuccess } from "../message/classify.ts";
import { operations } from "../../schemas/operations.ts";
import type { AskingClause, Have, Needs } from "../clauses/clause.ts";
import { rowsIn } from "../clauses/pagination.ts";
import { oncePer, present } from "../model/model.ts";
import { asking, type Send } from "../model/asking.ts";
import { isUndecided, Trouble, type Finding, type Reason, type Reply } from "../model/exchange.ts";
import { naming, reasonOf, shownClauses } from "../model/reason.ts";

/** Why a case decides nothing. */
export interface Doubt extends Reason {
  /** No usable answer came. */
  readonly lost?: true;
}

/** What came of asking one case: the answer that a check looks at, or the trouble that kept it away. */
export type AskedCase =
  { readonly answer: unknown; readonly replies: readonly Reply[] } | { readonly trouble: Trouble };

export interface Attempt {
  readonly findings: readonly Finding[];
  readonly undecided?: Doubt;
  readonly replies: readonly Reply[];
}

export async function askCase(
  clause: AskingClause,
  have: Have<Needs>,
  value: unknown,
  send: Send,
): Promise<AskedCase> {
  try {
    const { replies, ...asker } = asking(send);
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
    const undecided: Doubt = { ...reasonOf(asked.trouble), lost: true };
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

/** The clauses without which the data give a clause no case. */
export const groundsOf = ({
  restsOn = [],
  endpoint,
}: Pick<AskingClause, "restsOn" | "endpoint">): readonly string[] => [...restsOn, ...shownClauses(endpoint)];

export async function attempt(
  clause: AskingClause,
  have: Have<Needs>,
  value: unknown,
  send: Send,
): Promise<Attempt> {
  return judgeCase(clause, await askCase(clause, have, value, send), value);
}

/** What answers show of the data: equal when the data stood still. */
export function digestOf(replies: readonly Reply[], rowsTold: RowsTold): string {
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
export type RowsTold = (rows: readonly unknown[]) => string;

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
