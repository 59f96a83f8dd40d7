import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { command, type Seen } from "../cli/io.ts";
import { har, type Entry } from "./har.ts";

export const HOST = "https://ledger.example.test/prefix";
export const FEES_URL = `${HOST}/api/v1/network/fees`;
export const TOKENS_URL = `${HOST}/api/v1/tokens`;

/** What `validate` did, and what it wrote. */
export interface Validated extends Seen {
  readonly folder: string;
  readonly result: () => RunResult;
  readonly clause: (id: string) => ClauseResult | undefined;
}

/** A folder for the files of one test file, and `validate` on them, in this process. */
export interface Bench {
  readonly folder: string;
  readonly file: (name: string, content: unknown) => string;
  /** Judges files, into a result folder of their own. */
  readonly validate: (...argv: readonly string[]) => Promise<Validated>;
  /** Judges one HAR file with these exchanges. */
  readonly ofHar: (entries: readonly Entry[], ...argv: readonly string[]) => Promise<Validated>;
  readonly remove: () => void;
}

export function openBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), "validate-"));
  let count = 0;

  function file(name: string, content: unknown): string {
    const path = join(folder, name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  }

  async function validate(...argv: readonly string[]): Promise<Validated> {
    count += 1;
    const out = join(folder, `out-${count}`);
    const seen = await command(["validate", ...argv, "--out", out]);
    const result = (): RunResult => JSON.parse(readFileSync(join(out, "results.json"), "utf8"));
    return { ...seen, result, clause: (id) => result().clauses.find((one) => one.id === id), folder: out };
  }

  return {
    folder,
    file,
    validate,
    ofHar: (entries, ...argv) => {
      count += 1;
      return validate(file(`capture-${count}.har`, har(...entries)), ...argv);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
