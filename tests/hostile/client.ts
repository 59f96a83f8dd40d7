import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { HttpClient } from "../../engine/http/client.ts";
import { type ApiRequest, requestTo, type ApiResponse } from "../../engine/model/exchange.ts";
import { DEFAULT_LIMITS, type Limits, type Settings } from "../../engine/model/settings.ts";
import { checkAll } from "../../engine/run/session.ts";
import { plainSettings } from "../plain-settings.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { TargetFile } from "../../reference/target.ts";
import { createServer, type Socket } from "node:net";
import { listening, type Listening } from "../tools/own.ts";

type ChangedMember = "concurrency" | "rps" | "userAgent" | "level" | "target";
export interface Changes extends Partial<Pick<Settings, ChangedMember>> {
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

export const outcomeAt = async (url: string, changes: Changes = {}): Promise<string> =>
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

/** A request on a raw connection. */
export interface Received {
  readonly head: string;
  readonly path: string;
  /** 1 for the first request of all, whatever its connection. */
  readonly count: number;
}

export interface Target extends Listening {
  readonly received: readonly Received[];
}

/** A target whose responses a test controls byte by byte. */
export async function rawTarget(response: (socket: Socket, request: Received) => void): Promise<Target> {
  const received: Received[] = [];
  const server = createServer((socket) => {
    readRequests(socket, (head) => {
      const request = { head, path: head.split(" ")[1] ?? "", count: received.length + 1 };
      received.push(request);
      response(socket, request);
    });
  });
  return { ...(await listening(server)), received };
}

/** Calls back for each complete request on a connection. */
export function readRequests(socket: Socket, onRequest: (head: string, body: string) => void): void {
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
      const head = text.slice(0, end);
      const start = end + 4;
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (text.length < start + length) return;
      const body = text.slice(start, start + length);
      text = text.slice(start + length);
      onRequest(head, body);
    }
  });
}

/** A page without rows, the last of its list. */
export const EMPTY_PAGE = '{"tokens":[],"links":{"next":null}}';
