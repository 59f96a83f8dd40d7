import { join, resolve } from "node:path";
import { writeOwnFile } from "../../reports/files/writing.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { schemaFiles, type SchemaFile } from "../../schemas/export.ts";
import type { Io } from "../io.ts";
import { knownSchema } from "../../engine/model/known-deviation.ts";
import { profileSchema } from "../../engine/target/files/profile.ts";
import { targetSchema } from "../../engine/target/options.ts";

export function schemasCommand(flags: { readonly out: string }, io: Io): number {
  const files: readonly SchemaFile[] = [
    ...schemaFiles(),
    { name: "target.schema.json", json: targetSchema },
    { name: "known.schema.json", json: knownSchema },
    { name: "profile.schema.json", json: profileSchema },
    { name: "results.schema.json", json: resultsSchema },
  ];
  for (const { name, json } of files) {
    const path = resolve(flags.out, name);
    writeOwnFile(path, `${JSON.stringify(json, null, 2)}\n`, isOwnSchema, "a schema of this suite");
  }
  io.out(files.map(({ name }) => `${join(flags.out, name)}\n`).join(""));
  return 0;
}

/** Every schema of the suite has one of these texts in its `$id` or `description`. */
const isOwnSchema = (text: string): boolean => /urn:ledger-conformance:|the conformance suite/.test(text);
