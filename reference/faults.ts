import type { Fault } from "./fault.ts";
import { contextFaults } from "./faults/contexts.ts";
import { contractResultFaults } from "./faults/contract-result.ts";
import { contractFaults } from "./faults/contract.ts";
import { errorFaults } from "./faults/errors.ts";
import { feeAndSummaryFaults } from "./faults/fees-and-summary.ts";
import { filterFaults } from "./faults/filters.ts";
import { lenientFaults } from "./faults/lenient.ts";
import { limitFaults } from "./faults/limits.ts";
import { listCellFaults } from "./faults/list-cells.ts";
import { nameFaults } from "./faults/names.ts";
import { narrowFaults } from "./faults/narrow.ts";
import { neighbourFaults } from "./faults/neighbours.ts";
import { nonceFaults } from "./faults/nonce.ts";
import { oneWayFaults } from "./faults/one-way.ts";
import { orderFaults } from "./faults/order.ts";
import { pageFaults } from "./faults/pages.ts";
import { recordCellFaults } from "./faults/record-cells.ts";
import { summaryFaults } from "./faults/status-summary.ts";
import { timestampFaults } from "./faults/timestamps.ts";
import { togetherFaults } from "./faults/together.ts";
import { tokenPathFaults } from "./faults/token-path.ts";
import { topicMessageFaults } from "./faults/topic-message.ts";
import { transportFaults } from "./faults/transport.ts";
import { verificationFaults } from "./faults/verification.ts";

/** Every fault, in the order of the contract's records, then of its rules. */
export const allFaults: readonly Fault[] = [
  ...summaryFaults,
  ...listCellFaults,
  ...recordCellFaults,
  ...pageFaults,
  ...limitFaults,
  ...orderFaults,
  ...filterFaults,
  ...timestampFaults,
  ...togetherFaults,
  ...lenientFaults,
  ...contextFaults,
  ...nameFaults,
  ...tokenPathFaults,
  ...feeAndSummaryFaults,
  ...topicMessageFaults,
  ...contractResultFaults,
  ...nonceFaults,
  ...contractFaults,
  ...neighbourFaults,
  ...narrowFaults,
  ...oneWayFaults,
  ...verificationFaults,
  ...errorFaults,
  ...transportFaults,
];

/** The faults by name. */
export const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  allFaults.map((fault) => [fault.name, fault]),
);
