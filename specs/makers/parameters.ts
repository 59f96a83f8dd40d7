// §4, §7.2, §7.6: one parameter, well-formed and malformed
import { call, type Query } from "../../engine/model/call.ts";
import {
  clause,
  type AskingClause,
  type ClauseId,
  type Given,
  type Have,
  type Needs,
} from "../../engine/clauses/clause.ts";
import { type Ask, type Asking, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import type { Listing, ParameterKey, Screen } from "../../engine/clauses/prerequisites.ts";
import type { Cases } from "../../generators/cases.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { SUCCESS, answer, errorBody, invalidParameter } from "../fixtures/answers.ts";
import { parameterCites } from "./cites.ts";
import { askAmongOthers, askRefusalAmongOthers, tellingValues } from "../laws/requests/beside.ts";
import { accepting } from "../laws/records/records.ts";
import {
  askRefusal,
  askScreened,
  judgeAccepted,
  judgeRefusal,
  type Refusal,
} from "../laws/requests/verdicts.ts";
import { LISTS, shortKey, type ListName } from "../laws/lists/lists.ts";
import { alone, refusedByName } from "../laws/requests/recorded.ts";

/** A parameter of a list, and the values to send. */
export interface ListParameter {
  readonly id: ClauseId;
  readonly statement: string;
  readonly list: ListName;
  readonly key: ParameterKey;
  readonly cases: () => Cases<string>;
  readonly readings: readonly number[];
}

/** A well-formed value of a parameter of a list is answered with the list (reading 7). */
export function accepted(spec: ListParameter): AskingClause {
  const { endpoint, material } = LISTS[spec.list];
  return clause({
    id: spec.id,
    endpoint,
    statement: spec.statement,
    cites: parameterCites(spec.key, "form"),
    readings: spec.readings,
    needs: { list: spec.list, name: spec.key, size: "size", material },
    given: (have) => {
      const sent = accepting(spec.cases(), have.size);
      return { ...sent, few: tellingValues(have.material, have.name) ?? sent.boundaries };
    },
    ask: (have, value) => askAmongOthers(have, have.name, value),
    check: (reply) => judgeAccepted(reply),
    // That a filter of balances is accepted needs a token that is sure to exist: a run has one.
    ...(endpoint === "tokens" ? { offline: { fits: alone(shortKey(spec.key)) } } : {}),
    accepts: [
      { answer: answer(endpoint, 200, SUCCESS[endpoint]), value: "" },
      { answer: answer(endpoint, 200, { ...SUCCESS[endpoint], more: 1 }), value: "" },
    ],
    rejects: {
      "refused as invalid": { answer: answer(endpoint, 400, invalidParameter("x")), value: "" },
      "an error with status 200": { answer: answer(endpoint, 200, errorBody("Not found")), value: "" },
    },
  });
}

/** A refusal with the name that was sent. */
interface NamedRefusal extends Refusal {
  readonly name: string;
}

function* named(name: string, refusal: Asking<Refusal>): Asking<NamedRefusal> {
  return { name, ...(yield* refusal) };
}

function judgeNamed({ name, ...refusal }: NamedRefusal): Judgement {
  return judgeRefusal(refusal, { name });
}

/** Samples of refusals of a named parameter; `documented`: whether the document shows the error body. */
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

/** What each malformed value of a parameter is sent with. */
interface Refusing {
  readonly name: ParameterKey;
  readonly screen: "tokenScreen" | "balanceScreen" | "feeScreen";
}

/** As many malformed values as the requests of a screen have of a parameter, where these are more than are sent alone. */
function screenedCases(cases: Cases<string>, screen: Screen, name: string): Given<string> {
  const values = new Set(screen.flat().flatMap(([sent, value]) => (sent === name ? [value] : [])));
  const screened = cases.boundaries.filter(({ value }) => values.has(value)).length;
  return screened === 0 ? cases : { ...cases, telling: screened };
}

/** A malformed value is refused by name. */
function refusalClause<const N extends Needs & Refusing>(
  endpoint: Endpoint,
  { id, statement, readings, key, cases }: Omit<ListParameter, "list">,
  needs: N,
  ask: (have: Have<N>, value: string) => Asking<NamedRefusal>,
): AskingClause {
  return clause({
    id,
    endpoint,
    statement,
    cites: [...parameterCites(key, "form"), "7 parameter error"],
    readings,
    leavesOpen: ["7.7"],
    needs,
    given: ({ name, screen }) => screenedCases(cases(), screen, name),
    ask,
    check: judgeNamed,
    offline: refusedByName(shortKey(key)),
    ...refusalSamples(endpoint),
  });
}

/** A malformed value of a parameter of a list is refused by name; `repaired` is an ordinary value, known to work. */
export function refused(
  spec: ListParameter & { readonly repaired: (list: Listing) => string },
): AskingClause {
  const { endpoint, screen: needed } = LISTS[spec.list];
  const needs = { list: spec.list, name: spec.key, screen: needed } as const;
  return refusalClause(endpoint, spec, needs, function* ({ list, name, screen }, value) {
    const malformed = yield* askScreened(screen, [name, value], list.ask);
    return yield* named(name, askRefusalAmongOthers(list, malformed, [name, spec.repaired(list)]));
  });
}

/** As {@link refused}, for the fees, which are no list; they come as they are without parameters. */
export function refusedFeeQuery(
  spec: Omit<ListParameter, "list"> & { readonly repaired: (fees: Reply) => string },
): AskingClause {
  const request = (query: Query): Ask => call("networkFees", { query });
  const needs = { name: spec.key, fees: "fees", screen: "feeScreen" } as const;
  return refusalClause("networkFees", spec, needs, function* ({ name, fees, screen }, value) {
    const malformed = yield* askScreened(screen, [name, value], request);
    return yield* named(name, askRefusal(malformed, request([[name, spec.repaired(fees)]])));
  });
}
