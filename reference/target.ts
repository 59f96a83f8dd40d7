import type { Service } from "../schemas/operations.ts";
import { ACCOUNT_KEYS, ADMIN_KEYS } from "./data/tokens.ts";
import { madeUpHex } from "./data/pseudo-random.ts";
import type { Dataset } from "./dataset.ts";
import type { ServerHeaders } from "./exchange.ts";
import { USUAL_NAMES, type ServedNames } from "./service/parameters.ts";

export type ReferenceUrls = {
  readonly statusUrl: string;
  readonly baseUrl: string;
  readonly verifyUrl: string;
};

const MISSING_SAMPLES = {
  tokenId: "0.0.4000000000",
  topicMessageTimestamp: "1700000000.000000002",
  contractResult: madeUpHex("no such result", 32),
  contract: "0.0.4000000001",
};

/** The accounts with the most tokens come first. */
function accountsOf({ distributions }: Dataset): readonly string[] {
  const counts = new Map<string, number>();
  const holders = distributions.flatMap(({ snapshots }) => snapshots.at(-1)?.holders ?? []);
  for (const { account } of holders) counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([account]) => account);
}

/** Each record by one of its two names, alternately, and then by the other name, so that the first few samples have both forms. */
function bothForms(records: readonly (readonly [string, string])[]): readonly string[] {
  const turn = (by: number) => records.map((names, index) => names[(index + by) % 2] ?? "");
  return [...new Set([...turn(0), ...turn(1)])];
}

function targetSamples(data: Dataset) {
  const heldTokens = data.distributions.map(({ tokenId }) => tokenId);
  const otherTokens = data.tokens.map(({ token_id: id }) => id).filter((id) => !heldTokens.includes(id));
  const ofUsers = data.contractResults.filter(({ nonce }) => nonce === 0);
  return {
    tokenIds: [...heldTokens.slice(0, 9), ...otherTokens.slice(0, 2)],
    accountIds: accountsOf(data).slice(0, 6),
    publicKeys: [...ADMIN_KEYS.slice(0, 2).map(({ key }) => key), ...ACCOUNT_KEYS.slice(0, 2)],
    topicMessageTimestamps: data.topicMessages.map((message) => message.consensus_timestamp),
    contractResults: [
      ...bothForms(ofUsers.map(({ hash, transactionId }) => [transactionId, hash])),
      ...data.contractResults.filter(({ nonce }) => nonce > 0).map(({ hash }) => hash),
    ],
    contracts: bothForms(data.contracts.map(({ id, address }) => [id ?? address, address])),
    // The addresses have upper-case letters, as addresses with a checksum do. The reference ignores letter case.
    verifications: data.verifications.map(({ address, chainId }) => ({
      address: `0x${address.slice(2).toUpperCase()}`,
      chainId,
    })),
    missing: MISSING_SAMPLES,
  };
}

const NO_HEADERS: Readonly<Record<Service, ServerHeaders>> = { status: {}, base: {}, verify: {} };

export function targetOf(urls: ReferenceUrls, data: Dataset, parameters: Partial<ServedNames> = USUAL_NAMES) {
  return { ...urls, headers: NO_HEADERS, parameters, samples: targetSamples(data) };
}

export type TargetFile = Readonly<ReturnType<typeof targetOf>>;
