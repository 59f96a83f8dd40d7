import { invalidBalanceFilter } from "../../generators/balance-filter.ts";
import type { Cases, Named } from "../../generators/cases.ts";
import { invalidLimit } from "../../generators/limit.ts";
import { invalidNonce } from "../../generators/nonce.ts";
import { invalidOrder } from "../../generators/order.ts";
import { refusedNear } from "../../generators/refused.ts";
import { invalidTimestampFilter } from "../../generators/timestamp-filter.ts";
import { contractResults } from "../../reference/data/contract-results.ts";
import { contracts } from "../../reference/data/contracts.ts";
import { ACCOUNT_KEYS } from "../../reference/data/holders.ts";
import { ADMIN_KEYS, CROWDED_TOKEN } from "../../reference/data/tokens.ts";
import { topicMessages } from "../../reference/data/topic-messages.ts";
import { verifications } from "../../reference/data/verifications.ts";
import type { Answer, Ask, Endpoint, Handler } from "../../reference/exchange.ts";
import { print } from "../../reference/json.ts";
import { askOf, type AskParts } from "../../reference/operations.ts";
import { isSuccess } from "../../reference/rewriting/answer.ts";
import { follow, nextOf, withNext } from "../../reference/rewriting/list.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";

const PAGES = 8;

const textOf = ({ value }: Named<string>): string => value;

function families({ boundaries, families: count }: Cases<string>): readonly string[] {
  return boundaries.slice(0, count).map(textOf);
}

/** What is next to a name that is known. */
function near(grammar: Grammar, name: string): readonly string[] {
  return refusedNear(grammar, [name]).boundaries.map(textOf);
}

/** What goes over the wire for an answer, as text. */
export function wire(answer: Answer): string {
  const body = "raw" in answer ? answer.raw : print(answer.body);
  const text = typeof body === "string" ? body : Buffer.from(body).toString("latin1");
  return `${answer.status} ${answer.headers["content-type"] ?? ""} ${text}`;
}

/** The answers along the links, a few at most; how the links look is no matter. */
export function transcript(handler: Handler, ask: Ask): string {
  const pages: string[] = [];
  let current = ask;
  while (pages.length < PAGES) {
    const answer = handler(current);
    const next = isSuccess(answer) ? nextOf(answer.body) : null;
    const seen =
      next === null || !isSuccess(answer) ? answer : { ...answer, body: withNext(answer.body, "on") };
    pages.push(wire(seen));
    if (next === null || !next.includes("?")) break;
    current = follow(ask, next);
  }
  return pages.join("\n");
}

const OPERATORS = ["", "eq:", "ne:", "gt:", "gte:", "lt:", "lte:"];
const WIDE = "9999999999.9999999999.9999999999";
const BAD_IDS = [
  "xx:1",
  "gt:gt:1",
  ...["0.0.1000", "gte:0.0.1000"].flatMap((id) => near(grammars.entityIdFilter, id)),
];
const BAD_BALANCES = families(invalidBalanceFilter());
const TIMES = ["0", "9999999999.999999999", "1700000000", "1700000000.123456789"];
const BAD_TIMES = families(invalidTimestampFilter());
const BAD_TIME_BOUNDS = refusedNear(grammars.timestampFilter, ["lte:2000000000.000000001"]).boundaries.map(
  textOf,
);
const NAMES = [
  "Har%bour",
  "^Harbour",
  "Dollar",
  "dollar",
  "Harbour Dollar",
  "arbour D",
  "Ω",
  "灯台の証券",
  "USD:Lantern",
  "lar",
  "a",
];

type Parameters = readonly (readonly [string, string])[];

function listQueries(order: string): readonly Parameters[] {
  const limits = [
    "0",
    "1",
    "2",
    "7",
    "20",
    "25",
    "51",
    "85",
    "99",
    "100",
    "101",
    "1000",
    ...families(invalidLimit()),
  ];
  const plain = limits.map((limit) => [["limit", limit]] as const);
  const turned = limits.map(
    (limit) =>
      [
        ["order", order],
        ["limit", limit],
      ] as const,
  );
  const words = ["asc", "desc", ...families(invalidOrder())];
  const orders = words.map((word) => [["order", word]] as const);
  return [[], ...plain, ...turned, ...orders];
}

function filtered(name: string, values: readonly string[], more: Parameters = []): readonly Parameters[] {
  return values.map((value) => [[name, value], ...more] as const);
}

function withOperators(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => OPERATORS.map((operator) => operator + value));
}

const ENDS = ["0.0.0", "9999999999.9999999999.9999999999"];

