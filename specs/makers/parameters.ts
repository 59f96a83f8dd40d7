// §4, §7.2, §7.6: the clauses on the form of one parameter, well-formed and malformed
import { call, type Query } from "../../engine/model/call.ts";
import {
  clause,
  type AskingClause,
  type ClauseId,
  type Given,
  type Have,
  type Needs,
} from "../../engine/clauses/clause.ts";
import type { Ask, Asking, Reply } from "../../engine/model/exchange.ts";
import type { Listing, ParameterKey, Screen } from "../../engine/clauses/prerequisites.ts";
import { kebab } from "../../engine/schema/fields.ts";
import { invalidEntityIdFilter, validEntityIdFilter } from "../../generators/entity-id-filter.ts";
import type { Cases } from "../../generators/cases.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { SUCCESS, answer, errorBody, invalidParameter } from "../fixtures/answers.ts";
import { operationOf, parameterCites } from "./cites.ts";
import {
  askAmongOthers,
  askFaulty,
  askRefusalAmongOthers,
  companionsOf,
  tellingValues,
  turnOf,
  type Sending,
} from "../laws/requests/beside.ts";
import { queryFrom, shownId, untilAfter } from "../laws/requests/ordinary.ts";
import { accepting } from "../laws/records/records.ts";
import { askRefusal, judgeAccepted, judgeRefusal, type Refusal } from "../laws/requests/verdicts.ts";
import { listOf, LISTS, shortKey, WORDS } from "../laws/lists/lists.ts";
import { alone, refusedByName } from "../laws/requests/recorded.ts";

/** Values of a parameter, and what is said of them. */
interface Values {
  readonly statement: string;
  readonly cases: () => Cases<string>;
  readonly readings: readonly number[];
}

/** Malformed values, and an ordinary one in place of them, known to work with what the target shows. */
interface Malformed<Shown> extends Values {
  readonly repaired: (shown: Shown) => string;
}

/** A parameter of a list with the values that it takes, and those that it refuses. */
interface Form {
  readonly key: ParameterKey;
  readonly takes?: Values;
  readonly refuses: Malformed<Listing>;
}

/** The clauses `…-accepted` and `…-refused` of a parameter of a list. */
export function formClauses({ key, takes, refuses }: Form): readonly AskingClause[] {
  return [...(takes === undefined ? [] : [accepted(key, takes)]), refused(key, refuses)];
}

/** The clauses `…-accepted` and `…-refused` of a filter on ids. */
export function idFormClauses(key: ParameterKey & keyof typeof WORDS): readonly AskingClause[] {
  return formClauses({
    key,
    takes: {
      statement: `a well-formed id filter in ${WORDS[key]} is accepted`,
      cases: validEntityIdFilter,
      readings: [7, 8],
    },
    refuses: {
      statement: `a malformed id filter in ${WORDS[key]} gets an error that names the parameter`,
      cases: invalidEntityIdFilter,
      readings: [8, 10, 11],
      repaired: shownId,
    },
  });
}

function idOf(key: ParameterKey, what: "accepted" | "refused"): ClauseId {
  return `${operationOf(key).section}-${kebab(shortKey(key))}-${what}`;
}

/** A well-formed value of a parameter of a list is answered with the list (reading 7). */
function accepted(key: ParameterKey, { cases, ...told }: Values): AskingClause {
  const list = listOf(key);
  const { endpoint, material } = LISTS[list];
  const sample = (status: number, body: unknown) => ({ answer: answer(endpoint, status, body), value: "" });
  return clause({
    ...told,
    id: idOf(key, "accepted"),
    endpoint,
    cites: parameterCites(key, "form"),
    needs: { list, name: key, size: "size", material },
    given: (have) => {
      const sent = accepting(cases(), have.size);
      return { ...sent, few: tellingValues(have.material, have.name) ?? sent.boundaries };
    },
    ask: (have, value) => askAmongOthers(have, have.name, value),
    check: (reply) => judgeAccepted(reply),
    // That a filter of balances is accepted needs a token that is sure to exist: a run has one.
    ...(endpoint === "tokens" ? { offline: { fits: alone(shortKey(key)) } } : {}),
    accepts: [sample(200, SUCCESS[endpoint]), sample(200, { ...SUCCESS[endpoint], more: 1 })],
    rejects: {
      "refused as invalid": sample(400, invalidParameter("x")),
      "an error with status 200": sample(200, errorBody("Not found")),
    },
  });
}

