import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../http/client.ts";
import { Failure } from "../message/errors.ts";
import { call } from "../model/call.ts";
import { Trouble } from "../model/exchange.ts";
import type { Endpoint, Service, Settings } from "../model/settings.ts";
import { SECOND } from "../pacing/rate.ts";
import { operations, SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { CannotRun } from "./cannot-run.ts";

const PROBES: Readonly<Record<Service, readonly Endpoint[]>> = {
  status: ["statusSummary"],
  base: ["tokens", "networkFees"],
  verify: [],
};

/** Nothing is waited for long, nor sent again: the run itself has more patience. */
const PATIENCE = { requestMs: 5_000, retries: 0, retryAfterMs: 0, outageMs: 0 };

/**
 * Throws {@link CannotRun} where a service cannot be reached, or where all that is asked for is a web page. Gives
 * what was sent for that, by endpoint: it stands on the bill of the run. The signal ends it, and then it says nothing of
 * the target.
 */
export async function preflight(
  settings: Settings,
  signal: AbortSignal = new AbortController().signal,
): Promise<NonNullable<Settings["spent"]>> {
  const { target, rps } = settings;
  const client = new Client({ ...settings, limits: { ...settings.limits, ...PATIENCE } }, signal);
  const pages: string[] = [];
  let isOther = false;
  try {
    for (const service of SERVICE_NAMES.filter(
      (name) => target.urls[name] !== undefined && !signal.aborted,
    )) {
      const found = await pagesAt(service, settings, client);
      pages.push(...found.pages);
      isOther ||= found.isOther;
    }
    // Nothing follows the last one at once either.
    await sleep(rps === undefined ? 0 : SECOND / rps, undefined, { signal }).catch(() => undefined);
  } finally {
    await client.close();
  }
  if (pages.length > 0 && !isOther && !signal.aborted) {
    throw new CannotRun(`the target serves web pages instead of JSON: ${pages.join(", ")}: check the URL`);
  }
  return client.bill().perEndpoint;
}

/** Where a service shows web pages, until anything else comes. */
async function pagesAt(service: Service, { target }: Settings, client: Client) {
  const url = target.urls[service] ?? "";
  const pages: string[] = [];
  try {
    await client.connect(service);
    // What may be elsewhere may well show a web page at the document's own path.
    for (const endpoint of PROBES[service].filter((each) => !Object.hasOwn(target.paths ?? {}, each))) {
      if (!(await textAt(endpoint, client)).startsWith("<")) {
        return { pages, isOther: true };
      }
      pages.push(url + operations[endpoint].path);
    }
  } catch (error) {
    if (error instanceof Failure) {
      throw new CannotRun(`the ${SERVICE_WORDS[service]} at ${url} ${error.message}`);
    }
    throw error;
  }
  return { pages, isOther: false };
}

/** The text of an answer; empty where it breaks off or is beyond a limit, which is for the run to judge. */
async function textAt(endpoint: Endpoint, client: Client): Promise<string> {
  try {
    return (await client.send(call(endpoint))).body.text.trimStart();
  } catch (error) {
    if (!(error instanceof Trouble) || (error instanceof Failure && error.kind === "unreachable")) {
      throw error;
    }
    return error.reply?.body.text.trimStart() ?? "";
  }
}
