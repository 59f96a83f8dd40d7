// §4.1, §4.3, §4.4: laws that are judged on requests of many contexts
import { family } from "../../engine/clauses/declare.ts";
import type { AskingClause, Cites, ClauseId } from "../../engine/clauses/clause.ts";
import type { ListRow, WalkEnd } from "../../engine/clauses/pagination.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { walkOf } from "../fixtures/walks.ts";
import { judgeSelection, nextRowsInOrder, orderKept, selectedBehind } from "../laws/lists/selection.ts";
import type { Context } from "../../generators/covering.ts";
import { contextsWhere } from "../laws/lists/contexts.ts";
import { askContext } from "../laws/lists/requests.ts";
import { limitOnFirstPage } from "../laws/lists/limits.ts";
import { IDENTITY, listOf, LISTS, shortKey, type ListName } from "../laws/lists/lists.ts";
import { sortKeys } from "../../engine/clauses/ordering.ts";
import { parameterCites, sortedCites } from "./cites.ts";
import { lawful, type Rule, type Walked } from "../laws/lists/walked.ts";

/** Numbers of rows page by page, such as `9 10 | 11`. */
export type Pages = string;

/** Walks as samples: what came on which pages, out of the rows 9, 10, 11 and 12. */
export function samplesFor(list: ListName) {
  const filter = IDENTITY[list];
  const row = (num: number): ListRow => ({ [filter.identity]: `0.0.${num}` });
  const all = [9, 10, 11, 12].map(row);
  const plan = {
    query: [],
    limit: 2,
    order: "asc",
    filters: [{ filter, operator: "lte", bound: "0.0.12" }],
  } as const;
  return (pages: Pages, end: WalkEnd = "null"): { answer: Walked; value: Context } => ({
    answer: {
      plan,
      identity: filter.identity,
      walk: walkOf(
        filter.endpoint,
        pages.split("|").map((page) => (page.match(/\d+/g) ?? []).map((num) => row(Number(num)))),
        end,
      ),
      selection: all,
      keys: sortKeys(all),
      limitName: "limit",
    },
    value: {},
  });
}

/** A law, with what breaks it: numbers of the rows that came, page by page. */
interface Law {
  readonly check: Rule;
  readonly rejects: Readonly<Record<string, Pages>>;
}

export const LAWS = {
  selection: {
    check: judgeSelection,
    rejects: {
      "a row too many": "9 10 | 11 12 | 13",
      "a row too many on a later page": "9 10 | 11 13",
      "a row too few": "9 10 | 12",
    },
  },
  behind: { check: selectedBehind, rejects: { "dropped behind the first page": "9 10 | 11 13" } },
  order: {
    check: orderKept,
    rejects: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
    check: nextRowsInOrder,
    rejects: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
  },
  limit: { check: limitOnFirstPage, rejects: { "limit ignored": "9 10 11 12" } },
} as const satisfies Readonly<Record<string, Law>>;

/** Whether a case is a context that a request is made for. */
export function isContext(value: object): value is Context {
  return Object.values(value).every((state) => typeof state === "string");
}

/** A clause that judges one law wherever some parameters stand together. */
export interface ContextSpec {
  readonly id: ClauseId;
  readonly statement: string;
  readonly law: keyof typeof LAWS;
  /** Parameters that must be present; `states` names the state of a factor where it matters. */
  readonly beside: readonly [ParameterKey, ...ParameterKey[]];
  readonly states?: Context;
  readonly readings?: readonly number[];
}

/** What the document says that the parameters of such a request do. */
function contextCites({ beside, law }: ContextSpec): Cites {
  const isSorted = beside.some((key) => shortKey(key) === "order") && (law === "order" || law === "next");
  const [first, ...others] = beside;
  return [
    parameterCites(first, "effect")[0],
    ...others.map((key) => parameterCites(key, "effect")[0]),
    ...(law === "behind" ? (["4.1 pages"] as const) : []),
    ...(isSorted ? sortedCites(listOf(first)) : []),
  ];
}

/** What parameters rest on beside the identity of the rows: where their values are from, and what may sort the rows. */
const RESTS_ON: Readonly<Partial<Record<ParameterKey, readonly ClauseId[]>>> = {
  "tokenBalances.timestamp": ["2.4-timestamp"],
  "tokens.name": ["2.3-name"],
  "tokens.order": ["2.3-name"],
};

/** One clause: what it needs differs from that of others, and the requests that they share are sent once. */
export function contextClause(spec: ContextSpec): readonly AskingClause[] {
  const { law, beside } = spec;
  const list = listOf(beside[0]);
  const sample = samplesFor(list);
  const rejects: Law["rejects"] = LAWS[law].rejects;
  const fits = (context: Context): boolean =>
    beside.every((key) => context[shortKey(key)] !== "absent") &&
    Object.entries(spec.states ?? {}).every(([factor, state]) => context[factor] === state);
  return family({
    family: spec.id,
    compares: true,
    restsOn: beside.flatMap((key) => RESTS_ON[key] ?? []),
    needs: { ...Object.fromEntries(beside.map((key) => [key, key])), list, material: LISTS[list].material },
    given: (have) => ({ boundaries: [], contexts: contextsWhere(have.list, have.material, fits) }),
    ask: ({ have, ...t }, context: Context) => askContext(t, have.list, have.material, context),
    clauses: [
      {
        id: spec.id,
        endpoint: LISTS[list].endpoint,
        statement: spec.statement,
        cites: contextCites(spec),
        readings: spec.readings ?? [7, 15, 16],
        check: lawful(LAWS[law].check),
        keeps: [sample("9 10 | 11 12"), sample("9 | 10 11", "budget")],
        breaks: Object.fromEntries(Object.entries(rejects).map(([name, pages]) => [name, sample(pages)])),
      },
    ],
  });
}
