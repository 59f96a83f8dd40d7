import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { command } from "../cli/io.ts";
import { ownFolder, writeIn } from "../tools/own.ts";

export interface Entry {
  readonly url: string;
  readonly method?: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly type?: string;
  /** The text that was posted, or the whole of `postData`. */
  readonly posted?: string | object;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The query as a list of parameters. */
  readonly queryString?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly content?: object;
  /** Members of the response that are no HAR. */
  readonly members?: object;
}

const list = (fields: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

export const har = (...entries: readonly Entry[]) => ({
  log: { version: "1.2", creator: { name: "test", version: "1" }, entries: entries.map(entryOf) },
});

function entryOf(entry: Entry) {
  const { url, method = "GET", status = 200, body = {}, type = "application/json", posted } = entry;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = list({ ":authority": "host", ...entry.requestHeaders });
  const content = { mimeType: type, size: Buffer.byteLength(text), text };
  const responseHeaders = list({ "Content-Type": type, ...entry.responseHeaders });
  return {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 1,
    request: {
      method,
      url,
      headers,
      ...(entry.queryString === undefined ? {} : { queryString: list(entry.queryString) }),
      ...(posted === undefined ? {} : { postData: typeof posted === "string" ? { text: posted } : posted }),
    },
    response: { ...entry.members, status, headers: responseHeaders, content: entry.content ?? content },
  };
}

export const HOST = "https://ledger.example.test/prefix";
export const FEES_URL = `${HOST}/api/v1/network/fees`;
export const TOKENS_URL = `${HOST}/api/v1/tokens`;
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

  const file = (name: string, content: unknown): string => writeIn(folder, name, content);

  async function validate(...argv: readonly string[]) {
    count += 1;
    const out = join(folder, `out-${count}`);
    const seen = await command(["validate", ...argv, "--out", out]);
    const read = (name: string): string => readFileSync(join(out, name), "utf8");
    const result = (): RunResult => JSON.parse(read("results.json"));
    const left = () => result().files?.[0]?.notChecked;
    const inPart = () => result().files?.[0]?.checkedInPart;
    const clause = (id: string) => result().clauses.find((one) => one.id === id);
    return { ...seen, folder: out, read, result, left, inPart, clause };
  }

  const ofHar = async (entries: readonly Entry[], ...argv: readonly string[]) =>
    await validate(file(`capture-${count}.har`, har(...entries)), ...argv);

  return { file, validate, ofHar };
}
