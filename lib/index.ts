// The entry point of the package: `import { run, check, clauses, … } from "ledger-conformance"`; see docs/results.md. Importing it
// has no side effects: it sends no request and writes no file.
export { run, type RunHooks, type RunTarget } from "./run.ts";
export { clauses, type ClauseData, type Selection } from "./clauses.ts";
export { check, type ContractViolation, type CheckOptions } from "./check.ts";
export type { RequestDescription } from "./client-response.ts";
export { schemas } from "./schemas.ts";
export { generators, type Format } from "./generators.ts";
export { reference, type DescribedVariant, type NamedFault } from "./reference.ts";

/** The error of a run that cannot begin, for instance because of wrong settings or a file that cannot be read. */
export { CannotRun } from "../engine/model/cannot-run.ts";

export type { RunOptions } from "../engine/target/options.ts";
export type { Cases, NamedCase } from "../generators/cases.ts";
export type { Reference, ReferenceOptions } from "../reference/server.ts";
export type { KnownDeviation } from "../engine/model/known-deviation.ts";
export type { Endpoint, Level, Limits, Samples, Service } from "../engine/model/settings.ts";
export type {
  Cause,
  ClauseResult,
  FieldEvidence,
  UnspecifiedEntry,
  Outcome,
  ReportedViolation,
} from "../engine/model/clause-results.ts";
export type { RunResult, Summary, Verdict } from "../engine/model/results.ts";
