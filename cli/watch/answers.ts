import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { Target } from "../../engine/model/settings.ts";
import { serviceOf } from "../../reports/words/labels.ts";

/** A request whose answer made a clause fail: a change of it may mean that the clause is kept now. */
export interface Watched {
  readonly clause: string;
  readonly url: string;
  /** With the values that the user configured: never to be shown. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the run got, where the result holds the whole of it. */
  readonly answered?: { readonly status: number; readonly body: string };
}

/** How the answers are looked at. */
export interface Gaze {
  /** Milliseconds between two requests. */
  readonly everyMs: number;
  readonly requestMs: number;
  /** How often each answer changed for nothing. Then it is compared with less: see {@link answerOf}. */
  readonly alarms: ReadonlyMap<string, number>;
  /** The target was not there when the gaze began: that it answers at all is a change. */
  readonly wasDown: boolean;
  readonly signal: AbortSignal;
}

/** Answers that are looked at in turn, at most. */
const MOST = 8;
const MOST_BYTES = 8 * 1024 * 1024;
/** So often may an answer change for nothing before its body is taken for a restless one. */
const FALSE_ALARMS = 2;
const DOWN = "down";

/** The requests behind what failed, those with the shortest answers first; nothing that makes the target work is sent. */
export function watchedIn({ clauses, bodyCutAt = 0 }: RunResult, target: Target): readonly Watched[] {
  const requests = clauses
    .filter(({ outcome }) => outcome === "fail")
    .flatMap((clause) => clause.violations.map((violation) => ({ clause, violation })))
    .filter(({ violation: { request } }) => request.method === "GET" && !request.url.includes("***"))
    .toSorted((a, b) => a.violation.response.body.length - b.violation.response.body.length)
    .map(({ clause, violation }) => watched(clause, violation, target, bodyCutAt));
  return [...new Map(requests.map((item) => [item.url, item])).values()].slice(0, MOST);
}

/** Where the target is looked for when it was not there. */
export function watchedUrls({ urls, headers }: Target): readonly Watched[] {
  return (["status", "base", "verify"] as const).flatMap((service) => {
    const url = urls[service];
    return url === undefined ? [] : [{ clause: "", url, headers: headers[service] }];
  });
}

/** A request that was sent without the configured headers is sent without them again. */
function watched(
  clause: ClauseResult,
  { request, response: { status, body } }: Violation,
  target: Target,
  bodyCutAt: number,
): Watched {
  const sent = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const configured = Object.entries(target.headers[serviceOf(clause.endpoint)]);
  const headers = Object.fromEntries([
    ["accept", "application/json"],
    ...configured.filter(([name]) => sent.has(name.toLowerCase())),
  ]);
  const isWhole = body.length < bodyCutAt && !body.includes("***");
  return { clause: clause.id, url: request.url, headers, ...(isWhole ? { answered: { status, body } } : {}) };
}

/** Asks in turn until an answer changes, and gives that request; undefined when the signal ends it. */
export async function firstChange(
  requests: readonly Watched[],
  { everyMs, requestMs, alarms, wasDown, signal }: Gaze,
): Promise<Watched | undefined> {
  const pools = new Map<string, Pool>();
  const seen = new Map<string, string>();
  for (const { url, answered } of requests) {
    if (wasDown) {
      seen.set(url, DOWN);
    } else if (answered !== undefined && (alarms.get(url) ?? 0) === 0) {
      // The target may have been mended while the run was being reported.
      seen.set(url, digestOf(answered.status, answered.body));
    }
  }
  try {
    for (let turn = 0; requests.length > 0 && !signal.aborted; turn += 1) {
      const request = requests[turn % requests.length];
      if (request !== undefined) {
        const pool = poolFor(new URL(request.url).origin, pools);
        const now = await answerOf(request, pool, requestMs, signal, alarms.get(request.url) ?? 0);
        const before = seen.get(request.url);
        // A server that is started again is away for a while: only an answer tells something.
        if (now !== DOWN && before !== undefined && now !== before) {
          return request;
        }
        seen.set(request.url, before === undefined || now !== DOWN ? now : before);
      }
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  } finally {
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
  }
}

function poolFor(origin: string, pools: Map<string, Pool>): Pool {
  const pool = pools.get(origin) ?? new Pool(origin, { connections: 1, maxResponseSize: MOST_BYTES });
  pools.set(origin, pool);
  return pool;
}

/** What an answer is, in few characters; its status alone where the body changes by itself. */
async function answerOf(
  { url, headers }: Watched,
  pool: Pool,
  requestMs: number,
  signal: AbortSignal,
  alarms: number,
): Promise<string> {
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
    const path = url.slice(new URL(url).origin.length) || "/";
    const { statusCode, body } = await pool.request({ path, method: "GET", headers, signal: deadline });
    const text = await body.text();
    return digestOf(statusCode, alarms < FALSE_ALARMS ? text : "");
  } catch {
    return DOWN;
  }
}

function digestOf(status: number, body: string): string {
  return `${status} ${createHash("sha256").update(body).digest("base64")}`;
}
