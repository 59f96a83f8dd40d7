import { setTimeout as sleep } from "node:timers/promises";
import { openWire, type Wire } from "../http/connection.ts";
import { createHeaders } from "../http/headers.ts";
import { Failure } from "../message/errors.ts";
import { call } from "../model/call.ts";
import type { Endpoint, Service, Settings } from "../model/settings.ts";
import { SECOND } from "../pacing/rate.ts";
import { operations, SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { CannotRun } from "./cannot-run.ts";

const PROBES: Readonly<Record<Service, readonly Endpoint[]>> = {
  status: ["statusSummary"],
  base: ["tokens", "networkFees"],
  verify: [],
};

/** Milliseconds for a connection, and for an answer: the run itself waits longer. */
const PATIENCE = { connection: 8_000, answer: 3_000 };

type Sent = Partial<Record<Endpoint, number>>;

/**
 * Throws {@link CannotRun} where a service cannot be reached, or where all that is asked for is a web page. Gives
 * what was sent for that, by endpoint: it carries the same fields, keeps the same rate and stands on the same bill
 * as what comes after it. The signal ends it, and then it says nothing of the target.
 */
export async function preflight(settings: Settings, signal?: AbortSignal): Promise<Readonly<Sent>> {
  const sent: Sent = {};
  const pages: (string | undefined)[] = [];
  for (const service of SERVICE_NAMES) {
    const url = settings.target.urls[service];
    if (url === undefined) {
      continue;
    }
    const limits = { ...settings.limits, requestMs: PATIENCE.connection, retries: 0 };
    const wire = openWire(new URL(url).origin, 1, limits, settings.target.reach?.[service]);
    const stop = (): void => void wire.close();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      pages.push(...(await pagesAt(service, url, wire, settings, sent)));
    } catch (error) {
      if (signal?.aborted === true) {
        return sent;
      }
      throw error instanceof Failure
        ? new CannotRun(`the ${SERVICE_WORDS[service]} at ${url} ${error.message}`)
        : error;
    } finally {
      signal?.removeEventListener("abort", stop);
      await wire.close();
    }
  }
  if (pages.length > 0 && !pages.includes(undefined)) {
    throw new CannotRun(`the target serves web pages instead of JSON: ${pages.join(", ")}: check the URL`);
  }
  return sent;
}

/** Where a service shows web pages, up to an undefined where anything else came. */
async function pagesAt(
  service: Service,
  url: string,
  wire: Wire,
  settings: Settings,
  sent: Sent,
): Promise<readonly (string | undefined)[]> {
  const { target, rps } = settings;
  const fields = createHeaders(settings);
  await wire.connect();
  const pages: string[] = [];
  // What may be elsewhere may well show a web page at the document's own path.
  for (const endpoint of PROBES[service].filter((each) => !Object.hasOwn(target.paths ?? {}, each))) {
    const { path } = operations[endpoint];
    sent[endpoint] = (sent[endpoint] ?? 0) + 1;
    const all = Object.values(sent).reduce((sum, times) => sum + times, 0);
    const ask = call(endpoint);
    const headers = fields.of(ask, fields.idOf(service, all));
    const text = await textAt(wire, {
      ask,
      path: new URL(url + path).pathname,
      method: "GET",
      headers,
      waitMs: PATIENCE.answer,
      onSent: () => undefined,
    });
    await sleep(rps === undefined ? 0 : SECOND / rps);
    if (!text.startsWith("<")) {
      return [undefined];
    }
    pages.push(url + path);
  }
  return pages;
}

/** The text of an answer; empty where it breaks off or is beyond a limit, which is for the run to judge. */
async function textAt(wire: Wire, request: Parameters<Wire["send"]>[0]): Promise<string> {
  try {
    const { bytes } = await wire.send(request);
    return new TextDecoder().decode(bytes).trimStart();
  } catch (error) {
    if (error instanceof Failure && error.kind !== "unreachable") {
      return "";
    }
    throw error;
  }
}
