// §4.1, §4.3, §4.4: clauses on some parameters that stand together in requests for a list
import { family } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import type { Context } from "../../generators/covering.ts";
import { listOf, shortKey } from "../laws/lists/lists.ts";
import { parameterCites, sortedCites } from "./cites.ts";
import { needsOf, walksWhere } from "../laws/lists/requests.ts";
import { LAWS, walkClause } from "./walks.ts";

/** A clause that is judged wherever some parameters stand together. */
export interface ContextSpec {
  readonly id: ClauseId;
  readonly statement: string;
  /** What fails it, and when it is inconclusive: {@link LAWS}. */
  readonly law: keyof typeof LAWS;
  /** Parameters that must be present; `states` names the state of a factor where it matters. */
  readonly beside: readonly [ParameterKey, ...ParameterKey[]];
  readonly states?: Context;
  /** Instead of what is said of each of the parameters. */
  readonly cites?: Cites;
  /** Instead of the usual ones. */
  readonly readings?: readonly number[];
}

/** What the document says that the parameters of such a request do. */
function contextCites({ beside, law, cites }: ContextSpec): Cites {
  if (cites !== undefined) {
    return cites;
  }
  const isSorted = beside.some((key) => shortKey(key) === "order") && (law === "order" || law === "next");
  const [first, ...others] = beside;
  return [
    parameterCites(first, "effect")[0],
    ...others.map((key) => parameterCites(key, "effect")[0]),
    ...(law === "strayBehindFirstPage" ? (["4.1 pages"] as const) : []),
    ...(isSorted ? sortedCites(listOf(first)) : []),
  ];
}

/** What parameters rest on beside the identity of the rows: where their values are from, and what may sort the rows. */
const RESTS_ON: Readonly<Partial<Record<ParameterKey, readonly ClauseId[]>>> = {
  "tokenBalances.timestamp": ["2.4-timestamp"],
  "tokens.name": ["2.3-name", "4.4-name-complete", "4.4-name-contained"],
  "tokens.order": ["2.3-name"],
};

/** What holds for each law; on what a parameter means that shows in no row see laws/lists/ground.ts, on values `lacksOf` in doubts.ts. */
const detailsOf = (law: keyof typeof LAWS): string =>
  `sends the contexts of the list that have all these parameters, page by page; ${LAWS[law].details}; a parameter whose meaning shows in no row (account.id of tokens, public key, name, timestamp) leaves out what it does not get alone; inconclusive too: the parameters are refused together and served alone, there are no balances at that time, or no value of one is known`;

/** One clause, with needs of its own; requests that others send too are sent once. */
export function contextClause(spec: ContextSpec) {
  const { id, statement, law, beside, states = {}, readings = [7, 15, 16, 17] } = spec;
  const list = listOf(beside[0]);
  const cites = [...contextCites(spec), ...readings] as const;
  const factors = beside.map(shortKey);
  const fits = (context: Context): boolean =>
    factors.every((factor) => context[factor] !== "absent") &&
    Object.entries(states).every(([factor, state]) => context[factor] === state);
  return family({
    ...walksWhere(list, fits, factors),
    family: id,
    restsOn: beside.flatMap((key) => RESTS_ON[key] ?? []),
    needs: { ...Object.fromEntries(beside.map((key) => [key, key])), ...needsOf(list) },
    clauses: [walkClause(list, { ...LAWS[law], id, statement, cites, details: detailsOf(law) })],
  });
}
