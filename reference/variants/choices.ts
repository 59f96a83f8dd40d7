import { schemaNameOf, operations, type Endpoint } from "../../schemas/operations.ts";
import { usualDataset, type Holder } from "../dataset.ts";
import { failure, invalidParameters, valuesOf, type ServerResponse } from "../exchange.ts";
import { editRows, fromStart, relist, type RowsChange } from "../listing.ts";
import { ignoreParameter, replaceValue, respondNotFound } from "../parameter-rewriting.ts";
import { changedEverywhere, edit, editRequest, holds, isSuccessResponse, when } from "../rewriting.ts";
import { withQuery, type Condition, type Rewriting, type ValueChange } from "../rewriting.ts";
import { CURSOR, USUAL_NAMES, withoutHexPrefix, idFilterReader, idKey } from "../service/parameters.ts";
import { meetsAll, operatorOf, timestampFilter, type ServedNames } from "../service/parameters.ts";
import { concerning, LIST_ENDPOINTS, type Variants } from "../variant.ts";

/** Parameter names of a variant. A few of them are the usual names of other parameters. */
const OTHER_PARAMETER_NAMES: ServedNames = {
  tokens: { limit: "order", order: "sort", name: "q", publicKey: "key" },
  tokenBalances: {
    balance: "amount",
    accountId: "holder",
    publicKey: "holder_key",
    limit: "order",
    order: "limit",
    timestamp: "as_of",
  },
  networkFees: { order: "sorted", timestamp: "at" },
};

function refuseUnknown(
  names: ServedNames,
  refusal: (unknown: readonly string[]) => ServerResponse,
): Rewriting {
  const namesByEndpoint = new Map<string, Readonly<Record<string, string>>>(Object.entries(names));
  return (handler) => (request) => {
    const knownNames = operations[request.endpoint].query.map(
      (each) => namesByEndpoint.get(request.endpoint)?.[each.key] ?? schemaNameOf(each),
    );
    const unknown = new Set(
      request.query.map(([name]) => name).filter((name) => ![CURSOR, ...knownNames].includes(name)),
    );
    return unknown.size === 0 ? handler(request) : refusal([...unknown]);
  };
}

// A time with any character in place of the dot: the dot in the pattern of the contract is not escaped.
const LOOSE_TIME = /^((?:(?:eq|gt|gte|lt|lte|ne):)?)(\d{1,10})[^.](\d{1,9})$/su;
const strictTime = (text: string): string => text.replace(LOOSE_TIME, "$1$2.$3");

const lenientNames: Rewriting = editRequest((request) => {
  const { endpoint, param, body } = request;
  const readParam: Partial<Record<Endpoint, string>> = {
    // The contract prints no pattern for hashes and transaction ids, so surrounding white space is ambiguous.
    contractResult: param.trim(),
    // A path parameter has no operator.
    topicMessage: /^[a-z]+:/.test(param) ? param : strictTime(param),
  };
  const chain = body.replace(/"chainId"\s*:\s*(\d+)/, '"chainId":"$1"');
  return withQuery({ ...request, param: readParam[endpoint] ?? param, body: chain }, (name, value) => {
    if (value === "") return undefined;
    if (name === "order") return value.toLowerCase();
    return name === "timestamp" ? strictTime(value) : value;
  });
});

