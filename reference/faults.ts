import type { Fault } from "./fault.ts";
import { bodyFaults } from "./faults/bodies.ts";
import { errorFaults } from "./faults/errors.ts";
import { declaredFaults } from "./faults/lists/declared.ts";
import { filterFaults } from "./faults/lists/filters.ts";
import { nameFaults } from "./faults/lists/names.ts";
import { orderFaults } from "./faults/lists/orders.ts";
import { pageFaults } from "./faults/lists/pages.ts";
import { parserFaults } from "./faults/parsers.ts";
import { contractResultFaults } from "./faults/records/contract-results.ts";
import { fieldFaults, unusualFaults } from "./faults/records/fields.ts";
import { recordFaults } from "./faults/records/records.ts";
import { invalidFieldFaults } from "./faults/records/invalid-fields.ts";
import { timeFaults } from "./faults/over-time.ts";
import { transportFaults } from "./faults/transport.ts";

export const allFaults: readonly Fault[] = [
  ...invalidFieldFaults,
  ...fieldFaults,
  ...pageFaults,
  ...orderFaults,
  ...filterFaults,
  ...declaredFaults,
  ...parserFaults,
  ...nameFaults,
  ...recordFaults,
  ...unusualFaults,
  ...contractResultFaults,
  ...bodyFaults,
  ...errorFaults,
  ...transportFaults,
  ...timeFaults,
];

export const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  allFaults.map((fault) => [fault.name, fault]),
);
