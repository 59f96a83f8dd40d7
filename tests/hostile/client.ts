import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { HttpClient } from "../../engine/http/client.ts";
import { type ApiRequest, requestTo, type ApiResponse } from "../../engine/model/exchange.ts";
import { DEFAULT_LIMITS, type Limits, type Settings } from "../../engine/model/settings.ts";
import { checkAll } from "../../engine/run/session.ts";
import { plainSettings } from "../plain-settings.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { TargetFile } from "../../reference/target.ts";

export interface Changes extends Partial<
  Pick<Settings, "concurrency" | "rps" | "userAgent" | "level" | "target">
> {
  readonly limits?: Partial<Limits>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Limits short enough for a test. */
const SHORT: Partial<Limits> = { requestMs: 4_000, retries: 1, outageMs: 700, retryAfterMs: 300 };

export const settingsOf = (url: string, { limits, headers = {}, ...changes }: Changes = {}): Settings => ({
  ...plainSettings({ baseUrl: url, headers: { base: headers } }, "smoke", 1, []),
  limits: { ...DEFAULT_LIMITS, ...SHORT, ...limits },
  concurrency: 4,
  ...changes,
});

export const REQUEST: ApiRequest = requestTo("tokens");

/** Calls a function with a client, and closes the client. */
export async function withClient<T>(settings: Settings, use: (client: HttpClient) => Promise<T>): Promise<T> {
  const client = new HttpClient(settings, new AbortController().signal);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** The outcome of a request: the status and the fault of the body, or the name and message of the error. */
export async function outcomeOf(sent: Promise<ApiResponse>): Promise<string> {
  try {
    const { status, body } = await sent;
    return `${status} ${body.fault ?? "json"}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

export const request = async (url: string, changes: Changes = {}): Promise<string> =>
  await withClient(settingsOf(url, changes), (client) => outcomeOf(client.send(REQUEST)));

/** Tests the clauses of some endpoints; returns their outcomes, and the reason if the run ended early. */
export async function checked(file: TargetFile, changes: Changes, wanted: (endpoint: Endpoint) => boolean) {
  const catalogue = await loadCatalogue();
  const clauseIds = catalogue.clauses.filter(({ endpoint }) => wanted(endpoint)).map(({ id }) => id);
  const { target } = plainSettings(file, "smoke", 1, []);
  const started = performance.now();
  const settings = settingsOf("http://127.0.0.1", { concurrency: 16, target, ...changes });
  const signal = AbortSignal.timeout(settings.limits.runMs);
  const { clauses, stopped } = await checkAll({ ...settings, clauseIds }, catalogue, { signal });
  return { seconds: (performance.now() - started) / 1_000, clauses, stopped: stopped?.reason };
}
