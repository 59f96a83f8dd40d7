// The entry point of the package, `import … from "ledger-conformance"`; see docs/results.md.
import * as fc from "fast-check";
import { knownSchema } from "../engine/model/known-deviation.ts";
import { resultsSchema } from "../engine/model/results.ts";
import { profileSchema } from "../engine/target/files/profile.ts";
import { targetSchema } from "../engine/target/options.ts";
import type { Cases, Format } from "../generators/cases.ts";
import { formats } from "../generators/formats.ts";
import { parameters } from "../generators/parameters.ts";
import { openApiDocument, records } from "../schemas/export.ts";

export { run, type RunHooks, type RunTarget } from "./run.ts";
export { clauses, type ClauseData, type Selection } from "./clauses.ts";
export { check, type ContractViolation, type CheckOptions } from "./check.ts";
export type { RequestDescription } from "./client-response.ts";
export { reference, type DescribedVariant, type NamedFault } from "./reference.ts";

export { CannotRun } from "../engine/model/cannot-run.ts";

export type { RunOptions } from "../engine/target/options.ts";
export type { Cases, Format, NamedCase } from "../generators/cases.ts";
export type { Reference, ReferenceOptions } from "../reference/server.ts";
export type { KnownDeviation } from "../engine/model/known-deviation.ts";
export type { Endpoint, Service } from "../schemas/operations.ts";
export type { Level, Limits, Samples } from "../engine/model/settings.ts";
export type {
  ClauseResult,
  FieldEvidence,
  UnspecifiedEntry,
  Outcome,
  ReportedViolation,
} from "../engine/model/clause-results.ts";
export type { RunResult, Summary, Verdict } from "../engine/model/results.ts";

/** JSON Schemas (2020-12) of the contract and of the files of this project, as plain data for any validator. */
export const schemas = {
  /** The records of §2 and the bodies of §4 and §7, by title: `token`, `contract-result`, `error`, … */
  records,
  /** An OpenAPI description of the nine operations. */
  openApi: openApiDocument,
  target: targetSchema,
  known: knownSchema,
  profile: profileSchema,
  /** The result of a run: the return value of `run()` and the content of `results.json`. */
  results: resultsSchema,
} as const;

/** An arbitrary of fast-check for the cases of a format: one value in four is a boundary, the others are random. */
function arbitrary({ boundaries, middle }: Cases<string>): fc.Arbitrary<string> {
  const edges = fc.constantFrom(...boundaries.map(({ value }) => value));
  const others = middle.map(({ value }) => value);
  return fc.oneof({ weight: 1, arbitrary: edges }, { weight: 3, arbitrary: others });
}

/** Generators for every format of the contract, such as ids, timestamps, filters and limits. */
export const generators = { arbitrary, ...formats, ...parameters } as const satisfies Readonly<
  Record<string, Format | typeof arbitrary>
>;
