import { usualDataset } from "../dataset.ts";
import type { Ask } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { CURSOR } from "../parameters.ts";
import { editBody } from "../rewriting/answer.ts";
import { ignoreQuery, rewriteQuery, sends, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import { editNext, repage, rowsOf, wholeList, withRows, type ListMember } from "../rewriting/list.ts";
import { targetOf } from "../target.ts";
import { mistakeOperator, operatorOf } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

/** Where a fault shows: something that stands in the request, under the name that it has in names of faults. */
interface Place {
  readonly name: string;
  readonly says: string;
  readonly holds: (ask: Ask) => boolean;
}

/** What is done wrong there, and the clause that sees it wherever it is. */
interface Breakage {
  readonly name: string;
  readonly says: string;
  readonly clause: string;
  readonly breaks: Rewriting;
}

function last(ask: Ask, name: string): string | undefined {
  return valuesOf(ask, name).at(-1);
}

const inOrder = (order: string): Place => ({
  name: `under-${order}`,
  says: `under ${order}`,
  holds: (ask) => last(ask, "order") === order,
});
const withLimit = (limit: string): Place => ({
  name: `at-limit-${limit}`,
  says: `with limit ${limit}`,
  holds: (ask) => last(ask, "limit") === limit,
});
const beside = (name: string): Place => ({
  name: `beside-${name.replace(".", "-")}`,
  says: `beside ${name}`,
  holds: sends(name),
});
const withoutLimit: Place = {
  name: "without-limit",
  says: "without a limit",
  holds: (ask) => !sends("limit")(ask),
};
const behindFirst: Place = { name: "behind-the-first-page", says: "on later pages", holds: sends(CURSOR) };

/** A filter that is not seen, or whose operator is taken for a wider one. */
function filterBreakages(name: string, section: string): readonly Breakage[] {
  const slug = name.replace(".", "-");
  const mistaken = (from: string, to: string): Breakage => ({
    name: `${slug}-${from}-as-${to}`,
    says: `${name} ${from} is taken for ${to}`,
    clause: `${section}-selection`,
    breaks: mistakeOperator(name, from, to),
  });
  return [
    {
      name: `${slug}-ignored`,
      says: `${name} has no effect`,
      clause: `${section}-selection`,
      breaks: ignoreQuery(name),
    },
    mistaken("gt", "gte"),
    mistaken("lte", "lt"),
    {
      name: `${slug}-ne-ignored`,
      says: `${name} ne has no effect`,
      clause: `${section}-selection`,
      breaks: rewriteQuery(name, (value) => (operatorOf(value) === "ne" ? undefined : value)),
    },
  ];
}

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

function listBreakages(member: ListMember, section: string): Readonly<Record<string, Breakage>> {
  return {
    order: {
      name: "order-turned",
      says: "the order is turned round",
      clause: `${section}-order-with-others`,
      breaks: rewriteQuery("order", (value) => TURNED[value] ?? value),
    },
    limit: {
      name: "limit-ignored",
      says: "limit has no effect",
      clause: `4.1-${member}-limit-with-others`,
      breaks: ignoreQuery("limit"),
    },
    lost: {
      name: "row-lost",
      says: "each page begins one row too late",
      clause: `4.1-${member}-next-rows`,
      breaks: repage(member, {
        next: ({ from, limit, total }) => (from + limit < total ? from + limit + 1 : null),
      }),
    },
    early: {
      name: "last-page-cut-off",
      says: "links.next is null on the last page but one",
      clause: `${section}-selection`,
      breaks: repage(member, {
        next: ({ from, limit, total }) => (from + 2 * limit < total ? from + limit : null),
      }),
    },
    dropsOrder: {
      name: "next-drops-order",
      says: "the link forgets the order",
      clause: `4.1-${member}-next-keeps-order`,
      breaks: editNext((query) => query.filter(([sent]) => sent !== "order")),
    },
  };
}

/** Every breakage in every place. */
function crossed(places: readonly Place[], breakages: readonly Breakage[]): readonly Entry[] {
  return places.flatMap((place) =>
    breakages.map(({ name, says, clause, breaks }): Entry => [
      `${name}-${place.name}`,
      clause,
      `${says} ${place.says}`,
      when(place.holds, breaks),
    ]),
  );
}

/** What shows where nothing else selects: beside another filter the row that tells may be left out. */
function aloneBreakages(name: string, section: string, member: ListMember): readonly Entry[] {
  const slug = name.replace(".", "-");
  const selection = `${section}-selection`;
  const as = (from: string, to: string, clause: string): Entry => [
    `${slug}-${from}-as-${to}-on-pages-of-one`,
    clause,
    `${name} ${from} is taken for ${to} with limit 1`,
    when(withLimit("1").holds, mistakeOperator(name, from, to)),
  ];
  const later = (operator: string): Entry => [
    `${slug}-${operator}-ignored-later`,
    selection,
    `${name} ${operator} has no effect on later pages`,
    when(behindFirst.holds, mistakeOperator(name, operator)),
  ];
  // Rows above a balance are no strangers: they come too early.
  const early = member === "tokens" ? selection : `4.1-${member}-next-rows`;
  return [as("ne", "gt", early), as("lt", "lte", selection), ...["gt", "gte", "lt", "lte"].map(later)];
}

const NOWHERE = { statusUrl: "", baseUrl: "", verifyUrl: "" };

/** A row of which the list says nothing, unless it is asked for by its id. */
function unlisted(member: ListMember, filter: string, identity: string): Entry {
  const { tokenIds, accountIds } = targetOf(NOWHERE, usualDataset()).samples;
  const [id] = member === "tokens" ? tokenIds : accountIds;
  const byItself = (ask: Ask): boolean => valuesOf(ask, filter).some((value) => value.endsWith(`:${id}`));
  const hide = editBody((body) =>
    withRows(
      body,
      member,
      rowsOf(body, member).filter((row) => row[identity] !== id),
    ),
  );
  return [
    "row-found-by-its-id-alone",
    `${member === "tokens" ? "4.4" : "4.3"}-own-id-listed`,
    "a row is found by its own id, and is in no list",
    when((ask) => !byItself(ask), hide),
  ];
}

/** One row more than the limit in the link says, on later pages. */
function fullerPages(member: ListMember): Entry {
  return [
    "later-pages-above-limit",
    `4.1-${member}-next-keeps-limit`,
    "a later page has one row more than the limit in its link",
    (handler) => (ask) => {
      const more = editBody((body) => {
        const rows = rowsOf(body, member);
        const known = new Set(rows.map((row) => JSON.stringify(Object.values(row).map(String))));
        const others = wholeList(handler, ask, member).filter(
          (row) => !known.has(JSON.stringify(Object.values(row).map(String))),
        );
        return withRows(body, member, [...rows, ...others.slice(0, 1)]);
      });
      return sends(CURSOR)(ask) && sends("limit")(ask) ? more(handler)(ask) : handler(ask);
    },
  ];
}

function faultsIn(member: ListMember, section: string, filters: readonly [string, string]): readonly Entry[] {
  const [first, second] = filters;
  const { order, limit, lost, early, dropsOrder } = listBreakages(member, section);
  const of = (...some: readonly (Breakage | undefined)[]) => some.filter((one) => one !== undefined);
  return [
    ...crossed(
      [inOrder("asc"), inOrder("desc"), withLimit("1"), withoutLimit],
      filterBreakages(first, section),
    ),
    ...crossed([beside(second), behindFirst], filterBreakages(first, section).slice(0, 1)),
    ...crossed([beside(first)], filterBreakages(second, section).slice(0, 2)),
    ...crossed([beside(first), beside(second), withoutLimit], of(order)),
    ...crossed([beside(first), beside(second), inOrder("asc"), inOrder("desc")], of(limit, lost)),
    ...crossed([beside(first), inOrder("asc")], of(early)),
    ...crossed([beside(second)], of(dropsOrder)),
    ...aloneBreakages(first, section, member),
    unlisted(member, member === "tokens" ? first : second, member === "tokens" ? "token_id" : "account"),
    fullerPages(member),
  ];
}

/** Faults that show only where two things meet in a request for a list (4.1, 4.3, 4.4). */
export const contextFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", faultsIn("tokens", "4.4", ["token.id", "account.id"])),
  ...faultsOf("tokenBalances", "balances", faultsIn("balances", "4.3", ["account.balance", "account.id"])),
];
