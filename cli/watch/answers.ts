import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Wire } from "../../engine/http/connection.ts";
import { createHeaders } from "../../engine/http/headers.ts";
import { networkWay } from "../../engine/http/transport.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { Ask } from "../../engine/model/exchange.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { DEFAULT_LIMITS, type Target } from "../../engine/model/settings.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { serviceOf } from "../../reports/words/labels.ts";

/** A request whose answer made a clause fail: a change of it may mean that the clause is kept now. */
export interface WatchedRequest {
  readonly clause: string;
  readonly url: string;
  readonly ask: Ask;
  /** What the run got, where the result holds the whole of it. */
  readonly answered?: { readonly status: number; readonly body: string };
}

interface Gaze {
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
export function watchedIn({ clauses, bodyCutAt = 0 }: RunResult, target: Target): readonly WatchedRequest[] {
  const requests = clauses
    .filter(({ outcome }) => outcome === "fail")
    .flatMap((clause) => clause.violations.map((violation) => ({ clause, violation })))
    .filter(({ violation: { request } }) => request.method === "GET" && !request.url.includes("***"))
    .toSorted((a, b) => a.violation.response.body.length - b.violation.response.body.length)
    .map(({ clause, violation }) => watched(clause, violation, target, bodyCutAt));
  return [...new Map(requests.map((item) => [item.url, item])).values()].slice(0, MOST);
}

/** Where the target is looked for when it was not there. */
export function watchedUrls({ urls }: Target): readonly WatchedRequest[] {
  return SERVICE_NAMES.flatMap((service) => {
    const url = urls[service];
    const endpoint = ENDPOINT_NAMES.find((name) => serviceOf(name) === service);
    return url === undefined || endpoint === undefined
      ? []
      : [{ clause: "", url, ask: askFor(endpoint, url, false) }];
  });
}

function askFor(endpoint: Endpoint, url: string, bare: boolean): Ask {
  return {
    endpoint,
    service: serviceOf(endpoint),
    method: "GET",
    target: url.slice(new URL(url).origin.length) || "/",
    rooted: true,
    expects: "open",
    ...(bare ? { bare } : {}),
  };
}

/** A request that was sent without the configured headers is sent without them again. */
function watched(
  clause: ClauseResult,
  { request, response: { status, body } }: Violation,
  target: Target,
  bodyCutAt: number,
): WatchedRequest {
  const sent = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const shown = createHeaders({ target }).shown({ ask: askFor(clause.endpoint, request.url, false) });
  const bare = Object.keys(shown).some((name) => !sent.has(name.toLowerCase()));
  const isWhole = body.length < bodyCutAt && !body.includes("***");
  return {
    clause: clause.id,
    url: request.url,
    ask: askFor(clause.endpoint, request.url, bare),
    ...(isWhole ? { answered: { status, body } } : {}),
  };
}

/** Asks in turn until an answer changes, and gives that request; undefined when the signal ends it. */
export async function firstChange(
  requests: readonly WatchedRequest[],
  target: Target,
  { everyMs, requestMs, alarms, wasDown, signal }: Gaze,
): Promise<WatchedRequest | undefined> {
  const limits = { ...DEFAULT_LIMITS, requestMs, answerBytes: MOST_BYTES, retries: 0 };
  const { openWire } = networkWay({ concurrency: 1, limits, target, secrets: [] });
  const looks = requests.map((request) => {
    return { request, wire: openWire(request.ask.service, new URL(request.url).origin) };
  });
  const headers = createHeaders({ target });
  signal.addEventListener("abort", () =>
    looks.forEach(({ wire }) => wire.stop(new Error("nobody looks any more"))),
  );
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
    for (let turn = 0; looks.length > 0 && !signal.aborted; turn += 1) {
      const { request, wire } = looks[turn % looks.length] ?? {};
      if (request !== undefined && wire !== undefined) {
        const isRestless = (alarms.get(request.url) ?? 0) >= FALSE_ALARMS;
        const now = await answerOf(request.ask, headers.of(request.ask, undefined), wire, isRestless);
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
    await Promise.all(looks.map(({ wire }) => wire.close()));
  }
}

/** What an answer is, in few characters; its status alone where the body changes by itself. */
async function answerOf(ask: Ask, headers: string[], wire: Wire, isRestless: boolean): Promise<string> {
  const { method, target: path } = ask;
  try {
    const { status, bytes } = await wire.send({ ask, path, method, headers, onSent: () => undefined });
    return digestOf(status, isRestless ? "" : bytes);
  } catch {
    return DOWN;
  }
}

const digestOf = (status: number, body: string | Uint8Array): string =>
  `${status} ${createHash("sha256").update(body).digest("base64")}`;
