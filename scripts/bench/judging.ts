// The clauses judged without the test runner, in a process without the server.
import { subscribe } from "node:diagnostics_channel";
import { loadCatalogue } from "../../engine/load.ts";
import { runAll } from "../../engine/run-all.ts";
import { compileLater } from "../../engine/tiering.ts";
import { settingsFor } from "../sensitivity/measure.ts";
import { answerAs, cpuSince } from "./children.ts";
import type { Recorded } from "./messages.ts";
import { slowWay } from "./slow-way.ts";

compileLater();
const catalogue = await loadCatalogue();
const ids = catalogue.clauses.map(({ id }) => id);

answerAs("judging", async ({ target, level, seed, record, only = "", slowMs, ...exactly }) => {
  const recorded: Recorded[] = [];
  if (record) {
    subscribe("undici:request:create", (message) => {
      if (isCreated(message)) {
        recorded.push(recordedOf(message.request));
      }
    });
  }
  const own = ids.filter((id) => id.startsWith(only));
  const settings = { ...settingsFor(target, level, seed, own), ...exactly };
  const slow = slowMs === undefined ? undefined : slowWay(settings, slowMs);
  const [started, start] = [performance.now(), process.cpuUsage()];
  const journal = await runAll(settings, catalogue, slow === undefined ? {} : { way: slow.way });
  const [wallMs, cpuMs] = [performance.now() - started, cpuSince(start)];
  const failed = journal.flatMap((entry) =>
    entry.type === "clause" && entry.result.outcome === "fail" ? [entry.result.id] : [],
  );
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  return { wallMs, cpuMs, failed, peakMb, waitedMs: slow?.elapsed() ?? 0, recorded };
});

/** A request as undici tells of it. */
interface Sent {
  readonly method: string;
  readonly origin: string | URL;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

function isCreated(message: unknown): message is { readonly request: Sent } {
  return typeof message === "object" && message !== null && "request" in message;
}

function recordedOf({ method, origin, path, headers, body }: Sent): Recorded {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? ""] as const] : [],
  );
  const text = body === null || typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  return { method, origin: String(origin), path, headers: Object.fromEntries(pairs), body: text };
}
