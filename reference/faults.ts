import type { Fault } from "./fault.ts";
import { bodyFaults } from "./faults/bodies.ts";
import { contextFaults } from "./faults/lists/contexts.ts";
import { contractResultFaults } from "./faults/records/contract-results.ts";
import { errorFaults } from "./faults/errors.ts";
import { fieldFaults } from "./faults/records/fields.ts";
import { filterFaults } from "./faults/lists/filters.ts";
import { nameFaults } from "./faults/lists/names.ts";
import { narrowFaults } from "./faults/narrow.ts";
import { orderFaults } from "./faults/lists/orders.ts";
import { pageFaults } from "./faults/lists/pages.ts";
import { parserFaults } from "./faults/parsers.ts";
import { recordFaults } from "./faults/records/records.ts";
import { twoParameterFaults } from "./faults/lists/pairs.ts";
import { transportFaults } from "./faults/transport.ts";

/** Every fault, in the order of the contract's records, then of its rules. */
export const allFaults: readonly Fault[] = [
  ...fieldFaults,
  ...pageFaults,
  ...orderFaults,
  ...filterFaults,
  ...contextFaults,
  ...parserFaults,
  ...narrowFaults,
  ...nameFaults,
  ...recordFaults,
  ...contractResultFaults,
  ...bodyFaults,
  ...errorFaults,
  ...transportFaults,
  ...twoParameterFaults,
];

/** The faults by name. */
export const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  allFaults.map((fault) => [fault.name, fault]),
);
