import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import { createBodyReader } from "./body.ts";
import { decode } from "./decode.ts";
import { Trouble, type Ask, type Reply } from "./exchange.ts";
import { objectionTo } from "./gateway.ts";
import { createCoverage, standing } from "./deviation.ts";
import { configuresRequestId, createHeaders } from "./headers.ts";
import { createHealth, type Doubt } from "./health.ts";
import { createLimiter, type Turn } from "./limiter.ts";
import type { Service, Settings } from "./settings.ts";
import { excess, Failure } from "./trouble.ts";
import { networkWay, type OpenWire } from "./way.ts";
import type { Wire } from "./wire.ts";

/** Sends requests, one way for all: rate, retries, time and size limits, decoding. */
export interface Client {
  /** The answer, whatever its status; throws {@link Trouble} where none is usable. */
  send(ask: Ask): Promise<Reply>;
  /** Requests per endpoint, repetitions included. */
  counts(): Readonly<Record<string, number>>;
  requests(): number;
  retries(): number;
  waited(): number;
  /** Header fields of the request behind an answer, as a report may show them. */
  shownHeaders(reply: Reply): Readonly<Record<string, string>>;
  /** Whether the answer came from the target, by this client. */
  gave(reply: Reply): boolean;
  /** Why a service is given up; undefined while all that is asked for answers come. */
  broken(): string | undefined;
  close(): Promise<void>;
}

interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly wire: Wire;
  readonly sendsId: boolean;
}

/** Repetitions at the most, for whatever reason. */
const MOST_RETRIES = 10;
/** Bytes from which an answer is large, and how many bytes of such answers are read in a run. */
const LARGE = { from: 256 * 1024, total: 48 * 1024 * 1024 };
/** Between two looks at whether answers come again. */
const PROBE_EVERY_MS = 500;
const SERVICES: readonly Service[] = ["status", "base", "verify"];

export const OUT_OF_TIME = "the time for the whole run was used up";