function refusalSamples(endpoint: Endpoint) {
  const twin = answer(endpoint, 200, SUCCESS[endpoint]);
  const sample = (status: number, body: unknown) => ({
    answer: { name: "limit", refused: answer(endpoint, status, body), twin },
    value: "",
  });
  return {
    accepts: [
      sample(400, invalidParameter("limit")),
      sample(200, { ...errorBody("Busy", "Invalid parameter: limit"), requestId: 7 }),
    ] as const,
    rejects: {
      "answered with success": sample(200, SUCCESS[endpoint]),
      "another parameter": sample(400, invalidParameter("order")),
      "no name": sample(400, errorBody("Invalid parameter")),
      "an HTML page": sample(400, "<html>Bad request</html>"),
      "an empty body": sample(500, ""),
    },
  };
}

/** What every clause on malformed values needs. */
interface Refusing {
  readonly name: ParameterKey;
  readonly screen: "tokenScreen" | "balanceScreen" | "feeScreen";
  readonly size: "size";
}

/**
 * The malformed values of a parameter. A level with few requests sends as many of them as the screen has, if
 * any.
 */
function screenedCases(cases: Cases<string>, screen: Screen, name: string): Given<string> {
  const values = new Set(screen.flat().flatMap(([sent, value]) => (sent === name ? [value] : [])));
  const screened = cases.boundaries.filter(({ value }) => values.has(value)).length;
  return screened === 0 ? cases : { ...cases, telling: screened };
}

/**
 * A malformed value is refused with an error that names the parameter. Where requests are not few, the first
 * value is sent alone: a value that is refused among others may be taken by itself.
 */
function refusalClause<const N extends Needs & Refusing>(
  key: ParameterKey,
  { statement, readings, cases }: Values,
  needs: N,
  sending: (have: Have<N>) => Sending,
): AskingClause {
  const { endpoint } = operationOf(key);
  return clause({
    id: idOf(key, "refused"),
    endpoint,
    statement,
    cites: [...parameterCites(key, "form"), "7 parameter error"],
    readings,
    leavesOpen: ["7.7"],
    needs,
    given: ({ name, screen }) => screenedCases(cases(), screen, name),
    ask: function* (have, value): Asking<Refusal & { readonly name: string }> {
      const { name, screen, size } = have;
      const turn = turnOf(cases, value);
      const among = turn === 0 && !size.sparing ? [] : screen;
      return { name, ...(yield* askFaulty(sending(have), [name, value], { screen: among, turn })) };
    },
    check: ({ name, ...refusal }) => judgeRefusal(refusal, { name }),
    offline: refusedByName(shortKey(key)),
    ...refusalSamples(endpoint),
  });
}

/**
 * The clause on malformed values of a parameter of a list, alone and beside ordinary values of other
 * parameters.
 */
function refused(key: ParameterKey, values: Malformed<Listing>): AskingClause {
  const list = listOf(key);
  const { screen, material } = LISTS[list];
  const needs = { list, name: key, screen, material, size: "size" } as const;
  return refusalClause(key, values, needs, ({ list: found, name, material: known }) => {
    const repaired = [name, values.repaired(found)] as const;
    const listed = { list: found, material: known };
    return {
      ask: found.ask,
      repaired,
      companions: companionsOf(listed, name),
      askRefused: (malformed) => askRefusalAmongOthers(listed, malformed, repaired),
    };
  });
}

/**
 * The clause on malformed values of a parameter of the fees, which are no list: `fees` is the plain answer.
 */
export function refusedFeeQuery(
  key: "networkFees.order" | "networkFees.timestamp",
  values: Malformed<Reply>,
): AskingClause {
  const ask = (query: Query): Ask => call("networkFees", { query });
  const needs = { name: key, fees: "fees", screen: "feeScreen", names: "feeNames", size: "size" } as const;
  return refusalClause(key, values, needs, ({ name, names, fees }) => {
    const repaired = [name, values.repaired(fees)] as const;
    const ordinary = queryFrom([names["order"], "desc"], [names["timestamp"], untilAfter(fees)]);
    const companions = ordinary.filter(([sent]) => sent !== name);
    return { ask, repaired, companions, askRefused: (malformed) => askRefusal(malformed, ask([repaired])) };
  });
}
