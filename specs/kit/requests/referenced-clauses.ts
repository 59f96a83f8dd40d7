// Ids of clauses that the clauses of other files refer to. A clause file holds no id of another file, so that a search for an
// id in the clause files finds one place: where the clause is declared.
import type { ClauseId } from "../../../engine/clauses/clause.ts";

export const REFERENCED = {
  balancesPathRefused: "4.3-path-refused",
  balancesTimestampAccepted: "4.3-timestamp-accepted",
  accountIdAccepted: "4.4-account-id-accepted",
  nameComplete: "4.4-name-complete",
  nameContained: "4.4-name-contained",
  ownTokenListed: "4.4-own-id-listed",
  tokenIdRefused: "4.4-token-id-refused",
  feesTimestampAccepted: "4.5-timestamp-accepted",
  feesTimestampRefused: "4.5-timestamp-refused",
  messageTimeRefused: "4.6-time-refused",
  ownHashFound: "4.7-own-hash-found",
  contractTimestampAccepted: "4.8-timestamp-accepted",
} as const satisfies Readonly<Record<string, ClauseId>>;
