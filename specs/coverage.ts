// §1 to §9: what each place of the document is judged by, or why it is not
import { commonPlaces } from "./coverage/common-formats.ts";
import { contractResultPlaces } from "./coverage/contract-result.ts";
import { contractPlaces } from "./coverage/contract.ts";
import { errorsPlaces } from "./coverage/errors.ts";
import { ledgerRecordsPlaces } from "./coverage/ledger-records.ts";
import { recordsPlaces } from "./coverage/records.ts";
import { statusSummaryPlaces } from "./coverage/status-summary.ts";
import { tokenBalancesPlaces } from "./coverage/token-balances.ts";
import { tokensPlaces } from "./coverage/tokens.ts";
import { verificationPlaces } from "./coverage/verification.ts";
import type { Counts } from "./coverage/outline.ts";
import type { Place } from "./coverage/place.ts";

/** Every line of the document that says something, fact by fact, in its order. */
export const coverage: readonly Place[] = [
  ...commonPlaces,
  ...statusSummaryPlaces,
  ...ledgerRecordsPlaces,
  ...contractResultPlaces,
  ...contractPlaces,
  ...tokenBalancesPlaces,
  ...tokensPlaces,
  ...recordsPlaces,
  ...verificationPlaces,
  ...errorsPlaces,
];

/** How many lines of each kind the sections of the document have. */
export const outline: readonly (readonly [section: string, counts: Counts])[] = [
  ["1", { bullet: 4, item: 0, row: 0, prose: 0 }],
  ["2.1", { bullet: 8, item: 0, row: 0, prose: 0 }],
  ["2.2", { bullet: 30, item: 0, row: 0, prose: 7 }],
  ["2.3", { bullet: 2, item: 0, row: 7, prose: 0 }],
  ["2.4", { bullet: 0, item: 0, row: 0, prose: 3 }],
  ["2.5", { bullet: 0, item: 0, row: 0, prose: 2 }],
  ["2.6", { bullet: 0, item: 0, row: 8, prose: 0 }],
  ["2.7", { bullet: 0, item: 0, row: 34, prose: 3 }],
  ["2.8", { bullet: 0, item: 0, row: 17, prose: 0 }],
  ["2.9", { bullet: 1, item: 0, row: 0, prose: 3 }],
  ["3", { bullet: 6, item: 0, row: 0, prose: 0 }],
  ["4", { bullet: 0, item: 0, row: 0, prose: 1 }],
  ["4.1", { bullet: 2, item: 0, row: 0, prose: 0 }],
  ["4.2", { bullet: 2, item: 0, row: 0, prose: 0 }],
  ["4.3", { bullet: 4, item: 0, row: 6, prose: 0 }],
  ["4.4", { bullet: 4, item: 0, row: 6, prose: 0 }],
  ["4.5", { bullet: 3, item: 0, row: 0, prose: 0 }],
  ["4.6", { bullet: 3, item: 0, row: 0, prose: 0 }],
  ["4.7", { bullet: 4, item: 0, row: 0, prose: 0 }],
  ["4.8", { bullet: 4, item: 0, row: 0, prose: 0 }],
  ["4.9", { bullet: 4, item: 0, row: 0, prose: 0 }],
  ["4.10", { bullet: 4, item: 0, row: 0, prose: 0 }],
  ["4.11", { bullet: 1, item: 0, row: 0, prose: 0 }],
  ["5", { bullet: 3, item: 0, row: 0, prose: 0 }],
  ["6", { bullet: 0, item: 0, row: 0, prose: 1 }],
  ["7", { bullet: 0, item: 8, row: 0, prose: 0 }],
  ["8", { bullet: 1, item: 0, row: 6, prose: 0 }],
  ["9", { bullet: 4, item: 0, row: 0, prose: 0 }],
];