/** Why a signal ended a run: the text that it was aborted with, or the end of the time. */
export function whyEnded({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : OUT_OF_TIME;
}

/** One client over the three services, with one limiter. The signal ends everything. */
export function createClient(
  settings: Settings,
  signal: AbortSignal,
  openWire: OpenWire = networkWay(settings).openWire,
): Client {
  const { limits } = settings;
  const coverage = createCoverage(settings.known);
  const limiter = createLimiter(settings.concurrency, settings.rps);
  const bases = openBases(settings, openWire);
  const headers = createHeaders(settings);
  const readBody = createBodyReader();
  const health = createHealth();
  const given = new WeakSet<Reply>();
  const counts: Record<string, number> = { ...settings.spent };
  /** What is held back for now, until the promise is fulfilled. */
  const heldBack = new Map<Doubt["scope"], Promise<void>>();
  let requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
  let retries = 0;
  let largeBytes = 0;

  /** Ended by the signal, or because the client is closed. */
  const over = new AbortController();

  function stop(): void {
    over.abort();
    for (const { wire } of bases.values()) {
      wire.stop(new Trouble(whyEnded(signal), "run"));
    }
    limiter.look();
  }
  signal.addEventListener("abort", stop, { once: true });

  function hold(ask: Ask): Promise<void> | undefined {
    return heldBack.size === 0 ? undefined : (heldBack.get(ask.service) ?? heldBack.get(ask.endpoint));
  }

  function refuse(ask: Ask): void {
    if (over.signal.aborted) {
      throw new Trouble(whyEnded(signal), "run");
    }
    const reason = health.lost(ask);
    if (reason !== undefined) {
      throw new Trouble(reason, "run");
    }
  }

  /** Waits for the turn of a request, and for the end of doubts about where it goes. */
  async function enter(ask: Ask): Promise<void> {
    const moot = (): boolean =>
      over.signal.aborted || hold(ask) !== undefined || health.lost(ask) !== undefined;
    // Verifications go one by one: their turns must not be lost, or all others would be done long before them.
    const turn: Turn = { urgent: ask.rooted === true || ask.service === "verify", moot };
    for (let started = false; !started; started = await limiter.enter(turn)) {
      await hold(ask);
      refuse(ask);
    }
  }

  async function attempt(ask: Ask): Promise<Reply> {
    const base = baseOf(ask);
    refuse(ask);
    if (hold(ask) !== undefined || !limiter.enterNow()) {
      await enter(ask);
    }
    const began = performance.now();
    try {
      const reply = await exchange(ask, base);
      health.answered(ask);
      return reply;
    } catch (error) {
      if (error instanceof Failure) {
        const doubt = health.failed(ask, error, { began, ended: performance.now() });
        if (doubt !== undefined) {
          doubtAbout(doubt, error);
        } else if (health.lost(ask) !== undefined) {
          limiter.look();
        } else if (error.kind === "busy" && !heldBack.has(ask.endpoint)) {
          holdBack(ask.endpoint, pause(error.waitMs, over.signal));
        }
      }
      throw error;
    }
  }

  function baseOf({ service }: Ask): Base {
    const base = bases.get(service);
    if (base === undefined) {
      throw new Error(`no URL was given for the ${service} service`);
    }
    return base;
  }

  /** Sends a request whose turn has come, and ends its turn. */
  async function exchange(ask: Ask, base: Base): Promise<Reply> {
    counts[ask.endpoint] = (counts[ask.endpoint] ?? 0) + 1;
    requests += 1;
    const requestId = base.sendsId ? `${settings.runId}-${requests}` : undefined;
    const path = ask.rooted === true ? ask.target : base.prefix + ask.target;
    const { method, body } = ask;
    try {
      const answer = await base.wire.send({
        ask,
        path,
        method,
        headers: headers.of(ask, requestId),
        ...(body === undefined ? {} : { body }),
        onSent: () => limiter.sent(),
      });
      const coding = answer.decoded === true ? undefined : answer.headers["content-encoding"];
      const bytes = decode(answer.bytes, coding, limits.answerBytes);
      allow(bytes.length);
      const reply: Reply = {
        ask,
        url: base.origin + path,
        prefix: base.prefix,
        status: answer.status,
        headers: answer.headers,
        body: readBody(bytes),
        ...(requestId === undefined ? {} : { requestId }),
      };
      return accept(standing(reply, coverage));
    } finally {
      limiter.leave();
    }
  }

  /** Answers are kept while clauses look at them: a target that sends only large ones must not fill the memory. */
  function allow(size: number): void {
    if (size < LARGE.from) {
      return;
    }
    if (largeBytes + size > LARGE.total) {
      throw excess(`the answer is ${size} bytes long: the run has read its fill of answers as long as that`);
    }
    largeBytes += size;
  }

  function accept(reply: Reply): Reply {
    const objection = objectionTo(reply, limits);
    if (reply.status === 429 && objection instanceof Failure) {
      limiter.backOff(objection.waitMs);
    } else {
      limiter.served();
    }
    if (objection instanceof Failure) {
      objection.reply = reply;
    }
    if (objection !== undefined) {
      throw objection;
    }
    given.add(reply);
    return reply;
  }

  /** The answer of a gateway, to a request that wants to hear of it. */
  function told(ask: Ask, error: unknown): Reply {
    const reply = error instanceof Failure && ask.gateways === "told" ? error.reply : undefined;
    if (reply === undefined || reply.status < 500) {
      throw error;
    }
    given.add(reply);
    return reply;
  }

  /** Holds back what goes to a doubtful place until it is known whether answers come from there. */
  function doubtAbout(doubt: Doubt, failure: Failure): void {
    const settled = recover(doubt, failure).then((last) => health.settle(doubt, last));
    holdBack(doubt.scope, settled);
  }

  /** Sends nothing there for a time. */
  function holdBack(scope: Doubt["scope"], time: Promise<void>): void {
    const held = time.then(() => {
      if (heldBack.get(scope) === held) {
        heldBack.delete(scope);
      }
      limiter.look();
    });
    heldBack.set(scope, held);
    limiter.look();
  }

  /** Asks one request again and again, for as long as an outage may last; gives the last failure where it stays. */
  async function recover({ scope, probe }: Doubt, first: Failure): Promise<Failure | undefined> {
    const until = performance.now() + limits.outageMs;
    const base = baseOf(probe);
    for (let failure = first; ;) {
      await pause(Math.max(PROBE_EVERY_MS, failure.waitMs), over.signal);
      const started = await limiter.enter({ urgent: true, moot: () => over.signal.aborted });
      const next = started ? await exchange(probe, base).catch((error: unknown) => error) : undefined;
      if (!(next instanceof Failure) || (scope === probe.service && next.kind !== "unreachable")) {
        return undefined;
      }
      failure = next;
      if (performance.now() >= until) {
        return failure;
      }
    }
  }

  /** Repeats what failed, as often as it is worth it. */
  async function repeat(ask: Ask, first: unknown): Promise<Reply> {
    return await pRetry((attempts) => (attempts === 1 ? Promise.reject(first) : attempt(ask)), {
      retries: MOST_RETRIES,
      minTimeout: 100,
      maxTimeout: 2_000,
      shouldRetry: ({ error, attemptNumber }) => {
        const isWorthIt = error instanceof Failure && attemptNumber <= error.again && !over.signal.aborted;
        retries += isWorthIt ? 1 : 0;
        return isWorthIt;
      },
    });
  }

  return {
    send: (ask) =>
      attempt(ask)
        .catch((error: unknown) => repeat(ask, error))
        .catch((error: unknown) => told(ask, error)),
    counts: () => counts,
    requests: () => requests,
    retries: () => retries,
    waited: () => limiter.waited(),
    shownHeaders: (reply) => headers.shown(reply),
    gave: (reply) => given.has(reply),
    broken: () => health.broken(),
    close: async () => {
      signal.removeEventListener("abort", stop);
      stop();
      limiter.close();
      await Promise.all([...bases.values()].map(({ wire }) => wire.close()));
    },
  };
}

function openBases(settings: Settings, openWire: OpenWire): ReadonlyMap<Service, Base> {
  const bases = new Map<Service, Base>();
  for (const service of SERVICES) {
    const url = settings.target.urls[service];
    if (url !== undefined) {
      const { origin, pathname } = new URL(url);
      bases.set(service, {
        origin,
        prefix: pathname.replace(/\/+$/, ""),
        wire: openWire(service, origin),
        sendsId: settings.runId !== undefined && !configuresRequestId(service, settings),
      });
    }
  }
  return bases;
}

/** Sleeps, unless the signal ends it. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
