/** How a release reads what it is asked, and what it serves. */
export interface Release {
  readonly name: "0.123" | "0.152" | "0.160";
  /** Largest number of an entity. */
  readonly largest: bigint;
  readonly largestShard: bigint;
  /** Digits of a number behind a shard or realm. */
  readonly digits: number;
  /** Largest number that stands alone. */
  readonly alone: bigint;
  /** A number alone is told with the shard and realm before it. */
  readonly tellsWhole: boolean;
  /** Tokens may be named by address, and shard and realm before an address count for nothing. */
  readonly addresses: boolean;
  /** What stands between the parts of a filter by id beside the dot. */
  readonly colons: boolean;
  /** An operator before an operator is read over. */
  readonly readsOver: boolean;
  /** Who serves network fees. */
  readonly fees: "itself" | "nobody" | "another service";
  /** Access lists are arrays. */
  readonly listsAccess: boolean;
}

const OLD: Release = {
  name: "0.123",
  largest: 2n ** 32n - 1n,
  largestShard: 2n ** 15n - 1n,
  digits: 10,
  alone: 2n ** 63n - 1n,
  tellsWhole: false,
  addresses: false,
  colons: true,
  readsOver: false,
  fees: "itself",
  listsAccess: false,
};

const NEW: Release = {
  name: "0.152",
  largest: 2n ** 38n - 1n,
  largestShard: 2n ** 10n - 1n,
  digits: 12,
  alone: 2n ** 38n - 1n,
  tellsWhole: true,
  addresses: true,
  colons: false,
  readsOver: true,
  fees: "nobody",
  listsAccess: false,
};

export const RELEASES: Readonly<Record<Release["name"], Release>> = {
  "0.123": OLD,
  "0.152": NEW,
  "0.160": { ...NEW, name: "0.160", fees: "another service", listsAccess: true },
};
