import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CannotRun, whyCannotRun } from "../../engine/model/cannot-run.ts";
import { makeFolder, refuseForeign } from "../../reports/files/writing.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { schemaFiles, type SchemaFile } from "../../schemas/export.ts";
import type { Io } from "../io.ts";
import { knownSchema } from "../../engine/model/known-deviation.ts";
import { profileSchema } from "../../engine/target/files/profile.ts";
import { targetSchema } from "../../engine/target/options.ts";

/** `schemas`: writes the schemas of the contract and of the suite's own files as JSON. */
export function schemasCommand(flags: { readonly out: string }, io: Io): number {
  const files = allSchemaFiles();
  try {
    makeFolder(resolve(flags.out));
    for (const { name } of files) {
      refuseForeign(join(flags.out, name), isOwnSchema, "a schema of this suite");
    }
    for (const { name, json } of files) {
      writeFileSync(join(flags.out, name), `${JSON.stringify(json, null, 2)}\n`);
    }
  } catch (error) {
    throw new CannotRun(`${flags.out}: the schemas cannot be written: ${whyCannotRun(error)}`);
  }
  io.out(files.map(({ name }) => `${join(flags.out, name)}\n`).join(""));
  return 0;
}

/** Each schema has the name of the suite in its $id or description. */
const isOwnSchema = (text: string): boolean => /urn:ledger-conformance:|the conformance suite/.test(text);

/** Every published schema, with its file name. */
function allSchemaFiles(): readonly SchemaFile[] {
  return [
    ...schemaFiles(),
    { name: "target.schema.json", json: targetSchema },
    { name: "known.schema.json", json: knownSchema },
    { name: "profile.schema.json", json: profileSchema },
    { name: "results.schema.json", json: resultsSchema },
  ];
}
