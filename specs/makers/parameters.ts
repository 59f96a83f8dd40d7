// §4, §7.2, §7.6: the clauses on the form of one parameter, well-formed and malformed
import { isSuccess } from "../../engine/message/classify.ts";
import { call, type Query } from "../../engine/model/call.ts";
import { each, law } from "../../engine/clauses/declare.ts";
import type { AskingClause, ClauseId, Have, Needs } from "../../engine/clauses/clause.ts";
import type { Ask, Reply } from "../../engine/model/exchange.ts";
import type { Listing, ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { OWN_NAMES } from "../../engine/clauses/read-request.ts";
import { kebab } from "../../engine/schema/fields.ts";
import { formats } from "../../generators/formats.ts";
import { inEveryForm, type Cases } from "../../generators/cases.ts";
import { SUCCESS, answer, errorBody, invalidParameter } from "../fixtures/answers.ts";
import { operationOf, parameterCites } from "./cites.ts";
import { askFaulty, companionsOf, togetherAt, turnOf, type Sending } from "../laws/requests/beside.ts";
import { findingIf } from "../laws/requests/findings.ts";
import { queryFrom, shownId, untilAfter } from "../laws/requests/ordinary.ts";
import { lacksSignatures, unproven } from "../laws/records/fees.ts";
import { accepting } from "../laws/records/records.ts";
import { judgeRefusal } from "../laws/requests/verdicts.ts";
import { listOf, LISTS, shortKey, WORDS } from "../laws/lists/lists.ts";
import { onlyWith, refusedByName } from "../laws/requests/recorded.ts";

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

export function formClauses({ key, takes, refuses }: Form): readonly AskingClause[] {
  return [...(takes === undefined ? [] : [accepted(key, takes)]), refused(key, refuses)];
}

export function idFormClauses(key: ParameterKey & keyof typeof WORDS): readonly AskingClause[] {
  return formClauses({
    key,
    takes: {
      statement: `a well-formed id in ${WORDS[key]} is accepted`,
      cases: formats.entityIdFilter.valid,
      readings: [7, 8],
    },
    refuses: {
      statement: `a malformed id in ${WORDS[key]} gets an error that names the parameter`,
      cases: formats.entityIdFilter.invalid,
      readings: [8, 10, 11],
      repaired: shownId,
    },
  });
}

function idOf(key: ParameterKey, what: "accepted" | "refused"): ClauseId {
  return `${operationOf(key).section}-${kebab(shortKey(key))}-${what}`;
}

/**
 * A well-formed value of a parameter of a list is answered with the list (reading 7). Sends: the value alone. Fails: any other
 * response, a 404 and a 500 too. Inconclusive: the list or the name of the parameter is not found.
 */
function accepted(key: ParameterKey, { cases, ...told }: Values): AskingClause {
  const list = listOf(key);
  const { endpoint } = LISTS[list];
  const sample = (status: number, body: unknown) => answer(endpoint, status, body);
  return each({
    ...told,
    id: idOf(key, "accepted"),
    cites: parameterCites(key, "form"),
    // That a filter of balances is accepted needs a token that is sure to exist: a run has one.
    ...(endpoint === "tokens" ? { when: onlyWith(shortKey(key)) } : {}),
    needs: { list, name: key, size: "size" },
    given: ({ size }) => accepting(cases(), size, { oneIn: 4 }),
    ask: ({ list: { ask }, name }, value) => ask([[name, value]]),
    check: (reply) =>
      findingIf(
        !isSuccess(reply),
        reply,
        "a well-formed request does not succeed",
        "status 200 and the list",
      ),
    keeps: [sample(200, SUCCESS[endpoint]), sample(200, { ...SUCCESS[endpoint], more: 1 })],
    breaks: {
      "refused as invalid": sample(400, invalidParameter("x")),
      "an error with status 200": sample(200, errorBody("Not found")),
    },
  });
}

/**
 * A malformed value is refused with an error that names the parameter. It is sent alone, beside ordinary values of all other
 * parameters, or beside one of them in turn. A success fails, and an error that does not name the parameter; inconclusive
 * where the parameter with an ordinary value, alone or where the malformed one stood, does not succeed.
 */
function refusalClause<const N extends Needs & { readonly name: ParameterKey }>(
  key: ParameterKey,
  { statement, readings, cases }: Values,
  needs: N,
  sending: (have: Have<N>) => Sending,
): AskingClause {
  const { endpoint } = operationOf(key);
  const twin = answer(endpoint, 200, SUCCESS[endpoint]);
  const refusedWith = (status: number, body: unknown) => [answer(endpoint, status, body), twin];
  const name = OWN_NAMES[key] ?? "";
  return law({
    id: idOf(key, "refused"),
    statement,
    cites: [...parameterCites(key, "form"), "7 parameter error"],
    readings,
    leavesOpen: ["7.7"],
    needs,
    given: () => ({ ...inEveryForm(cases()), shared: endpoint !== "networkFees" }),
    run: async (t, value) => {
      const answered = await askFaulty(t, sending(t.have), [t.have.name, value], turnOf(cases, value));
      const came = answered.refused;
      return lacksSignatures(came) ? unproven(came) : judgeRefusal(answered, t.have);
    },
    recorded: refusedByName(shortKey(key)),
    keeps: [
      refusedWith(400, invalidParameter(name)),
      refusedWith(200, { ...errorBody("Busy", `Invalid parameter: ${name}`), requestId: 7 }),
    ],
    breaks: {
      "answered with success": refusedWith(200, SUCCESS[endpoint]),
      "another parameter": refusedWith(400, invalidParameter("another")),
      "no name": refusedWith(400, errorBody("Invalid parameter")),
      "an HTML page": refusedWith(500, "<html>Bad request</html>"),
    },
  });
}

/** The clause on malformed values of a parameter of a list, alone and beside ordinary values of other parameters. */
function refused(key: ParameterKey, values: Malformed<Listing>): AskingClause {
  const list = listOf(key);
  const needs = { list, name: key, material: LISTS[list].material } as const;
  const sending = ({ list: found, name, material }: Have<typeof needs>): Sending => ({
    ask: found.ask,
    repaired: [name, values.repaired(found)],
    companions: companionsOf(found, material, name),
    apart: material.names["name"],
    together: togetherAt(LISTS[list].endpoint, material.names, found.size),
  });
  return refusalClause(key, values, needs, sending);
}

/** The clause on malformed values of a parameter of the fees, which are no list: `fees` is the plain answer. */
export function refusedFeeQuery(
  key: "networkFees.order" | "networkFees.timestamp",
  values: Malformed<Reply>,
): AskingClause {
  const ask = (query: Query): Ask => call("networkFees", { query });
  const needs = { name: key, fees: "fees", names: "feeNames", size: "size" } as const;
  const sending = ({ name, names, fees, size }: Have<typeof needs>): Sending => {
    const repaired = [name, values.repaired(fees)] as const;
    const ordinary = queryFrom([names["order"], "desc"], [names["timestamp"], untilAfter(fees)]);
    const companions = ordinary.filter(([sent]) => sent !== name);
    return { ask, repaired, companions, together: togetherAt("networkFees", names, size) };
  };
  return refusalClause(key, values, needs, sending);
}
