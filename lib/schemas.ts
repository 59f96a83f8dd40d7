// §2, §4, §7
import { knownSchema } from "../engine/model/known-deviation.ts";
import { profileSchema } from "../engine/target/files/profile.ts";
import { targetSchema } from "../engine/target/options.ts";
import { resultsSchema } from "../engine/model/results.ts";
import { openApiDocument, records } from "../schemas/export.ts";

/** JSON Schemas (2020-12) of the contract and of the files of this project, as plain data for any validator. */
export const schemas = {
  /** The records of §2 and the bodies of §4 and §7, by title: `token`, `contract-result`, `error`, … */
  records,
  /** An OpenAPI description of the nine operations. */
  openApi: openApiDocument,
  /** The target file. */
  target: targetSchema,
  /** The file of known deviations (`--known`). */
  known: knownSchema,
  /** A profile of an implementation (`--profile`). */
  profile: profileSchema,
  /** The result of a run: the return value of `run()` and the content of `results.json`. */
  results: resultsSchema,
} as const;
