// §4.3, §4.4, §4.5, §7.2, §7.6, §8: the valid and the invalid values of each query parameter of the lists and of the fees
import { FORMAT_NAMES, formats } from "../../generators/formats.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

interface ParameterForm<K extends kit.ParameterKey = kit.ParameterKey> {
  readonly key: K;
  readonly accepted: readonly [id: kit.ClauseId, statement: string];
  readonly refused: readonly [id: kit.ClauseId, subject: string];
}

const LIST_FORMS: readonly ParameterForm<kit.ParameterKey & `token${string}`>[] = [
  // maximum number of items: integer, 1 to 100 (§4.4, §8)
  {
    key: "tokens.limit",
    accepted: ["4.4-limit-accepted", "a request with a limit of 1 to 100 gets the token list"],
    refused: ["4.4-limit-refused", "a token list limit that is no integer over 0"],
  },
  // order: asc or desc (§4.4)
  {
    key: "tokens.order",
    accepted: ["4.4-order-accepted", "a request with the order asc or desc gets the token list"],
    refused: ["4.4-order-refused", "a token order that is neither asc nor desc"],
  },
  // token.id: EntityIdFilter, the token to return information for (§2.1, §4.4)
  {
    key: "tokens.tokenId",
    accepted: ["4.4-token-id-accepted", "a request with a well-formed token.id filter gets the token list"],
    refused: ["4.4-token-id-refused", "a malformed token.id filter"],
  },
  // account.id: EntityIdFilter, the account to return information for (§2.1, §4.4)
  {
    key: "tokens.accountId",
    accepted: [
      "4.4-account-id-accepted",
      "a request with a well-formed account.id filter gets the token list",
    ],
    refused: ["4.4-account-id-refused", "a malformed account.id filter"],
  },
  // name: part of a token name or all of it, a string of 3 to 100 characters (§4.4, §8)
  {
    key: "tokens.name",
    accepted: ["4.4-name-accepted", "a request with a name of 3 to 100 characters gets the token list"],
    refused: ["4.4-name-refused", "a name of under 3 or over 100 characters"],
  },
  // maximum number of items to return: integer, 1 to 100 (§4.3, §8)
  {
    key: "tokenBalances.limit",
    accepted: ["4.3-limit-accepted", "a request with a limit of 1 to 100 gets the balance list"],
    refused: ["4.3-limit-refused", "a balance list limit that is no integer over 0"],
  },
  // listing order: asc or desc (§4.3)
  {
    key: "tokenBalances.order",
    accepted: ["4.3-order-accepted", "a request with the order asc or desc gets the balance list"],
    refused: ["4.3-order-refused", "a balance order that is neither asc nor desc"],
  },
  // account id to return information for: EntityIdFilter (§2.1, §4.3)
  {
    key: "tokenBalances.accountId",
    accepted: [
      "4.3-account-id-accepted",
      "a request with a well-formed account filter gets the balance list",
    ],
    refused: ["4.3-account-id-refused", "a malformed account filter of token balances"],
  },
  // balance value to compare against: BalanceFilter (§2.1, §4.3)
  {
    key: "tokenBalances.balance",
    accepted: ["4.3-balance-accepted", "a request with a well-formed balance filter gets the balance list"],
    refused: ["4.3-balance-refused", "a malformed balance filter of token balances"],
  },
  // consensus timestamp: TimestampFilter (§2.1, §4.3)
  {
    key: "tokenBalances.timestamp",
    accepted: [
      "4.3-timestamp-accepted",
      "a well-formed timestamp filter gets balances, or the error for a missing record",
    ],
    refused: ["4.3-timestamp-refused", "a malformed timestamp filter of token balances"],
  },
];

const FEE_FORMS: readonly ParameterForm<kit.ParameterKey & `networkFees.${string}`>[] = [
  // an order: asc or desc (§4.5)
  {
    key: "networkFees.order",
    accepted: [
      "4.5-order-accepted",
      "a request with the order asc or desc gets network fees, or the message Not found",
    ],
    refused: ["4.5-order-refused", "a malformed order of network fees"],
  },
  // a consensus timestamp: TimestampFilter (§2.1, §4.5)
  {
    key: "networkFees.timestamp",
    accepted: [
      "4.5-timestamp-accepted",
      "a request with a well-formed timestamp filter gets fees, or the message Not found",
    ],
    refused: ["4.5-timestamp-refused", "a malformed timestamp filter of network fees"],
  },
];

/** `name`: the name of the parameter at the target. */
type ParameterNeeds = kit.PrerequisiteNames & { readonly name: kit.ParameterKey };
const CHOICE = { size: "size", seed: "seed" } as const;

function commonParameter(key: kit.ParameterKey) {
  const { query, endpoint } = kit.operationWith(key);
  const format = query.find((parameter) => parameter.key === kit.shortKey(key))?.format ?? "publicKey";
  const values = FORMAT_NAMES[format] ?? formats.entityIdFilter;
  return { endpoint, format, values, isTime: format === "TimestampFilter" };
}

/**
 * A valid value gets a success; a time or an order of fees may also get the error for a missing record (interpretation 7).
 * @param shown makes a request with a query; `time`: the timestamp that the target shows without one
 */