/** Pairs of parameters, each of which has an effect of its own. */
function tokenPairs(): readonly Parameters[] {
  const key = ADMIN_KEYS[0].key;
  return [
    ...filtered("account.id", withOperators(ENDS), [["limit", "2"]]),
    ...filtered("account.id", ["0.0.98", "0.0.800"], [["order", "desc"]]),
    ...filtered("publickey", [key], [["account.id", "0.0.98"]]),
    ...filtered("publickey", [key], [["token.id", "gt:0.0.1000"]]),
    ...filtered("publickey", [key], [["name", "Dollar"]]),
  ];
}

function tokenQueries(): readonly Parameters[] {
  const ids = withOperators(["0.0.1000", "1000", "0.0.9999"]);
  const accounts = withOperators(["0.0.98", "98", "0.0.2", "0.0.10001", "0.0.4294967295"]);
  const lengths = ["a", "ab", "abc", "a".repeat(100), "a".repeat(101)];
  const whole = "A name as long as a search can be: ".padEnd(100, "abcdefghij");
  return [
    ...listQueries("desc"),
    ...tokenPairs(),
    ...filtered("token.id", [...ids, WIDE, ...BAD_IDS]),
    ...filtered("token.id", ids, [
      ["order", "desc"],
      ["limit", "2"],
    ]),
    ...filtered("token.id", ids, [["limit", "2"]]),
    ...filtered("account.id", [...accounts, WIDE, ...BAD_IDS]),
    ...filtered("account.id", accounts, [["limit", "2"]]),
    ...filtered("name", [...NAMES, ...lengths, whole, "Harbour"]),
    ...filtered("name", NAMES, [["order", "desc"]]),
    ...filtered("name", NAMES, [
      ["order", "asc"],
      ["limit", "2"],
    ]),
    ...filtered(
      "publickey",
      ADMIN_KEYS.map(({ key }) => key),
      [["limit", "5"]],
    ),
    [
      ["name", "Dollar"],
      ["token.id", "0.0.1000"],
    ],
    [
      ["name", "Dollar"],
      ["account.id", "0.0.98"],
    ],
    [
      ["account.id", "0.0.98"],
      ["token.id", "lt:0.0.1000"],
    ],
  ];
}

function balancePairs(): readonly Parameters[] {
  const [key] = ACCOUNT_KEYS;
  const ever: Parameters = [["timestamp", "lte:9999999999.999999999"]];
  return [
    ...filtered("account.balance", ["gte:500"], [["order", "desc"]]),
    ...filtered("account.publickey", [key], [["account.id", "gt:0.0.1000"]]),
    ...filtered("account.publickey", [key], [["account.balance", "gte:500"]]),
    ...filtered("account.id", ["0.0.999"], ever),
    ...filtered("account.balance", ["500"], ever),
    ...filtered("order", ["asc", "desc"], ever),
    ...filtered("limit", ["2"], ever),
  ];
}

function balanceQueries(): readonly Parameters[] {
  const accounts = withOperators(["0.0.999", "999", "0.0.10001"]);
  const balances = withOperators(["0", "500", "9999999999"]);
  const short: Parameters = [["limit", "2"]];
  return [
    ...listQueries("asc"),
    ...balancePairs(),
    ...filtered("account.id", [...accounts, WIDE, ...BAD_IDS]),
    ...filtered("account.id", accounts, [["order", "asc"], ...short]),
    ...filtered("account.balance", [...balances, ...BAD_BALANCES]),
    ...filtered("account.balance", balances, short),
    ...filtered("account.publickey", ACCOUNT_KEYS, short),
    ...filtered("timestamp", [...withOperators(TIMES), ...BAD_TIMES]),
    ...filtered("timestamp", withOperators(["1700086400.123456789"]), short),
    [
      ["account.id", "gt:0.0.1000"],
      ["account.balance", "500"],
    ],
  ];
}

function timeQueries(): readonly Parameters[] {
  return filtered("timestamp", [...withOperators(TIMES), ...BAD_TIMES, ...BAD_TIME_BOUNDS, "gte:-1"]);
}

const BAD_PATHS = [...near(grammars.entityId, CROWDED_TOKEN), "0.0.1000.7", "0.0.9999999999", WIDE];

