// A run against the reference whose exchanges are recorded, and the check of such recordings
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { OfflineChecker, type OfflineResult } from "../../engine/offline/offline.ts";
import type { RecordedRequest } from "../../engine/offline/recorded-exchange.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { run } from "../../lib/run.ts";
import { startReference, type Middleware, type ReferenceOptions } from "../../reference/server.ts";

/** Runs the suite against a reference, and returns the result with the recorded exchanges. */
export async function recordedRun(served: ReferenceOptions, options: RunOptions) {
  const seen: RecordedRequest[] = [];
  const middleware: Middleware = async (context, next) => {
    await next();
    const { method = "", url = "" } = context.env.incoming;
    const { status, headers } = context.res;
    const bytes = new Uint8Array(await context.res.clone().arrayBuffer());
    const response = { status, headers: Object.fromEntries(headers), bytes };
    const body = await context.req.text();
    seen.push({ place: "", method, url, headers: {}, body, response });
  };
  const reference = await startReference({ ...served, middleware });
  const result = await run(reference.target, options);
  await reference.close();
  const { parameters, samples } = reference.target;
  return { seen, result, parameters, samples };
}

/** The result of all clauses for the exchanges of a recorded run. */
export async function checkRecorded({
  seen,
  parameters,
}: Pick<Awaited<ReturnType<typeof recordedRun>>, "seen" | "parameters">): Promise<OfflineResult> {
  const catalogue = await loadCatalogue();
  const offline = new OfflineChecker({
    catalogue,
    selected: new Set(catalogue.clauses.map(({ id }) => id)),
    parameters,
    known: [],
    secrets: [],
    hideable: () => [],
    urls: {},
  });
  seen.forEach((exchange) => offline.take("captured", exchange));
  return offline.finish();
}
