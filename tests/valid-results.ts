import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { newAjv } from "../engine/schema/validator.ts";
import type { RunResult } from "../engine/model/results.ts";
import { RESULT_FILES } from "../reports/files/writing.ts";
import { resultsSchema } from "../engine/model/results.ts";

let validate: ValidateFunction<RunResult> | undefined;

export function demandValid(value: unknown, name: string): RunResult {
  validate ??= newAjv().compile<RunResult>(resultsSchema);
  // The result after serialisation, which omits undefined members.
  const content: unknown = JSON.parse(JSON.stringify(value));
  if (!validate(content)) {
    throw new Error(`${name} is not what its schema wants: ${JSON.stringify(validate.errors?.slice(0, 5))}`);
  }
  return content;
}

export const resultIn = (dir: string): RunResult =>
  demandValid(JSON.parse(readFileSync(join(dir, RESULT_FILES.results), "utf8")), dir);

export function demandValidIn(dir: string): void {
  if (existsSync(join(dir, RESULT_FILES.results))) resultIn(dir);
}
