// Conforming services with little data, or with listed records that no longer exist.
import { withHolders, withResults, type Dataset } from "../dataset.ts";
import { notFound } from "../exchange.ts";
import { respondWith, when } from "../rewriting.ts";
import { concerning, CONTRACT_ENDPOINTS, LIST_ENDPOINTS, withSamples, type Variants } from "../variant.ts";

/** Returns Not found for the balances of tokens whose number is divisible by 3. */
const balancesGone = when([
  /^(\d{1,10}\.){2}\d{1,10}$/,
  ({ param }) => Number(param.split(".")[2]) % 3 === 0,
])(respondWith(notFound()));

function holdersInTheMiddle(data: Dataset): Dataset {
  const [first] = data.distributions;
  const middle = data.tokens.at(Math.floor(data.tokens.length * 0.6))?.token_id;
  const distributions = first === undefined || middle === undefined ? [] : [{ ...first, tokenId: middle }];
  return { ...data, distributions };
}

export const fewBalancesVariants: Variants = {
  ...concerning(LIST_ENDPOINTS, {
    "no-listed-ids": {
      description: "the token list is empty although tokens have balances",
      dataset: (data) => ({ ...data, tokens: [] }),
    },
    "listed-and-gone": {
      description: "the balances of listed tokens whose number is divisible by 3 are not found",
      responses: balancesGone,
      target: withSamples(() => ({ tokenIds: [] })),
    },
  }),
  "named-and-gone": {
    description: "some records named in the target file no longer exist",
    target: withSamples(({ topicMessageTimestamps, contractResults, contracts }) => ({
      topicMessageTimestamps: ["1700000000.000000003", ...topicMessageTimestamps],
      contractResults: ["0.0.98-1600000000-000000001", `0x${"ab".repeat(32)}`, ...contractResults],
      contracts: ["0.0.4000000007", ...contracts],
    })),
  },
  "names-in-other-forms": {
    concerns: CONTRACT_ENDPOINTS,
    description: "the target file names hashes in capitals without 0x, and contracts without shard and realm",
    target: withSamples(({ contractResults, contracts }) => ({
      contractResults: contractResults.map((name) =>
        name.startsWith("0x") ? name.slice(2).toUpperCase() : name,
      ),
      contracts: contracts.map((name) => name.replace(/^\d+\.\d+\.(?=\d+$)/, "")),
    })),
  },
  ...concerning(LIST_ENDPOINTS, {
    "holders-in-the-middle": {
      description:
        "only one token in the middle of a long list has holders, and the target file does not name it",
      dataset: holdersInTheMiddle,
      target: withSamples(() => ({ tokenIds: [], accountIds: [] })),
    },
    "keys-of-nobody": {
      description: "no known public key belongs to a holder",
      dataset: (data) =>
        withHolders(data, (holders) =>
          holders.map((holder, index) => ({ ...holder, publicKey: String(index).padStart(64, "f") })),
        ),
      target: withSamples(() => ({ publicKeys: [] })),
    },
  }),
  "plain-results": {
    concerns: CONTRACT_ENDPOINTS,
    description: "no contract result has created contracts, logs or state changes",
    dataset: (data) =>
      withResults(data, (record) => ({ ...record, created_contract_ids: null, logs: [], state_changes: [] })),
  },
  "nothing-named": {
    description: "the target file names no records",
    target: withSamples(({ missing: _missing, ...samples }) =>
      Object.fromEntries(Object.keys(samples).map((name) => [name, []])),
    ),
  },
};
