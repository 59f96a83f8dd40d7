import * as fc from "fast-check";
import { attempt } from "./attempt.ts";
import { casesOf, seedFor, type Case } from "../clauses/cases.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { AskingClause, Given } from "../clauses/clause.ts";
import { isGenerated } from "../evidence/alike.ts";
import type { Finding, Found, Reply } from "../model/exchange.ts";
import { confirm, foundIn, type Reproduction } from "./reproduce.ts";
import { inspectBody } from "../schema/check-fields.ts";
import { isWatched } from "../passive/observer.ts";

/** What one case shows when it is asked again: what is wrong (nothing: kept), or why that cannot be said. */
export type Repetition = { readonly found: readonly Found[] } | { readonly undecided: string };

/** Asks one case of a clause again: the boundary of that name, or the value that the path of fast-check leads to. */
export async function repeatCase(
  clause: AskingClause,
  path: string,
  bench: Reproduction,
): Promise<Repetition> {
  const have = await bench.provider.resolve(clause.needs);
  const { size } = await bench.provider.resolve({ size: "size" });
  const seed = seedFor(bench.seed, clause.family ?? clause.id);
  const given = clause.given?.(have);
  const item = caseAt(given, path, seed) ?? [...casesOf(given, size, seed)].find(({ name }) => name === path);
  if (item === undefined) {
    return { undecided: `the data of the target no longer give the case ${JSON.stringify(path)}` };
  }
  const first = await attempt(clause, have, item.value, bench.sendAgain);
  if (first.undecided !== undefined) {
    return { undecided: first.undecided.reason };
  }
  const tried =
    first.findings.length > 0 && clause.compares === true
      ? await confirm(clause, have, item, first, bench)
      : first;
  if ("reason" in tried) {
    return { undecided: tried.reason };
  }
  return { found: foundIn(tried, path, seed) };
}

function caseAt(given: Given<unknown> | undefined, path: string, seed: number): Case | undefined {
  if (given === undefined) {
    return path === "" ? { name: "", value: undefined } : undefined;
  }
  const boundary = given.boundaries.find(({ name }) => name === path);
  if (boundary !== undefined || given.middle === undefined || !isGenerated(path)) {
    return boundary;
  }
  const [generated] = fc.sample(given.middle, { seed, path, numRuns: 1 });
  return generated;
}

/** Judges one answer by the row of a table, or by the rule that watches an endpoint, of this id. */
export function reviewReply(
  id: string,
  reply: Reply,
  { tables, watching }: Pick<Catalogue, "tables" | "watching">,
): Repetition {
  if (!isWatched(reply)) {
    return { undecided: `the answer is no success any more: status ${reply.status}` };
  }
  const findings: Finding[] = [];
  let seen = 0;
  for (const { body } of tables.filter((table) => table.body.endpoint === reply.ask.endpoint)) {
    inspectBody(body, reply, {
      count: (row) => {
        seen += row.id === id ? 1 : 0;
      },
      finding: (row, finding) => {
        if (row.id === id) {
          findings.push(finding);
        }
      },
    });
  }
  const rule = watching.find((clause) => clause.id === id);
  findings.push(...(rule?.check(reply) ?? []));
  return rule === undefined && seen === 0 && findings.length === 0
    ? { undecided: "the answer no longer holds a record in which this could be seen" }
    : { found: findings.map((finding) => ({ finding, reply, path: "", seed: 0 })) };
}
