// §4.1, §4.3, §4.4: why parameters are left out of requests for a list
import type { Reason } from "../../../engine/model/exchange.ts";
import { Unavailable, type Listing, type Material } from "../../../engine/clauses/prerequisites.ts";
import { searchTexts } from "../requests/names.ts";

const giving = (of: string, reason: string): Reason => {
  return { reason, obstacle: "user", remedy: { kind: "giveSamples", of } };
};

/** Why a list cannot be asked for by a public key. */
function keyless({ member }: Listing): Reason {
  const [clause, whose] =
    member === "tokens"
      ? ["4.4-public-key", "selects a token"]
      : ["4.3-public-key", "belongs to an account of the list"];
  return { ...giving("publicKeys", `no known public key ${whose}`), suspects: [clause] };
}

export const noKey = (list: Listing): Unavailable => new Unavailable("inconclusive", keyless(list));

/** Why parameters are left out of contexts, by factor; undefined where they are not. */
export function lacksOf(
  list: Listing,
  { accounts, key }: Material,
): readonly (readonly [string, Reason | undefined])[] {
  const data = (reason: string): Reason => ({ reason, obstacle: "data" });
  return [
    ["publicKey", key === undefined ? keyless(list) : undefined],
    ["accountId", accounts.length === 0 ? giving("accountIds", "no account is known") : undefined],
    ["timestamp", list.time === undefined ? data("the list shows no time of its own") : undefined],
    ["name", searchTexts(list).length < 2 ? data("too few names are shown to search for") : undefined],
  ];
}
