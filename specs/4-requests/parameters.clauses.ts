// §4.3, §4.4, §4.5, §7.2, §7.6, §8: the form of each query parameter of the lists and of the fees, well-formed and malformed
import { acceptedParameterValues, refusedParameterValues, type ClauseHead } from "./parameter-clauses.ts";
import * as kit from "../kit/kit.ts";

/** The two clauses on the format of one parameter. */
interface ParameterForm<Key, Shown> {
  readonly key: Key;
  /** The clause that sends valid values. */
  readonly accepted: ClauseHead;
  /** The clause that sends invalid values. */
  readonly refused: ClauseHead;
  /** A valid value that the target is known to serve; it replaces the invalid one in the repaired request. */
  readonly repaired: (shown: Shown) => string;
}
type ListForm = ParameterForm<kit.ParameterKey & `token${string}`, kit.Listing>;
type FeeForm = ParameterForm<kit.ParameterKey & `networkFees.${string}`, kit.ApiResponse>;

const LIST_FORMS: readonly ListForm[] = [
  // maximum number of items: integer, 1 to 100 (§4.4, line 234; §8, line 309)
  {
    key: "tokens.limit",
    accepted: { id: "4.4-limit-accepted", statement: "the token list accepts a limit of 1 to 100" },
    refused: {
      id: "4.4-limit-refused",
      statement: "the token list: a limit below 1 or malformed gets an error that names the parameter",
    },
    repaired: () => "1",
  },
  // order: asc or desc (§4.4, line 235)
  {
    key: "tokens.order",
    accepted: { id: "4.4-order-accepted", statement: "the token list accepts an order of asc or desc" },
    refused: {
      id: "4.4-order-refused",
      statement: "the token list: an order other than asc or desc gets an error that names the parameter",
    },
    repaired: () => "asc",
  },
  // token.id: EntityIdFilter, the token to return information for (§2.1, line 19; §4.4, line 232)
  {
    key: "tokens.tokenId",
    accepted: { id: "4.4-token-id-accepted", statement: "a well-formed id in token.id is accepted" },
    refused: {
      id: "4.4-token-id-refused",
      statement: "a malformed id in token.id gets an error that names the parameter",
    },
    repaired: kit.shownId,
  },
  // account.id: EntityIdFilter, the account to return information for (§2.1, line 19; §4.4, line 231)
  {
    key: "tokens.accountId",
    accepted: { id: "4.4-account-id-accepted", statement: "a well-formed id in account.id is accepted" },
    refused: {
      id: "4.4-account-id-refused",
      statement: "a malformed id in account.id gets an error that names the parameter",
    },
    repaired: kit.shownId,
  },
  // name: part of a token name or all of it, a string of 3 to 100 characters (§4.4, line 233; §8, line 310)
  {
    key: "tokens.name",
    accepted: { id: "4.4-name-accepted", statement: "a name of 3 to 100 characters is accepted" },
    refused: {
      id: "4.4-name-refused",
      statement: "a name of under 3 or over 100 characters gets an error that names the parameter",
    },
    repaired: (list) => kit.searchTexts(list)[0]?.value ?? "zqxjkvwzq",
  },
  // maximum number of items to return: integer, 1 to 100 (§4.3, line 219; §8, line 309)
  {
    key: "tokenBalances.limit",
    accepted: { id: "4.3-limit-accepted", statement: "token balances accepts a limit of 1 to 100" },
    refused: {
      id: "4.3-limit-refused",
      statement: "token balances: a limit below 1 or malformed gets an error that names the parameter",
    },
    repaired: () => "1",
  },
  // listing order: asc or desc (§4.3, line 220)
  {
    key: "tokenBalances.order",
    accepted: { id: "4.3-order-accepted", statement: "token balances accepts an order of asc or desc" },
    refused: {
      id: "4.3-order-refused",
      statement: "token balances: an order other than asc or desc gets an error that names the parameter",
    },
    repaired: () => "asc",
  },
  // account id to return information for: EntityIdFilter (§2.1, line 19; §4.3, line 217)
  {
    key: "tokenBalances.accountId",
    accepted: {
      id: "4.3-account-id-accepted",
      statement: "a well-formed id in the account filter is accepted",
    },
    refused: {
      id: "4.3-account-id-refused",
      statement: "a malformed id in the account filter gets an error that names the parameter",
    },
    repaired: kit.shownId,
  },
  // balance value to compare against: BalanceFilter (§2.1, line 20; §4.3, line 216)
  {
    key: "tokenBalances.balance",
    accepted: {
      id: "4.3-balance-accepted",
      statement: "the balance filter accepts an integer of 1 to 10 digits with any operator",
    },
    refused: {
      id: "4.3-balance-refused",
      statement: "a malformed balance filter gets an error that names the parameter",
    },
    repaired: ({ rows }) => kit.boundValues(rows.slice(0, 1), kit.balanceFilter)[0] ?? "0",
  },
  // consensus timestamp: TimestampFilter (§2.1, line 18; §4.3, line 221)
  {
    key: "tokenBalances.timestamp",
    accepted: {
      id: "4.3-timestamp-accepted",
      statement: "the timestamp filter of token balances accepts a well-formed value",
    },
    refused: {
      id: "4.3-timestamp-refused",
      statement: "a malformed timestamp filter of token balances gets an error that names the parameter",
    },
    repaired: ({ time }) => kit.untilLater(time),
  },
];