function acceptedParameter<const N extends ParameterNeeds & typeof CHOICE>(
  { key, accepted: [id, statement] }: ParameterForm,
  needs: N,
  shown: (inputs: kit.Inputs<N>) => {
    readonly request: (query: kit.Query) => kit.ApiRequest;
    readonly time?: string | undefined;
  },
) {
  const { endpoint, values, isTime } = commonParameter(key);
  const isOfFees = endpoint === "networkFees";
  const sample = (status: number, body: unknown) => examples.responseOf(endpoint, status, body);
  return kit.single({
    id,
    statement,
    contract: kit.parameterLines(key, "form"),
    interpretations: [7, isTime ? 17 : 8],
    parameters: [kit.shortKey(key)],
    aspect: "form",
    // A recording does not show whether the token exists; a missing one may get an error.
    ...(endpoint === "tokenBalances" ? {} : { when: kit.hasOnlyParameter(kit.shortKey(key)) }),
    needs,
    acceptsParameter: kit.shortKey(key),
    values: (inputs) => ({
      ...values.valid(inputs.seed),
      contexts: kit.uniqueValues([
        ...(kit.isSmoke(inputs.size) ? [] : (values.ends?.() ?? [])),
        ...(isTime ? kit.boundsOfEffectClauses(inputs.size, shown(inputs).time) : []),
      ]),
    }),
    request: (inputs, value: string) => shown(inputs).request([[inputs.name, value]]),
    check: (response) => {
      const isMissing = isTime && kit.looksMissing(response) && !kit.callsMalformed(response);
      const isWrong = !kit.isSuccess(response) && !isMissing;
      const message = "a well-formed request does not succeed";
      return isOfFees
        ? kit.checkFound(response)
        : kit.violationIf(isWrong, response, message, "status 200 and the list");
    },
    passes: [
      sample(200, examples.SUCCESS[endpoint]),
      sample(200, { ...examples.SUCCESS[endpoint], more: 1 }),
      ...(isTime || isOfFees ? [sample(404, examples.NOT_FOUND)] : []),
    ],
    fails: {
      "refused as invalid": sample(400, examples.invalidParameter("x")),
      "an error with status 200": sample(200, examples.errorBodyOf("None found")),
    },
  });
}

/** An invalid value gets the error `Invalid parameter:` with the name of the parameter (§7.2, §7.6), with any status (§7.7). */
function refusedParameter<const N extends ParameterNeeds>(
  { key, refused: [id, subject] }: ParameterForm,
  needs: N,
  sending: (inputs: kit.Inputs<N>) => kit.InvalidValueRequests,
) {
  const { endpoint, values } = commonParameter(key);
  const counterpart = examples.successOf(endpoint);
  const name = kit.DEFAULT_NAMES[key] ?? "";
  return kit.sequence({
    id,
    statement: `${subject} gets the message Invalid parameter: <name>`,
    contract: [...kit.parameterLines(key, "form"), 297],
    interpretations: [8, 10, 11],
    parameters: [kit.shortKey(key)],
    aspect: "form",
    needs,
    values: (inputs) => kit.invalidValueCases(values.invalid(), sending(inputs)),
    run: async (t, faulty) => {
      const responded = await kit.sendInvalidValue(t, sending(t), faulty);
      return kit.whySignaturesMissing(responded.refused) ?? kit.checkRefusal(responded, { name: t.name });
    },
    recorded: kit.recordedWithInvalid(kit.shortKey(key), kit.checkRefused),
    last: counterpart,
    passes: [
      examples.badRequestOf(endpoint, name),
      examples.responseOf(endpoint, 200, {
        ...examples.errorBodyOf("Busy", `Invalid parameter: ${name}`),
        requestId: 7,
      }),
    ],
    fails: {
      "status 200": counterpart,
      "another parameter": examples.badRequestOf(endpoint, "another"),
      "an HTML page": examples.responseOf(endpoint, 500, "<html>Bad request</html>"),
    },
  });
}

/** The requests with the invalid and the valid value of a parameter. */
const parameterRequests = (request: (query: kit.Query) => kit.ApiRequest, name: string, valid = "") => ({
  invalid: (value: string, others: kit.Query) => request([...others, [name, value]]),
  repaired: (others: kit.Query) => request([...others, [name, valid]]),
  isNamed: (response: kit.ApiResponse) => kit.isRefusedByName(response, { name }),
});

const listClauses = LIST_FORMS.flatMap((form) => {
  const { key } = form;
  const list = kit.listOf(key);
  const { endpoint, format } = commonParameter(key);
  const needs = { list, name: key, material: kit.LISTS[list].material } as const;
  const sending = ({ list: found, name, material }: kit.Inputs<typeof needs>) => ({
    ...parameterRequests(found.request, name, kit.likelyValue(found, format)),
    companions: kit.companionsOf(found, material, name),
    apart: material.names["name"],
    // These requests have no invalid name (`invalidTexts`).
    together:
      key === "tokens.name"
        ? []
        : kit.requestsWithAllInvalid(endpoint, material.names, found.size, found.request),
    size: found.size,
  });
  return [
    acceptedParameter(form, { list, name: key, ...CHOICE }, (t) => t.list),
    refusedParameter(form, needs, sending),
  ];
});

/** `fees`: the response to a request without parameters. */
const feeClauses = FEE_FORMS.flatMap((form) => {
  const { key } = form;
  const request = (query: kit.Query): kit.ApiRequest => kit.requestTo("networkFees", { query });
  const needs = { name: key, fees: "fees", names: "feeNames", ...CHOICE } as const;
  const sending = ({ name, names, fees, size }: kit.Inputs<typeof needs>) => {
    const values = kit.queryFrom([names["order"], "desc"], [names["timestamp"], kit.farUpperBoundFor(fees)]);
    return {
      ...parameterRequests(request, name, new Map(values).get(name)),
      companions: values.filter(([sent]) => sent !== name),
      together: kit.requestsWithAllInvalid("networkFees", names, size, request),
      size,
    };
  };
  const shown = ({ fees }: kit.Inputs<typeof needs>) => {
    return { request, time: kit.memberText(fees, "timestamp") };
  };
  return [acceptedParameter(form, needs, shown), refusedParameter(form, needs, sending)];
});

export const parameterForms = [...listClauses, ...feeClauses];