function resultAsks(): readonly Ask[] {
  const [first] = contractResults();
  const bare = first?.hash.slice(2) ?? "";
  const parent = first?.transactionId ?? "";
  const good = contractResults().flatMap(({ hash, transactionId }) => [hash, transactionId]);
  const bad = [
    `0x${bare.slice(1)}`,
    `0x${bare}0`,
    "0.0.1001@1700000100.000000007",
    "0.0.9-1-1234567890",
    "text",
    ...near(grammars.transactionHash, first?.hash ?? ""),
    ...near(grammars.transactionId, parent),
  ];
  const neighbours = [
    `0X${bare}`,
    `0x${bare.slice(0, -1)}${bare.endsWith("0") ? "1" : "0"}`,
    parent.replace(/^0/, "7"),
  ];
  const missing = [
    `0x${"0".repeat(64)}`,
    "0.0.9-1-1",
    "0.0.9-1700000111111-1",
    "0.0.9-9999999999999999999-1",
  ];
  const nonces = ["0", "1", "2", "2147483647", ...families(invalidNonce())];
  return [
    ...[...good, ...bad, ...neighbours, ...missing, bare, bare.toUpperCase()].map((param) =>
      askOf("contractResult", { param }),
    ),
    ...nonces.map((nonce) => askOf("contractResult", { param: parent, query: [["nonce", nonce]] })),
    askOf("contractResult", {
      param: parent,
      query: [
        ["nonce", "2"],
        ["nonce", "1"],
      ],
    }),
    askOf("contractResult", {
      param: parent,
      query: [
        ["nonce", "1"],
        ["nonce", "2"],
      ],
    }),
  ];
}

function contractAsks(): readonly Ask[] {
  const paths = contracts().flatMap(({ id, address }) => [
    address,
    address.slice(2),
    address.slice(2).toUpperCase(),
    ...(id === null ? [] : [id, id.replace("0.0.", ""), id.replace("0.0.", "0.")]),
  ]);
  const [first] = contracts();
  const neighbours = [`${first?.address}00`, `0.0.${first?.address}`, "7.0.5001", "0.0.5001.7"];
  const bad = ["text", "0.0.0.5001", "12345678901", "a".repeat(39), `0x${"a".repeat(41)}`, WIDE];
  const ids = ["0.0.5001", "5001"].flatMap((id) => near(grammars.contractId, id));
  const addresses = near(grammars.contractAddress, first?.address ?? "");
  const params = [...paths, ...bad, ...ids, ...addresses, ...neighbours, "0.0.4000000001"];
  const twice: Parameters = [
    ["timestamp", "gte:0"],
    ["timestamp", "lte:9999999999"],
  ];
  return [
    ...params.map((param) => askOf("contract", { param })),
    ...[...timeQueries(), twice].map((query) => askOf("contract", { param: "0.0.5001", query })),
  ];
}

const JSON_MEDIA = { "content-type": "application/json" };

function verificationAsks(endpoint: Endpoint): readonly Ask[] {
  const known = verifications().map(({ address, chainId }) => ({ address, chainId }));
  const [first = { address: "", chainId: "" }] = known;
  const { address, chainId } = first;
  const bodies: readonly unknown[] = [
    ...known,
    { ...first, address: address.slice(2) },
    { ...first, apiKey: "key" },
    { ...first, apiKey: 7 },
    { chainId },
    { chainId, address: null },
    { chainId, address: 7 },
    { chainId, address: "not an address" },
    { address },
    { address, chainId: null },
    { address, chainId: [chainId] },
    [],
  ];
  return bodies.map((body) => askOf(endpoint, { headers: JSON_MEDIA, body: JSON.stringify(body) }));
}

function each(endpoint: Endpoint, param: string, queries: readonly Parameters[]): readonly Ask[] {
  return queries.map((query): Ask => {
    const parts: AskParts = { param, query };
    return askOf(endpoint, parts);
  });
}

/** Requests that between them show every fault of the reference. */
export function probes(): Readonly<Record<Endpoint, readonly Ask[]>> {
  const known = topicMessages().map((message) => message.consensus_timestamp);
  const paths = [...known, ...near(grammars.topicTimestamp, known[0] ?? ""), "abc"];
  const instants = [...paths, "1700000000", "1700000000.5", "9999999999.9", "1700000000.000000002"];
  return {
    statusSummary: [askOf("statusSummary")],
    tokens: each("tokens", "", tokenQueries()),
    tokenBalances: [
      ...each("tokenBalances", CROWDED_TOKEN, balanceQueries()),
      ...each("tokenBalances", "0.0.98", balanceQueries()),
      ...["0.0.4000000000", "7.0.98", ...BAD_PATHS].map((param) => askOf("tokenBalances", { param })),
    ],
    networkFees: each("networkFees", "", [
      ...timeQueries(),
      ...filtered("timestamp", ["gte:0"], [["order", "desc"]]),
      ...listQueries("desc"),
    ]),
    topicMessage: instants.map((param) => askOf("topicMessage", { param })),
    contractResult: resultAsks(),
    contract: contractAsks(),
    sessionVerify: verificationAsks("sessionVerify"),
    verify: verificationAsks("verify"),
  };
}
