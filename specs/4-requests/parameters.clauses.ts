// §4.3, §4.4, §4.5, §7.2, §7.6, §8: the valid and the invalid values of each query parameter of the lists and of the fees
import { FORMAT_NAMES, formats } from "../../generators/formats.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** An invalid value of a parameter is refused (§7.2, §7.6): by key, the id of the clause and the beginning of its statement. */
const REFUSED = {
  "tokens.limit": ["4.4-limit-refused", "a token list limit that is no integer over 0"],
  "tokens.order": ["4.4-order-refused", "a token order that is neither asc nor desc"],
  "tokens.tokenId": ["4.4-token-id-refused", "a malformed token.id filter"],
  "tokens.accountId": ["4.4-account-id-refused", "a malformed account.id filter"],
  "tokens.name": ["4.4-name-refused", "a name of under 3 or over 100 characters"],
  "tokenBalances.limit": ["4.3-limit-refused", "a balance list limit that is no integer over 0"],
  "tokenBalances.order": ["4.3-order-refused", "a balance order that is neither asc nor desc"],
  "tokenBalances.accountId": ["4.3-account-id-refused", "a malformed account filter of token balances"],
  "tokenBalances.balance": ["4.3-balance-refused", "a malformed balance filter of token balances"],
  "tokenBalances.timestamp": ["4.3-timestamp-refused", "a malformed timestamp filter of token balances"],
  "networkFees.order": ["4.5-order-refused", "a malformed order of network fees"],
  "networkFees.timestamp": ["4.5-timestamp-refused", "a malformed timestamp filter of network fees"],
} as const satisfies Partial<Record<kit.ParameterKey, readonly [kit.ClauseId, string]>>;

type FormKey = keyof typeof REFUSED;

/** A valid value of a parameter is accepted (§2.1, §4.3 to §4.5, §8): the key, the id of the clause and its statement. */
type AcceptedRow<K extends FormKey = FormKey> = readonly [key: K, id: kit.ClauseId, statement: string];

const LIST_FORMS: readonly AcceptedRow<FormKey & `token${string}`>[] = [
  ["tokens.limit", "4.4-limit-accepted", "a request with a limit of 1 to 100 gets the token list"],
  ["tokens.order", "4.4-order-accepted", "a request with the order asc or desc gets the token list"],
  [
    "tokens.tokenId",
    "4.4-token-id-accepted",
    "a request with a well-formed token.id filter gets the token list",
  ],
  [
    "tokens.accountId",
    "4.4-account-id-accepted",
    "a request with a well-formed account.id filter gets the token list",
  ],
  ["tokens.name", "4.4-name-accepted", "a request with a name of 3 to 100 characters gets the token list"],
  ["tokenBalances.limit", "4.3-limit-accepted", "a request with a limit of 1 to 100 gets the balance list"],
  ["tokenBalances.order", "4.3-order-accepted", "a request with the order asc or desc gets the balance list"],
  [
    "tokenBalances.accountId",
    "4.3-account-id-accepted",
    "a request with a well-formed account filter gets the balance list",
  ],
  [
    "tokenBalances.balance",
    "4.3-balance-accepted",
    "a request with a well-formed balance filter gets the balance list",
  ],
  [
    "tokenBalances.timestamp",
    "4.3-timestamp-accepted",
    "a well-formed timestamp filter gets balances, or the error for a missing record",
  ],
];

const FEE_FORMS: readonly AcceptedRow<FormKey & `networkFees.${string}`>[] = [
  [
    "networkFees.order",
    "4.5-order-accepted",
    "a request with the order asc or desc gets network fees, or the message Not found",
  ],
  [
    "networkFees.timestamp",
    "4.5-timestamp-accepted",
    "a request with a well-formed timestamp filter gets fees, or the message Not found",
  ],
];

type ParameterNeeds = kit.PrerequisiteNames & { readonly name: kit.ParameterKey };
const CHOICE = { size: "size" } as const;

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
  [key, id, statement]: AcceptedRow,
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
    ...(endpoint === "tokenBalances"
      ? {}
      : {
          when: (request: kit.ReadRequest) =>
            request.query.length === 1 && kit.hasValidParameter(kit.shortKey(key))(request),
        }),
    needs,
    acceptsParameter: kit.shortKey(key),
    values: (inputs) => ({
      ...values.valid(),
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
  key: FormKey,
  needs: N,
  sending: (inputs: kit.Inputs<N>) => kit.InvalidValueRequests,
) {
  const { endpoint, values } = commonParameter(key);
  const [id, subject] = REFUSED[key];
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

const parameterRequests = (request: (query: kit.Query) => kit.ApiRequest, name: string, valid = "") => ({
  invalid: (value: string, others: kit.Query) => request([...others, [name, value]]),
  repaired: (others: kit.Query) => request([...others, [name, valid]]),
  isNamed: (response: kit.ApiResponse) => kit.isRefusedByName(response, { name }),
});

const listClauses = LIST_FORMS.flatMap((form) => {
  const [key] = form;
  const list = kit.listOf(key);
  const { endpoint, format } = commonParameter(key);
  const needs = { list, name: key, material: kit.LISTS[list].material } as const;
  const sending = ({ list: found, name, material }: kit.Inputs<typeof needs>) => ({
    ...parameterRequests(found.request, name, kit.likelyValue(found, format)),
    companions: kit.companionsOf(found, material, name),
    apart: material.names["name"],
    // The requests in which all parameters are invalid have no invalid name (`invalidTexts`).
    together:
      key === "tokens.name"
        ? []
        : kit.requestsWithAllInvalid(endpoint, material.names, found.size, found.request),
    size: found.size,
  });
  return [
    acceptedParameter(form, { list, name: key, ...CHOICE }, (t) => t.list),
    refusedParameter(key, needs, sending),
  ];
});

const feeClauses = FEE_FORMS.flatMap((form) => {
  const [key] = form;
  const request = (query: kit.Query): kit.ApiRequest => kit.requestTo("networkFees", { query });
  const needs = { name: key, fees: "fees", names: "feeNames", ...CHOICE } as const;
  const sending = ({ name, names, fees, size }: kit.Inputs<typeof needs>) => {
    const later = kit.farUpperBound(kit.memberText(fees, "timestamp"));
    const values = kit.queryFrom([names["order"], "desc"], [names["timestamp"], later]);
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
  return [acceptedParameter(form, needs, shown), refusedParameter(key, needs, sending)];
});

export const parameterForms = [...listClauses, ...feeClauses];
