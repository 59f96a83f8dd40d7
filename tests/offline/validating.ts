import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { command } from "../cli/io.ts";
import { ownFolder } from "../tools/own.ts";
import { har, type Entry } from "./har.ts";

export const HOST = "https://ledger.example.test/prefix";
export const FEES_URL = `${HOST}/api/v1/network/fees`;
export const TOKENS_URL = `${HOST}/api/v1/tokens`;

/** Bodies that are right. */
export const FEES = SUCCESS.networkFees;
const TOKEN = { admin_key: null, decimals: 2, metadata: "", name: "Gold Coin", symbol: "GC" };
export const tokens = (...ids: readonly number[]) => ({
  tokens: ids.map((id) => ({ ...TOKEN, token_id: `0.0.${id}`, type: "FUNGIBLE_COMMON" })),
  links: { next: null },
});

/** A folder for the files of one test file, and `validate` on them, in this process. */
export function openBench() {
  const folder = ownFolder();
  let count = 0;

  function file(name: string, content: unknown): string {
    const path = join(folder, name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  }

  /** Checks files, into a result folder of their own. */
  async function validate(...argv: readonly string[]) {
    count += 1;
    const out = join(folder, `out-${count}`);
    const seen = await command(["validate", ...argv, "--out", out]);
    const read = (name: string): string => readFileSync(join(out, name), "utf8");
    const result = (): RunResult => JSON.parse(read("results.json"));
    return {
      ...seen,
      folder: out,
      read,
      result,
      left: () => result().files?.[0]?.notChecked,
      clause: (id: string) => result().clauses.find((one) => one.id === id),
    };
  }

  /** Checks one HAR file with these exchanges. */
  async function ofHar(entries: readonly Entry[], ...argv: readonly string[]) {
    return await validate(file(`capture-${count}.har`, har(...entries)), ...argv);
  }

  return { file, validate, ofHar };
}
