import { readFileSync } from "node:fs";
import type { RunResult } from "../../engine/model/results.ts";
import { run } from "../../lib/run.ts";
import type { Reference } from "../../reference/server.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { testReference } from "../tools/own.ts";

/** The variant to serve, and the services that are tested; by default only the ledger service. */
interface Served {
  readonly variant: string;
  readonly fault?: string;
  readonly target?: (reference: Reference) => Parameters<typeof run>[0];
}

type RunOptions = NonNullable<Parameters<typeof run>[1]>;

export async function checked({ target, ...served }: Served, options: RunOptions): Promise<RunResult> {
  const reference = await testReference(served);
  const { baseUrl } = reference;
  return await run(target?.(reference) ?? { baseUrl }, { seed: 7, ...options });
}

/** The violations that no known deviation covers, as clause and pointer. */
export function newIn({ clauses }: RunResult): readonly (readonly [clause: string, pointer: string])[] {
  const places = clauses.flatMap(({ id, violations }) => violations.map((one) => ({ ...one, id })));
  return places.filter(({ known }) => known === undefined).map(({ id, pointer }) => [id, pointer]);
}

/** A response of real software, with its request if it was recorded. */
interface Recorded {
  readonly from: string;
  readonly endpoint: Endpoint;
  readonly request?: { readonly url: string };
  readonly response: { readonly status: number; readonly body: string };
}

/** A line of a file: where only the body of a success was recorded, `response` is its text. */
interface Line extends Omit<Recorded, "response"> {
  readonly response: string | Recorded["response"];
}

export function linesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`../recordings/${name}.jsonl`, import.meta.url), "utf8");
  return text.trim().split("\n");
}

export const recordingsOf = (profile: string): readonly Recorded[] =>
  linesOf(profile).map((text) => {
    const line: Line = JSON.parse(text);
    const { response } = line;
    return { ...line, response: typeof response === "string" ? { status: 200, body: response } : response };
  });
