// §2.1, §4: malformed values of what stands in a query or in a path
import type { PathFormat, QueryFormat } from "../schemas/operations.ts";
import { invalidBalanceFilter } from "./balance-filter.ts";
import type { Cases } from "./cases.ts";
import { invalidContractIdOrAddress } from "./contract-id.ts";
import { invalidEntityIdFilter } from "./entity-id-filter.ts";
import { invalidEntityId } from "./entity-id.ts";
import { invalidLimit } from "./limit.ts";
import { invalidNonce } from "./nonce.ts";
import { invalidOrder } from "./order.ts";
import { invalidTimestampFilter } from "./timestamp-filter.ts";
import { invalidTopicTimestamp } from "./topic-timestamp.ts";

/** What each format refuses. A public key may be any text, and a name makes ids beside it malformed. */
const INVALID = {
  EntityId: invalidEntityId(),
  EntityIdFilter: invalidEntityIdFilter(),
  BalanceFilter: invalidBalanceFilter(),
  TimestampFilter: invalidTimestampFilter(),
  TopicTimestamp: invalidTopicTimestamp(),
  ContractIdOrAddress: invalidContractIdOrAddress(),
  limit: invalidLimit(),
  order: invalidOrder(),
  nonce: invalidNonce(),
} as const satisfies Partial<Record<QueryFormat | PathFormat, Cases<string>>>;

/** The malformed value of a format that has this place among those that are always sent. */
export function malformedAt(format: QueryFormat | PathFormat, place: number): string | undefined {
  const invalid: Partial<Record<QueryFormat | PathFormat, Cases<string>>> = INVALID;
  return invalid[format]?.boundaries[place]?.value;
}
