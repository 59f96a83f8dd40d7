import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import pRetry, { AbortError } from "p-retry";
import { Pool } from "undici";
import type { Service } from "../schemas/operations.ts";
import { readBody } from "./body.ts";
import { isShownError } from "./classify.ts";
import { Trouble, type Ask, type Reply } from "./exchange.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import type { Settings } from "./settings.ts";

/** Sends requests, one way for all: rate, retries, time and size limits, decoding. */
export interface Client {
  /** The answer, whatever its status; throws {@link Trouble} where none is usable. */
  send(ask: Ask): Promise<Reply>;
  /** Requests per endpoint, repetitions included. */
  counts(): Readonly<Record<string, number>>;
  requests(): number;
  retries(): number;
  waited(): number;
  /** Why the target is given up; undefined while it answers. */
  broken(): string | undefined;
  close(): Promise<void>;
}

interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly pool: Pool;
}

/** Unreachable answers in a row after which the target is given up. */
const GIVE_UP_AFTER = 12;
/** Repetitions where the target says 429. */
const PATIENT_RETRIES = 8;
const SERVICES: readonly Service[] = ["status", "base", "verify"];
const PATIENCE = new Set([429, 503]);
const GATEWAY = new Set([408, 502, 504]);
const CREDENTIALS = new Set([401, 403, 407]);

