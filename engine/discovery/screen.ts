// §7.1, §7.2: one error may name all malformed parameters of a request
import type { Cases } from "../../generators/cases.ts";
import { invalidBalanceFilter } from "../../generators/balance-filter.ts";
import { invalidEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { invalidLimit } from "../../generators/limit.ts";
import { invalidOrder } from "../../generators/order.ts";
import { invalidTimestampFilter } from "../../generators/timestamp-filter.ts";
import type { QueryFormat } from "../../schemas/operations.ts";
import { documentedMessages, isSuccess } from "../message/classify.ts";
import type { Query } from "../model/call.ts";
import { all, type Ask, type Asking } from "../model/exchange.ts";

/** The endpoints that have several parameters and document the error that names them. */
export type ScreenedEndpoint = "tokens" | "tokenBalances" | "networkFees";

/** Malformed values of a format, and an ordinary one to stand beside them. */
interface Values {
  readonly malformed: () => Cases<string>;
  readonly ordinary: string;
}

/** The formats whose malformed values are told by the value alone. */
const SCREENED: Readonly<Partial<Record<QueryFormat, Values>>> = {
  EntityIdFilter: { malformed: invalidEntityIdFilter, ordinary: "gte:0.0.1" },
  BalanceFilter: { malformed: invalidBalanceFilter, ordinary: "gte:1" },
  TimestampFilter: { malformed: invalidTimestampFilter, ordinary: "lte:1700000000.000000001" },
  limit: { malformed: invalidLimit, ordinary: "1" },
  order: { malformed: invalidOrder, ordinary: "asc" },
};

/** A parameter by its name, an ordinary value, and one malformed value of each family. */
interface Screened {
  readonly name: string;
  readonly ordinary: string;
  readonly malformed: readonly string[];
}

/** One malformed value of each family, as many as a level sends; none of a format that is not told by the value alone. */
export function screened(name: string, format: QueryFormat, most: number): readonly Screened[] {
  const values = SCREENED[format];
  if (values === undefined) {
    return [];
  }
  const { boundaries, families = 0 } = values.malformed();
  const malformed = boundaries.slice(0, Math.min(most, families)).map(({ value }) => value);
  return [{ name, ordinary: values.ordinary, malformed }];
}

/**
 * Queries in which several parameters are malformed, where the target names all that are and none that is well-formed:
 * one request then does for each of them. None where it names the first alone, or others too, which is fair.
 */
export function* findScreen(
  ask: (query: Query) => Ask,
  parameters: readonly Screened[],
): Asking<readonly Query[]> {
  const send = (query: Query): Ask => ({ ...ask(query), expects: "refusal", memo: true });
  const [, second, ...others] = roundsOf(parameters);
  if (second === undefined || (yield* namedIn(send, [second])).every((named) => named.length < 2)) {
    return [];
  }
  // Of two neighbours one is well-formed: who names that too says nothing by naming one.
  const halves = [0, 1].map((half) =>
    parameters.map(({ name, ordinary, malformed: [first = ordinary] }, at) => {
      return [name, at % 2 === half ? first : ordinary] as const;
    }),
  );
  const named = yield* namedIn(send, halves);
  const namesWellFormed = parameters.some(({ name }, at) => named[(at + 1) % 2]?.includes(name));
  return namesWellFormed ? [] : [...halves, second, ...others];
}

/** The first values of all parameters together, the second ones, and so on. */
function roundsOf(parameters: readonly Screened[]): readonly Query[] {
  const most = Math.max(0, ...parameters.map(({ malformed }) => malformed.length));
  return Array.from({ length: most }, (_, at) =>
    parameters.flatMap(({ name, malformed }) => valueAt(name, malformed, at)),
  );
}

function valueAt(name: string, values: readonly string[], at: number): Query {
  const value = values[at];
  return value === undefined ? [] : [[name, value]];
}

/** The parameters that the answers name, out of those that were sent. */
function* namedIn(
  send: (query: Query) => Ask,
  queries: readonly Query[],
): Asking<readonly (readonly string[])[]> {
  const replies = yield* all(queries.map(send));
  return replies.map((reply, at) => {
    const messages = isSuccess(reply) ? [] : (documentedMessages(reply) ?? []);
    const sent = (queries[at] ?? []).map(([name]) => name);
    return sent.filter((name) => messages.includes(`Invalid parameter: ${name}`));
  });
}
