// §2.1, §4
import * as fc from "fast-check";
import { invalidBalanceFilter, openBalanceFilter, validBalanceFilter } from "../generators/balance-filter.ts";
import type { Cases } from "../generators/cases.ts";
import {
  invalidContractIdOrAddress,
  openContractIdOrAddress,
  validContractIdOrAddress,
} from "../generators/contract-id.ts";
import {
  invalidEntityIdFilter,
  openEntityIdFilter,
  validEntityIdFilter,
} from "../generators/entity-id-filter.ts";
import { invalidEntityId, openEntityId, validEntityId } from "../generators/entity-id.ts";
import { invalidEvmAddress, openEvmAddress, validEvmAddress } from "../generators/evm-address.ts";
import { invalidLimit, openLimit, validLimit } from "../generators/limit.ts";
import { invalidNonce, openNonce, validNonce } from "../generators/nonce.ts";
import { invalidOrder, openOrder, validOrder } from "../generators/order.ts";
import {
  invalidTimestampFilter,
  openTimestampFilter,
  validTimestampFilter,
} from "../generators/timestamp-filter.ts";
import { invalidTimestamp, openTimestamp, validTimestamp } from "../generators/timestamp.ts";
import {
  invalidTopicTimestamp,
  openTopicTimestamp,
  validTopicTimestamp,
} from "../generators/topic-timestamp.ts";
import {
  invalidTransactionHash,
  openTransactionHash,
  validTransactionHash,
} from "../generators/transaction-hash.ts";
import { invalidTransactionId, openTransactionId, validTransactionId } from "../generators/transaction-id.ts";

/** The cases of one format: its boundaries by name, and an arbitrary of fast-check for the middle. */
export interface Format {
  /** Texts that every reading of the contract takes. */
  readonly valid: () => Cases<string>;
  /** Texts that no reading takes, most of them one edit away from a valid one. */
  readonly invalid: () => Cases<string>;
  /** Texts on which the contract does not decide: a client should send none, a server may do as it likes. */
  readonly open: () => Cases<string>;
}

/** The texts of some cases as one arbitrary: one in four is a boundary, the rest is chance. */
function arbitrary({ boundaries, middle }: Cases<string>): fc.Arbitrary<string> {
  const edges = fc.constantFrom(...boundaries.map(({ value }) => value));
  const others = middle.map(({ value }) => value);
  return fc.oneof({ weight: 1, arbitrary: edges }, { weight: 3, arbitrary: others });
}

/** Generators of every format in which ids, times, filters and bounds are written. */
export const generators = {
  arbitrary,
  entityId: { valid: validEntityId, invalid: invalidEntityId, open: openEntityId },
  entityIdFilter: { valid: validEntityIdFilter, invalid: invalidEntityIdFilter, open: openEntityIdFilter },
  timestamp: { valid: validTimestamp, invalid: invalidTimestamp, open: openTimestamp },
  timestampFilter: {
    valid: validTimestampFilter,
    invalid: invalidTimestampFilter,
    open: openTimestampFilter,
  },
  topicTimestamp: { valid: validTopicTimestamp, invalid: invalidTopicTimestamp, open: openTopicTimestamp },
  balanceFilter: { valid: validBalanceFilter, invalid: invalidBalanceFilter, open: openBalanceFilter },
  evmAddress: { valid: validEvmAddress, invalid: invalidEvmAddress, open: openEvmAddress },
  contractIdOrAddress: {
    valid: validContractIdOrAddress,
    invalid: invalidContractIdOrAddress,
    open: openContractIdOrAddress,
  },
  transactionId: { valid: validTransactionId, invalid: invalidTransactionId, open: openTransactionId },
  transactionHash: {
    valid: validTransactionHash,
    invalid: invalidTransactionHash,
    open: openTransactionHash,
  },
  nonce: { valid: validNonce, invalid: invalidNonce, open: openNonce },
  limit: { valid: validLimit, invalid: invalidLimit, open: openLimit },
  order: { valid: validOrder, invalid: invalidOrder, open: openOrder },
} as const satisfies Readonly<Record<string, Format | typeof arbitrary>>;
