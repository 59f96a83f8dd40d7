// §2, §4, §7
import { knownSchema } from "../engine/model/known-deviation.ts";
import { profileSchema } from "../engine/target/files/profile.ts";
import { targetSchema } from "../engine/target/options.ts";
import { resultsSchema } from "../engine/model/results.ts";
import { openApiDocument, records } from "../schemas/export.ts";

/** JSON Schemas (2020-12) of the contract, and of the suite's own files; plain data, to be given to any validator. */
export const schemas = {
  /** Every record of part 2, and the bodies of part 4 and 7, by title: `token`, `contract-result`, `error`, … */
  records,
  /** An OpenAPI description of the nine operations. */
  openApi: openApiDocument,
  /** The target file. */
  target: targetSchema,
  /** The file of known deviations. */
  known: knownSchema,
  /** The profile of an implementation. */
  profile: profileSchema,
  /** The result of a run: what `run()` gives, and `results.json` holds. */
  results: resultsSchema,
} as const;
