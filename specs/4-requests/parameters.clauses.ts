// §4.3, §4.4, §4.5, §7.2, §7.6, §8: the form of each query parameter of the lists and of the fees, well-formed and malformed
import { isSuccess, looksMissing, lacksSignatures } from "../../engine/message/classify.ts";
import { type ApiRequest, requestTo, type Query, type ApiResponse } from "../../engine/model/exchange.ts";
import { single, sequence } from "../../engine/clauses/declare.ts";
import type { ClauseId, Inputs, PrerequisiteNames } from "../../engine/clauses/clause.ts";
import type { Listing, ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { OWN_NAMES } from "../../engine/clauses/read-request.ts";
import { kebab } from "../../engine/schema/fields.ts";
import { inTurns, uniqueValues } from "../../generators/cases.ts";
import { FORMAT_NAMES, formats } from "../../generators/formats.ts";
import {
  SUCCESS,
  exampleResponse,
  exampleErrorBody,
  invalidParameter,
  NOT_FOUND,
} from "../examples/responses.ts";
import { citedOperation, parameterCites } from "../kit/requests/cites.ts";
import { sendFaulty, companionsOf, togetherAt, type Sending } from "../kit/requests/beside.ts";
import { callsMalformed, violationIf, checkRefusal } from "../kit/requests/verdicts.ts";
import { boundsElsewhere, queryFrom, shownId, untilAfter, untilLater } from "../kit/requests/ordinary.ts";
import { checkFound, unproven } from "../kit/records/fees.ts";
import { accepting, memberText } from "../kit/records/records.ts";
import { searchTexts } from "../kit/lists/name-search.ts";
import type { ListName } from "../kit/lists/lists.ts";
import { balanceFilter, listOf, LISTS, boundValues, shortKey, WORDS } from "../kit/lists/lists.ts";
import { onlyWith, refusedByName } from "../kit/requests/recorded.ts";

/** What is said of the values of a parameter, and an ordinary one, known to work with what the target shows. */
interface ParameterForm<Key, Shown> {
  readonly key: Key;
  readonly accepted: string;
  readonly refused: string;
  readonly repaired: (shown: Shown) => string;
}
type ListForm = ParameterForm<ParameterKey & `token${string}`, Listing>;
type FeeForm = ParameterForm<ParameterKey & `networkFees.${string}`, ApiResponse>;

const idForm = (key: ListForm["key"] & keyof typeof WORDS): ListForm => ({
  key,
  accepted: `a well-formed id in ${WORDS[key]} is accepted`,
  refused: `a malformed id in ${WORDS[key]} gets an error that names the parameter`,
  repaired: shownId,
});

/** The limit and the order of a list. */
function pageForms(list: ListName): readonly ListForm[] {
  const { endpoint, words } = LISTS[list];
  return [
    {
      key: `${endpoint}.limit`,
      accepted: `${words} accepts a limit of 1 to 100`,
      refused: `${words}: a limit below 1 or malformed gets an error that names the parameter`,
      repaired: () => "1",
    },
    {
      key: `${endpoint}.order`,
      accepted: `${words} accepts an order of asc or desc`,
      refused: `${words}: an order other than asc or desc gets an error that names the parameter`,
      repaired: () => "asc",
    },
  ];
}

const LIST_FORMS: readonly ListForm[] = [
  ...pageForms("tokens"),
  idForm("tokens.tokenId"),
  idForm("tokens.accountId"),
  {
    key: "tokens.name",
    accepted: "a name of 3 to 100 characters is accepted",
    refused: "a name of under 3 or over 100 characters gets an error that names the parameter",
    repaired: (list) => searchTexts(list)[0]?.value ?? "zqxjkvwzq",
  },
  ...pageForms("balances"),
  idForm("tokenBalances.accountId"),
  {
    key: "tokenBalances.balance",
    accepted: "the balance filter accepts an integer of 1 to 10 digits with any operator",
    refused: "a malformed balance filter gets an error that names the parameter",
    repaired: ({ rows }) => boundValues(rows.slice(0, 1), balanceFilter)[0] ?? "0",
  },
  {
    key: "tokenBalances.timestamp",
    accepted: "the timestamp filter of token balances accepts a well-formed value",
    refused: "a malformed timestamp filter of token balances gets an error that names the parameter",
    repaired: ({ time }) => untilLater(time),
  },
];

const FEE_FORMS: readonly FeeForm[] = [
  {
    key: "networkFees.order",
    accepted: "an order of asc or desc gets network fees, or the message Not found",
    refused: "a malformed order of network fees gets an error that names the parameter",
    repaired: () => "asc",
  },
  {
    key: "networkFees.timestamp",
    accepted: "a well-formed timestamp filter gets fees, or the message Not found",
    refused: "a malformed timestamp filter of network fees gets an error that names the parameter",
    repaired: untilAfter,
  },
];

function commonParameter(key: ParameterKey, what: "accepted" | "refused") {
  const { section, query, endpoint } = citedOperation(key);
  const id: ClauseId = `${section}-${kebab(shortKey(key))}-${what}`;
  const format = query.find((parameter) => parameter.key === shortKey(key))?.format ?? "publicKey";
  const values = FORMAT_NAMES[format] ?? formats.entityIdFilter;
  return { id, endpoint, values, isTime: format === "TimestampFilter" };
}

/** A well-formed value is answered with success, or, where there may be nothing then, with what says so (interpretation 7). */
function acceptedValues<
  const N extends PrerequisiteNames & {
    readonly name: ParameterKey;
    readonly size: "size";
    readonly seed: "seed";
  },
>(
  key: ParameterKey,
  statement: string,
  needs: N,
  shown: (have: Inputs<N>) => {
    readonly request: (query: Query) => ApiRequest;
    readonly time?: string | undefined;
  },
) {
  const { id, endpoint, values, isTime } = commonParameter(key, "accepted");
  const isOfFees = endpoint === "networkFees";
  const sample = (status: number, body: unknown) => exampleResponse(endpoint, status, body);
  return single({
    id,
    statement,
    cites: [...parameterCites(key, "form"), 7, isTime ? 17 : 8],
    // That a filter of balances is accepted needs a token that is sure to exist: a run has one.
    ...(endpoint === "tokenBalances" ? {} : { when: onlyWith(shortKey(key)) }),
    needs,
    acceptsParameter: shortKey(key),
    given: (have) => ({
      ...accepting(values.valid(have.seed), have.size),
      contexts: uniqueValues([
        ...(have.size.contexts === 0 ? [] : (values.ends?.() ?? [])),
        ...(isTime ? boundsElsewhere(have.size, shown(have).time) : []),
      ]),
    }),
    request: (have, value: string) => shown(have).request([[have.name, value]]),
    check: (response) => {
      const isMissing = isTime && looksMissing(response) && !callsMalformed(response);
      const message = "a well-formed request does not succeed";
      return isOfFees
        ? checkFound(response)
        : violationIf(!isSuccess(response) && !isMissing, response, message, "status 200 and the list");
    },
    passes: [
      sample(200, SUCCESS[endpoint]),
      sample(200, { ...SUCCESS[endpoint], more: 1 }),
      ...(isTime || isOfFees ? [sample(404, NOT_FOUND)] : []),
    ],
    fails: {
      "refused as invalid": sample(400, invalidParameter("x")),
      "an error with status 200": sample(200, exampleErrorBody("None found")),
    },
  });
}

/** A malformed value is refused with an error that names the parameter. */
function refusedValues<const N extends PrerequisiteNames & { readonly name: ParameterKey }>(
  key: ParameterKey,
  statement: string,
  needs: N,
  sending: (have: Inputs<N>) => Sending,
) {
  const { id, endpoint, values } = commonParameter(key, "refused");
  const twin = exampleResponse(endpoint, 200, SUCCESS[endpoint]);
  const name = OWN_NAMES[key] ?? "";
  return sequence({
    id,
    statement,
    cites: [...parameterCites(key, "form"), "7 parameter error", 8, 10, 11],
    needs,
    given: () => ({ ...inTurns(values.invalid()), shared: endpoint !== "networkFees" }),
    run: async (t, { value, turn }) => {
      const responded = await sendFaulty(t, sending(t), [t.name, value], turn);
      const came = responded.refused;
      return lacksSignatures(came) ? unproven(came) : checkRefusal(responded, t);
    },
    recorded: refusedByName(shortKey(key)),
    last: twin,
    passes: [
      exampleResponse(endpoint, 400, invalidParameter(name)),
      exampleResponse(endpoint, 200, {
        ...exampleErrorBody("Busy", `Invalid parameter: ${name}`),
        requestId: 7,
      }),
    ],
    fails: {
      "answered with success": twin,
      "another parameter": exampleResponse(endpoint, 400, invalidParameter("another")),
      "an HTML page": exampleResponse(endpoint, 500, "<html>Bad request</html>"),
    },
  });
}

/** The clauses on a parameter of a list. */
function ofList({ key, ...told }: ListForm) {
  const list = listOf(key);
  const { material, endpoint } = LISTS[list];
  const needs = { list, name: key, material } as const;
  const sending = ({ list: found, name, material: { names, ...others } }: Inputs<typeof needs>): Sending => ({
    request: found.request,
    repaired: [name, told.repaired(found)],
    companions: companionsOf(found, { names, ...others }, name),
    apart: names["name"],
    together: togetherAt(endpoint, names, found.size),
  });
  return [
    acceptedValues(key, told.accepted, { list, name: key, size: "size", seed: "seed" }, (have) => have.list),
    refusedValues(key, told.refused, needs, sending),
  ];
}

/** The clauses on a parameter of the fees, which are no list: `fees` is the plain answer. */
function ofFees({ key, ...told }: FeeForm) {
  const request = (query: Query): ApiRequest => requestTo("networkFees", { query });
  const needs = { name: key, fees: "fees", names: "feeNames", size: "size", seed: "seed" } as const;
  const sending = ({ name, names, fees, size }: Inputs<typeof needs>): Sending => {
    const ordinary = queryFrom([names["order"], "desc"], [names["timestamp"], untilAfter(fees)]);
    const companions = ordinary.filter(([sent]) => sent !== name);
    const together = togetherAt("networkFees", names, size);
    return { request, repaired: [name, told.repaired(fees)], companions, together };
  };
  return [
    acceptedValues(key, told.accepted, needs, ({ fees }) => ({
      request,
      time: memberText(fees, "timestamp"),
    })),
    refusedValues(key, told.refused, needs, sending),
  ];
}

export const parameterForms = [...LIST_FORMS.flatMap(ofList), ...FEE_FORMS.flatMap(ofFees)];
