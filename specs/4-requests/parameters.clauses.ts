// §4.3, §4.4, §4.5, §7.2, §7.6, §8: the form of each query parameter of the lists and of the fees, well-formed and malformed
import { acceptedParameterValues, refusedParameterValues } from "./parameter-clauses.ts";
import * as kit from "../kit/kit.ts";

/**
 * Two clauses on the format of one parameter: `accepted` sends valid values, `refused` sends invalid ones. `repaired` returns a valid value
 * that the target most likely accepts; the counterpart of a request with an invalid value has it instead.
 */
type ParameterForm<Key, Shown> = readonly [
  key: Key,
  accepted: readonly [id: kit.ClauseId, statement: string],
  refused: readonly [id: kit.ClauseId, subject: string],
  repaired: (shown: Shown) => string,
];
type ListForm = ParameterForm<kit.ParameterKey & `token${string}`, kit.Listing>;
type FeeForm = ParameterForm<kit.ParameterKey & `networkFees.${string}`, kit.ApiResponse>;

const LIST_FORMS: readonly ListForm[] = [
  // maximum number of items: integer, 1 to 100 (§4.4, line 234; §8, line 309)
  [
    "tokens.limit",
    ["4.4-limit-accepted", "a request with a limit of 1 to 100 gets the token list"],
    ["4.4-limit-refused", "a token list limit that is no integer over 0"],
    () => "1",
  ],
  // order: asc or desc (§4.4, line 235)
  [
    "tokens.order",
    ["4.4-order-accepted", "a request with the order asc or desc gets the token list"],
    ["4.4-order-refused", "a token order that is neither asc nor desc"],
    () => "asc",
  ],
  // token.id: EntityIdFilter, the token to return information for (§2.1, line 19; §4.4, line 232)
  [
    "tokens.tokenId",
    ["4.4-token-id-accepted", "a request with a well-formed token.id filter gets the token list"],
    ["4.4-token-id-refused", "a malformed token.id filter"],
    kit.lowestListedId,
  ],
  // account.id: EntityIdFilter, the account to return information for (§2.1, line 19; §4.4, line 231)
  [
    "tokens.accountId",
    ["4.4-account-id-accepted", "a request with a well-formed account.id filter gets the token list"],
    ["4.4-account-id-refused", "a malformed account.id filter"],
    kit.lowestListedId,
  ],
  // name: part of a token name or all of it, a string of 3 to 100 characters (§4.4, line 233; §8, line 310)
  [
    "tokens.name",
    ["4.4-name-accepted", "a request with a name of 3 to 100 characters gets the token list"],
    ["4.4-name-refused", "a name of under 3 or over 100 characters"],
    (list) => kit.searchTexts(list)[0]?.value ?? "zqxjkvwzq",
  ],
  // maximum number of items to return: integer, 1 to 100 (§4.3, line 219; §8, line 309)
  [
    "tokenBalances.limit",
    ["4.3-limit-accepted", "a request with a limit of 1 to 100 gets the balance list"],
    ["4.3-limit-refused", "a balance list limit that is no integer over 0"],
    () => "1",
  ],
  // listing order: asc or desc (§4.3, line 220)
  [
    "tokenBalances.order",
    ["4.3-order-accepted", "a request with the order asc or desc gets the balance list"],
    ["4.3-order-refused", "a balance order that is neither asc nor desc"],
    () => "asc",
  ],
  // account id to return information for: EntityIdFilter (§2.1, line 19; §4.3, line 217)
  [
    "tokenBalances.accountId",
    ["4.3-account-id-accepted", "a request with a well-formed account filter gets the balance list"],
    ["4.3-account-id-refused", "a malformed account filter of token balances"],
    kit.lowestListedId,
  ],
  // balance value to compare against: BalanceFilter (§2.1, line 20; §4.3, line 216)
  [
    "tokenBalances.balance",
    ["4.3-balance-accepted", "a request with a well-formed balance filter gets the balance list"],
    ["4.3-balance-refused", "a malformed balance filter of token balances"],
    ({ rows }) => kit.boundValues(rows.slice(0, 1), kit.balanceFilter)[0] ?? "0",
  ],
  // consensus timestamp: TimestampFilter (§2.1, line 18; §4.3, line 221)
  [
    "tokenBalances.timestamp",
    [
      "4.3-timestamp-accepted",
      "a well-formed timestamp filter gets balances, or the error for a missing record",
    ],
    ["4.3-timestamp-refused", "a malformed timestamp filter of token balances"],
    ({ time }) => kit.farUpperBound(time),
  ],
];

const FEE_FORMS: readonly FeeForm[] = [
  // an order: asc or desc (§4.5, line 244)
  [
    "networkFees.order",
    [
      "4.5-order-accepted",
      "a request with the order asc or desc gets network fees, or the message Not found",
    ],
    ["4.5-order-refused", "a malformed order of network fees"],
    () => "asc",
  ],
  // a consensus timestamp: TimestampFilter (§2.1, line 18; §4.5, line 244)
  [
    "networkFees.timestamp",
    [
      "4.5-timestamp-accepted",
      "a request with a well-formed timestamp filter gets fees, or the message Not found",
    ],
    ["4.5-timestamp-refused", "a malformed timestamp filter of network fees"],
    kit.farUpperBoundFor,
  ],
];

function listParameterClauses([key, accepted, refused, repaired]: ListForm) {
  const list = kit.listOf(key);
  const { material, endpoint } = kit.LISTS[list];
  const needs = { list, name: key, material } as const;
  const sending = ({ list: found, name, material: { names, ...others } }: kit.Inputs<typeof needs>) => ({
    ...kit.invalidParameterRequests(found.request, [name, repaired(found)]),
    companions: kit.companionsOf(found, { names, ...others }, name),
    apart: names["name"],
    // No invalid name is among the values of the requests in which all parameters are invalid (`invalidTexts`): each gets its own request.
    together:
      key === "tokens.name" ? [] : kit.requestsWithAllInvalid(endpoint, names, found.size, found.request),
    size: found.size,
  });
  return [
    acceptedParameterValues(key, accepted, { list, name: key, size: "size", seed: "seed" }, (t) => t.list),
    refusedParameterValues(key, refused, needs, sending),
  ];
}

/** The two clauses on a query parameter of the network fees; `fees` is the response to a request without parameters. */
function feeParameterClauses([key, accepted, refused, repaired]: FeeForm) {
  const request = (query: kit.Query): kit.ApiRequest => kit.requestTo("networkFees", { query });
  const needs = { name: key, fees: "fees", names: "feeNames", size: "size", seed: "seed" } as const;
  const sending = ({ name, names, fees, size }: kit.Inputs<typeof needs>) => ({
    ...kit.invalidParameterRequests(request, [name, repaired(fees)]),
    companions: kit
      .queryFrom([names["order"], "desc"], [names["timestamp"], kit.farUpperBoundFor(fees)])
      .filter(([sent]) => sent !== name),
    together: kit.requestsWithAllInvalid("networkFees", names, size, request),
    size,
  });
  return [
    acceptedParameterValues(key, accepted, needs, ({ fees }) => ({
      request,
      time: kit.memberText(fees, "timestamp"),
    })),
    refusedParameterValues(key, refused, needs, sending),
  ];
}

export const parameterForms = [
  ...LIST_FORMS.flatMap(listParameterClauses),
  ...FEE_FORMS.flatMap(feeParameterClauses),
];
