// A run against the reference whose exchanges a proxy records, and the check of such recordings
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { request } from "undici";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { OfflineChecker, type OfflineResult } from "../../engine/offline/offline.ts";
import type { RecordedRequest } from "../../engine/offline/recorded-exchange.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { run } from "../../lib/run.ts";
import { startReference, type ReferenceOptions } from "../../reference/server.ts";
import { listening } from "../tools/listening.ts";

/** A proxy that records the exchanges of a server on loopback. */
async function startRecorder(origin: string) {
  const seen: RecordedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    void buffer(incoming).then(async (sent) => {
      const body = sent.toString();
      const posted = method === "POST" ? ({ method, body } as const) : {};
      const received = await request(origin + url, { headers, ...posted });
      const bytes = Buffer.from(await received.body.arrayBuffer());
      const texts = Object.entries(received.headers).map(([name, value]) => [name, String(value)]);
      const response = { status: received.statusCode, headers: Object.fromEntries(texts), bytes };
      seen.push({ place: "", method, url, headers: {}, body, response });
      outgoing.writeHead(received.statusCode, received.headers).end(bytes);
    });
  });
  return { seen, ...(await listening(server)) };
}

/** Runs the suite against a reference, and returns the result with the recorded exchanges. */
export async function recordedRun(served: ReferenceOptions, options: RunOptions) {
  const reference = await startReference(served);
  const { origin } = new URL(reference.baseUrl);
  const { seen, url, close } = await startRecorder(origin);
  const target = JSON.parse(JSON.stringify(reference.target).replaceAll(origin, url));
  const result = await run(target, options);
  await Promise.all([close(), reference.close()]);
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
    paths: [],
  });
  seen.forEach((exchange) => offline.take("captured", exchange));
  return offline.finish();
}
