import type { RunResult } from "../../engine/model/results.ts";
import { run, type RunOptions } from "../../lib/index.ts";
import type { Served } from "../real/serve.ts";

/** Judges a server that a test starts, with a fixed seed, and closes it. */
export async function judged(
  starting: Promise<Served>,
  target: (url: string) => Parameters<typeof run>[0],
  options: RunOptions,
): Promise<RunResult> {
  const server = await starting;
  try {
    return await run(target(server.url), { seed: 7, ...options });
  } finally {
    await server.close();
  }
}

/** Ids of the clauses with an outcome. */
export function idsOf(
  { clauses }: RunResult,
  outcome: RunResult["clauses"][number]["outcome"],
): readonly string[] {
  return clauses
    .filter((clause) => clause.outcome === outcome)
    .map(({ id }) => id)
    .toSorted();
}

/** What no known deviation covers, as clause, place and what came. */
export function newIn({ clauses }: RunResult): readonly (readonly string[])[] {
  return clauses.flatMap(({ id, violations }) =>
    violations
      .filter(({ known }) => known === undefined)
      .map(({ pointer, actual }) => [id, pointer, actual] as const),
  );
}