const isUnspecified: Condition = (request) => {
  const { endpoint, param, query } = request;
  const keys = [...valuesOf(request, "publickey"), ...valuesOf(request, "account.publickey")];
  const repeatable = query.map(([name]) => name).filter((name) => name !== "nonce");
  return (
    keys.some((key) => !/^(0x)?([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{80,})$/i.test(key)) ||
    new Set(repeatable).size < repeatable.length ||
    valuesOf(request, "name").some((name) => Buffer.byteLength(name) > 100) ||
    (endpoint === "contract" && /\.(0x)?[0-9a-f]{40}$/i.test(param)) ||
    (endpoint === "contractResult" && !param.includes("-") && holds("nonce", request))
  );
};

const strict = when(isUnspecified)(() => ({ query }) => {
  return invalidParameters(query.length > 0 ? query.map(([name]) => name) : ["contractIdOrAddress"]);
});

const ignoreTimes = (operators: RegExp, isMet: boolean): Rewriting =>
  replaceValue("timestamp", (value) => {
    if (timestampFilter(value) === undefined || !operators.test(operatorOf(value))) return value;
    return isMet ? undefined : "lt:0";
  });

const longInBytes: ValueChange = (value) => (value === "Žluťoučký kůň" ? "灯台の証券".repeat(8) : value);

/** Keeps the tokens of holders that have both the requested key and the requested account id. */
const keepHeldByOne: RowsChange = (rows, request) => {
  const accounts = valuesOf(request, "account.id").flatMap((value) => idFilterReader("0.0")(value) ?? []);
  const keys = valuesOf(request, "publickey").map(withoutHexPrefix);
  const fits = (each: Holder): boolean =>
    keys.includes(withoutHexPrefix(each.publicKey)) && meetsAll(accounts, idKey(each.account) ?? 0n);
  const heldTokens = usualDataset().distributions.filter(({ snapshots }) =>
    snapshots.at(-1)?.holders.some(fits),
  );
  return rows.filter((row) => heldTokens.some(({ tokenId }) => tokenId === row["token_id"]));
};

/** Selects tokens by the public keys of their holders: an account that is requested by its id must have the key too. */
const keysOfHolders = when("publickey")((handler) => (request) => {
  const plain = ignoreParameter("publickey")(ignoreParameter("account.id")(handler));
  const listed = holds("name", request) ? editRows : relist;
  const response = handler(fromStart(request));
  return isSuccessResponse(response)
    ? listed((rows) => keepHeldByOne(rows, request))(plain)(request)
    : response;
});

/** Reverses the order of the members of rows, in responses to requests in which a parameter has the value desc. */
const reverseMembers = when(({ query }) => query.some(([, value]) => value === "desc"))(
  editRows((rows) => rows.map((row) => Object.fromEntries(Object.entries(row).toReversed()))),
);

export const choiceVariants: Variants = {
  "clamped-limit": {
    concerns: LIST_ENDPOINTS,
    description: "a limit above 100 is served with 100 rows at most",
    responses: replaceValue("limit", (value) => (/^\d+$/.test(value) && Number(value) > 100 ? "100" : value)),
  },
  "unknown-parameters-refused": {
    description: "a query parameter that the endpoint does not define is refused",
    responses: refuseUnknown(USUAL_NAMES, (unknown) =>
      failure(
        400,
        unknown.map((name) => `Unknown query parameter: ${name}`),
      ),
    ),
  },
  "times-of-their-own": {
    concerns: ["tokenBalances", "networkFees"],
    description: "the timestamp of balances and fees is 0.0, whatever time a timestamp filter selects",
    responses: edit("timestamp", () => "0.0"),
  },
  lenient: {
    description: "many ambiguous values are accepted, such as ASC, empty values and numeric chain ids",
    responses: lenientNames,
  },
  strict: {
    description: "ambiguous requests are refused, such as a repeated parameter or a nonce with a hash",
    responses: strict,
    dataset: (data) => changedEverywhere(data, longInBytes),
  },
  ...concerning(["tokens"], {
    ...Object.fromEntries(
      [5, 25].map((most) => [
        `searches-cut-at-${most}`,
        {
          description: `a search by name returns at most ${most} tokens`,
          responses: when("name")(editRows((rows) => rows.slice(0, most))),
        },
      ]),
    ),
    "keys-of-holders": {
      description: "publickey selects tokens by the keys of their holders, not by their own key",
      responses: keysOfHolders,
    },
    "accounts-are-treasuries": {
      description: "account.id selects tokens by their treasury account, not by their holders",
      settings: { accountsOf: "treasury" },
    },
  }),
  ...concerning(["contractResult"], {
    "hashes-in-lower-case": {
      description: "a contract result is found by its hash only in lower case",
      responses: respondNotFound(/^(?=.*[A-F])(0x)?[0-9A-Fa-f]{64}$/),
    },
  }),
  ...concerning(["contract"], {
    "ids-in-full-or-short": {
      description: "a contract is found by its full id or its number, not by its realm and number",
      responses: respondNotFound(/^\d{1,10}\.\d{1,10}$/),
    },
    "contracts-without-end": {
      description: "the validity of contracts never ends: every lower bound of timestamp is met",
      responses: ignoreTimes(/^gte?$/, true),
    },
    "contracts-within-bounds": {
      description: "the validity of contracts never ends: no upper bound of timestamp is met",
      responses: ignoreTimes(/^lte?$/, false),
    },
  }),
  "instants-as-text": {
    concerns: ["topicMessage"],
    description: "a topic message is found only by a timestamp with nine decimals",
    responses: respondNotFound(/^\d{1,10}(\.\d{1,8})?$/),
  },
  "other-parameter-names": {
    description:
      "parameters that the contract does not name have other names; desc reverses the members of rows",
    settings: { names: OTHER_PARAMETER_NAMES },
    responses: reverseMembers,
  },
  "other-names-alone": {
    description:
      "parameters that the contract does not name have other names; unknown parameters are refused",
    settings: { names: OTHER_PARAMETER_NAMES },
    responses: refuseUnknown(OTHER_PARAMETER_NAMES, invalidParameters),
  },
};
