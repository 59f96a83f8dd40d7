/**
 * The one public entry of the package: `import { run, clauses, … } from "ledger-conformance"`. Importing it sends
 * nothing, writes nothing and changes nothing outside itself; see docs/results.md.
 */
export { run, type RunHooks, type RunTarget } from "./run.ts";
export { clauses, type ClauseData, type Selection } from "./clauses.ts";
export { check, type Violation as Departure, type CheckResult, type CheckOptions } from "./check.ts";
export type { RequestDescription as GivenRequest } from "./client-response.ts";
export { schemas } from "./schemas.ts";
export { generators, type Format } from "./generators.ts";
export { reference, type DescribedVariant, type NamedFault } from "./reference.ts";

/** What is thrown where a run cannot even begin: settings that are wrong, a file that cannot be read. */
export { CannotRun } from "../engine/model/cannot-run.ts";

export type { RunOptions } from "../engine/target/options.ts";
export type { Cases, NamedCase as Named } from "../generators/cases.ts";
export type { Reference, ReferenceOptions } from "../reference/server.ts";
export type { KnownDeviation } from "../engine/model/known-deviation.ts";
export type { Endpoint, Level, Limits, Samples, Service } from "../engine/model/settings.ts";
export type {
  Cause,
  ClauseResult,
  FieldEvidence,
  UnspecifiedEntry as OpenEntry,
  Outcome,
  ReportedViolation,
} from "../engine/model/clause-results.ts";
export type { RunResult, Summary, Verdict } from "../engine/model/results.ts";