/** One client over the three services, with one limiter. */
export function createClient(settings: Settings, signal: AbortSignal): Client {
  const limiter = createLimiter(settings.concurrency, settings.rps);
  const bases = new Map<Service, Base>();
  for (const service of SERVICES) {
    const url = settings.target.urls[service];
    if (url !== undefined) {
      bases.set(service, openBase(url, settings));
    }
  }
  const counts: Record<string, number> = {};
  let requests = 0;
  let retries = 0;
  let unreachableInARow = 0;
  let broken: string | undefined;

  async function attempt(ask: Ask): Promise<Reply> {
    if (broken !== undefined) {
      throw new AbortError(new Trouble(broken, true));
    }
    counts[ask.endpoint] = (counts[ask.endpoint] ?? 0) + 1;
    requests += 1;
    try {
      const reply = await exchange(ask, bases, settings, signal);
      unreachableInARow = 0;
      return usable(reply, limiter, settings);
    } catch (error) {
      const trouble = asTrouble(error);
      if (trouble.unreachable) {
        unreachableInARow += 1;
        if (unreachableInARow >= GIVE_UP_AFTER) {
          broken = `the target stopped answering: ${trouble.message}`;
        }
      }
      throw trouble;
    }
  }

  return {
    send: (ask) =>
      pRetry(() => limiter.run(() => attempt(ask)), {
        retries: PATIENT_RETRIES,
        minTimeout: 100,
        maxTimeout: 2_000,
        shouldRetry: ({ error, attemptNumber }) =>
          error instanceof Transient &&
          !signal.aborted &&
          (error.patience || attemptNumber <= settings.limits.retries),
        onFailedAttempt: ({ retriesLeft }) => {
          retries += retriesLeft > 0 ? 1 : 0;
        },
      }),
    counts: () => counts,
    requests: () => requests,
    retries: () => retries,
    waited: () => limiter.waited(),
    broken: () => broken,
    close: async () => {
      await Promise.all([...bases.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

/** Trouble that may be gone a moment later. */
class Transient extends Trouble {
  /** The target asked to be asked again later, which is worth more tries than silence. */
  readonly patience: boolean;
  constructor(message: string, unreachable = false, patience = false) {
    super(message, unreachable);
    this.patience = patience;
  }
}

function openBase(url: string, settings: Settings): Base {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, {
    connections: settings.concurrency,
    pipelining: 1,
    headersTimeout: settings.limits.requestMs,
    bodyTimeout: settings.limits.requestMs,
    connect: { timeout: settings.limits.requestMs },
  });
  return { origin, prefix: pathname.replace(/\/+$/, ""), pool };
}

async function exchange(
  ask: Ask,
  bases: ReadonlyMap<Service, Base>,
  settings: Settings,
  signal: AbortSignal,
): Promise<Reply> {
  const base = bases.get(ask.service);
  if (base === undefined) {
    throw new Error(`no URL was given for the ${ask.service} service`);
  }
  const path = ask.rooted === true ? ask.target : base.prefix + ask.target;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(settings.limits.requestMs)]);
  const answer = await base.pool.request({
    path,
    method: ask.method,
    headers: headersOf(ask, settings),
    body: ask.body ?? null,
    signal: deadline,
  });
  const bytes = await readBytes(answer.body, settings.limits.answerBytes);
  const headers = flatten(answer.headers);
  return {
    ask,
    url: base.origin + path,
    prefix: base.prefix,
    status: answer.statusCode,
    headers,
    body: readBody(decode(bytes, headers["content-encoding"], settings.limits.answerBytes)),
  };
}

function headersOf(ask: Ask, settings: Settings): Record<string, string> {
  return {
    accept: "application/json",
    "accept-encoding": "identity",
    ...(settings.userAgent === undefined ? {} : { "user-agent": settings.userAgent }),
    ...(ask.body === undefined ? {} : { "content-type": "application/json" }),
    ...(ask.bare === true ? {} : settings.target.headers[ask.service]),
  };
}

async function readBytes(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) {
      throw new Trouble(`the answer is longer than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  br: brotliDecompressSync,
  deflate: (bytes, options) => {
    // RFC 9110 means the zlib format; some servers send the bare deflate stream.
    try {
      return inflateSync(bytes, options);
    } catch {
      return inflateRawSync(bytes, options);
    }
  },
};

function decode(bytes: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer {
  const codings = (encoding ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    if (coding === "" || coding === "identity") {
      continue;
    }
    const decoder = DECODERS[coding];
    if (decoder === undefined) {
      throw new Trouble(
        `the answer has the content-encoding ${JSON.stringify(coding)}, which was not asked for`,
      );
    }
    try {
      decoded = decoder(decoded, { maxOutputLength });
    } catch (error) {
      throw new Trouble(`the answer cannot be decoded as ${coding}: ${messageOf(error)}`);
    }
  }
  return decoded;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    flat[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  }
  return flat;
}

/** The reply itself, unless a gateway, a limit or missing credentials speak instead of the implementation. */
function usable(reply: Reply, limiter: Limiter, settings: Settings): Reply {
  const { status, headers } = reply;
  if (isShownError(reply)) {
    return reply; // its status code is never judged
  }
  if (PATIENCE.has(status)) {
    limiter.backOff(Math.min(retryAfter(headers["retry-after"]), settings.limits.retryAfterMs));
    throw new Transient(`answered ${status}: the target asks for patience`, false, status === 429);
  }
  limiter.served();
  if (GATEWAY.has(status)) {
    throw new Transient(`answered ${status}: a gateway or time-out speaks instead of the service`);
  }
  if (status >= 300 && status < 400) {
    throw new Trouble(`answered ${status}: redirects are not followed`);
  }
  if (CREDENTIALS.has(status) && reply.ask.service !== "status") {
    throw new Trouble(`answered ${status}: the target wants credentials; give headers in the target file`);
  }
  return reply;
}

/** Milliseconds that a Retry-After field (RFC 9110, 10.2.3: seconds or a date) asks for. */
export function retryAfter(field: string | undefined, now = Date.now()): number {
  if (field === undefined) {
    return 500;
  }
  const milliseconds = /^\d+$/.test(field.trim()) ? Number(field) * 1_000 : Date.parse(field) - now;
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 50) : 500;
}

function asTrouble(error: unknown): Error & { unreachable?: boolean } {
  if (error instanceof Trouble) {
    return error;
  }
  const code = codeOf(error);
  if (code !== undefined && UNREACHABLE.has(code)) {
    return new Transient(`cannot be reached (${code})`, true);
  }
  if (code !== undefined || (error instanceof Error && /Timeout|Abort/.test(error.name))) {
    return new Transient(`no complete answer: ${code ?? messageOf(error)}`);
  }
  return error instanceof Error ? error : new Error(String(error));
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