const FEE_FORMS: readonly FeeForm[] = [
  // an order: asc or desc (§4.5, line 244)
  {
    key: "networkFees.order",
    accepted: {
      id: "4.5-order-accepted",
      statement: "an order of asc or desc gets network fees, or the message Not found",
    },
    refused: {
      id: "4.5-order-refused",
      statement: "a malformed order of network fees gets an error that names the parameter",
    },
    repaired: () => "asc",
  },
  // a consensus timestamp: TimestampFilter (§2.1, line 18; §4.5, line 244)
  {
    key: "networkFees.timestamp",
    accepted: {
      id: "4.5-timestamp-accepted",
      statement: "a well-formed timestamp filter gets fees, or the message Not found",
    },
    refused: {
      id: "4.5-timestamp-refused",
      statement: "a malformed timestamp filter of network fees gets an error that names the parameter",
    },
    repaired: kit.untilAfter,
  },
];

/** The two clauses on a query parameter of a list. */
function listParameterClauses({ key, accepted, refused, repaired }: ListForm) {
  const list = kit.listOf(key);
  const { material, endpoint } = kit.LISTS[list];
  const needs = { list, name: key, material } as const;
  const sending = ({ list: found, name, material: { names, ...others } }: kit.Inputs<typeof needs>) => ({
    ...kit.parameterSending(found.request, [name, repaired(found)]),
    companions: kit.companionsOf(found, { names, ...others }, name),
    apart: names["name"],
    // No text is malformed in itself as a name: it is sent alone.
    together: key === "tokens.name" ? [] : kit.malformedTogether(endpoint, names, found.size),
    size: found.size,
  });
  return [
    acceptedParameterValues(
      key,
      accepted,
      { list, name: key, size: "size", seed: "seed" },
      (inputs) => inputs.list,
    ),
    refusedParameterValues(key, refused, needs, sending),
  ];
}

/** The two clauses on a query parameter of the network fees; `fees` is the response to a request without parameters. */
function feeParameterClauses({ key, accepted, refused, repaired }: FeeForm) {
  const request = (query: kit.Query): kit.ApiRequest => kit.requestTo("networkFees", { query });
  const needs = { name: key, fees: "fees", names: "feeNames", size: "size", seed: "seed" } as const;
  const sending = ({ name, names, fees, size }: kit.Inputs<typeof needs>) => ({
    ...kit.parameterSending(request, [name, repaired(fees)]),
    companions: kit
      .queryFrom([names["order"], "desc"], [names["timestamp"], kit.untilAfter(fees)])
      .filter(([sent]) => sent !== name),
    together: kit.malformedTogether("networkFees", names, size),
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
