import type { ClauseResult, Outcome } from "../../engine/model/clause-results.ts";
import type { Level } from "../../engine/model/settings.ts";
import { run, type RunTarget } from "../../lib/run.ts";
import type { Reference, ReferenceOptions, Middleware } from "../../reference/server.ts";
import { testReference } from "../tools/own.ts";

export interface CheckedTarget {
  readonly only?: readonly string[];
  readonly level?: Level;
  readonly seed?: number;
  readonly change?: (target: Reference["target"]) => Exclude<RunTarget, string>;
}

export async function checked(
  options: ReferenceOptions,
  { only = [], level = "standard", seed = 1, change = (target) => target }: CheckedTarget = {},
): Promise<readonly ClauseResult[]> {
  const { target } = await testReference(options);
  return (await run(change(target), { only: [...only], level, seed })).clauses;
}

export const idsOf = (results: readonly ClauseResult[], outcome: Outcome): readonly string[] =>
  results.filter((result) => result.outcome === outcome).map(({ id }) => id);

/** Outcomes that a conforming service must not have. */
export function alarms(results: readonly ClauseResult[]): readonly string[] {
  return results
    .filter(({ outcome, code }) => outcome === "failed" || code === "suiteFailed")
    .map(({ id, reason, violations: [first] }) => `${id}: ${reason ?? ""} (${first?.curl ?? ""})`);
}

// The reference with edited responses
/** A body of a success in place of the one that was served; undefined: the response for a missing record. */
export type Edit = (body: string, path: string, query: string) => string | undefined;
const NOT_FOUND = { _status: { messages: [{ message: "Not found" }] } };

/** The target of a reference for one test, with edited successes of some paths. */
export async function changed(paths: RegExp, edit: Edit, served: ReferenceOptions = {}) {
  const middleware: Middleware = async (context, next) => {
    await next();
    const [path = "", query = ""] = context.req.url.split("?").map(decodeURIComponent);
    if (context.res.status >= 300 || !paths.test(path)) return;
    const body = edit(await context.res.text(), path, query);
    context.res = body === undefined ? context.json(NOT_FOUND, 404) : new Response(body, context.res);
  };
  return (await testReference({ ...served, middleware })).target;
}
