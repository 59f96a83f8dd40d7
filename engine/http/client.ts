import { openBases, type Base } from "./bases.ts";
import { createBodyReader } from "../message/body.ts";
import { decode } from "../message/decode.ts";
import { endedBy } from "./ended.ts";
import { Trouble, type Ask, type Reply } from "../model/exchange.ts";
import { createFill } from "../message/fill.ts";
import { objectionTo } from "./upstream.ts";
import { createCoverage, standing } from "../message/known-deviations.ts";
import { createHeaders } from "./headers.ts";
import { createHealth, type Doubt } from "../pacing/circuit-breaker.ts";
import { createLimiter, type Turn } from "../pacing/limiter.ts";
import { beforeRepeating, isWorthRepeating, pause } from "../pacing/pause.ts";
import { createPatience } from "../pacing/patience.ts";
import type { Settings } from "../model/settings.ts";
import { Failure, isOwn } from "../message/errors.ts";
import { networkWay, type OpenWire } from "./transport.ts";

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

/** Between two looks at whether answers come again, and at how long none has come. */
const PROBE_EVERY_MS = 500;

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
  const allow = createFill();
  const health = createHealth();
  const given = new WeakSet<Reply>();
  const patience = createPatience(limits.requestMs + limits.outageMs / 2);
  const counts: Record<string, number> = { ...settings.spent };
  /** What is held back for now, until the promise is fulfilled. */
  const heldBack = new Map<Doubt["scope"], Promise<void>>();
  let requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
  let retries = 0;

  function stop(): void {
    for (const { wire, over } of bases.values()) {
      over.abort();
      wire.stop(endedBy(signal));
    }
    limiter.look();
  }
  signal.addEventListener("abort", stop, { once: true });

  /** Gives up what is asked and gives nothing: also what is under way there ends. */
  function lookAtPatience(): void {
    for (const [service, { wire, over }] of bases) {
      const reason = over.signal.aborted ? undefined : patience.spent(service);
      if (reason !== undefined) {
        health.giveUp(service, reason);
        over.abort();
        wire.stop(new Trouble(reason, "run"), service);
        limiter.look();
      }
    }
  }
  const impatience = setInterval(lookAtPatience, PROBE_EVERY_MS);
  impatience.unref();

  function hold(ask: Ask): Promise<void> | undefined {
    return heldBack.size === 0 ? undefined : (heldBack.get(ask.service) ?? heldBack.get(ask.endpoint));
  }

  function refuse(ask: Ask): void {
    const reason = health.lost(ask);
    if (reason !== undefined) {
      throw new Trouble(reason, "run");
    }
    if (isOver(ask)) {
      throw endedBy(signal);
    }
  }

  const isOver = (ask: Ask): boolean => baseOf(ask).over.signal.aborted;

  /** Waits for the turn of a request, and for the end of doubts about where it goes. */
  async function enter(ask: Ask): Promise<void> {
    const moot = (): boolean => isOver(ask) || hold(ask) !== undefined || health.lost(ask) !== undefined;
    // Verifications go one by one: their turns must not be lost, or all others would be done long before them.
    const turn: Turn = { urgent: ask.rooted === true || ask.service === "verify", moot };
    for (let started = false; !started; started = await limiter.enter(turn)) {
      await hold(ask);
      refuse(ask);
    }
  }

  async function attempt(ask: Ask): Promise<Reply> {
    const base = baseOf(ask);
    await patience.enter(ask);
    try {
      return await attemptNow(ask, base);
    } finally {
      patience.leave(ask);
    }
  }

  async function attemptNow(ask: Ask, base: Base): Promise<Reply> {
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
        noteFailure(ask, error, began);
      }
      throw error;
    }
  }

  function noteFailure(ask: Ask, failure: Failure, began: number): void {
    const doubt = health.failed(ask, failure, { began, ended: performance.now() });
    if (doubt !== undefined) {
      doubtAbout(doubt, failure);
    } else if (health.lost(ask) !== undefined) {
      limiter.look();
    } else if (failure.kind === "busy" && failure.waitMs > 0 && !heldBack.has(ask.endpoint)) {
      holdBack(ask.endpoint, pause(failure.waitMs, baseOf(ask).over.signal));
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
    const ended = patience.asked(ask);
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
      const accepted = accept(standing(reply, coverage));
      ended();
      return accepted;
    } catch (error) {
      // A redirect is an answer of the target too: it comes at once, and is asked for once.
      ended(error instanceof Failure ? error : undefined);
      throw error;
    } finally {
      limiter.leave();
    }
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

  /** The answer of a gateway, to a request that wants to hear of it, or an error that the service itself tells. */
  async function told(ask: Ask, error: unknown): Promise<Reply> {
    const last = error instanceof Failure && ask.gateways === "told" ? error.reply : undefined;
    const reply = last ?? (await ownError(ask, error));
    if (reply === undefined || reply.status < 500) {
      throw error;
    }
    given.add(reply);
    return reply;
  }

  /** An error in the form of the document that stays, while the service answers what it answered before. */
  async function ownError(ask: Ask, error: unknown): Promise<Reply | undefined> {
    const other = isOwn(error) ? health.lastAnswered(ask) : undefined;
    const answered = other === undefined ? undefined : await attempt(other).catch(() => undefined);
    return answered !== undefined && isOwn(error) ? error.reply : undefined;
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
  async function recover({ probe }: Doubt, first: Failure): Promise<Failure | undefined> {
    const until = performance.now() + limits.outageMs;
    const base = baseOf(probe);
    for (let failure = first; ;) {
      await pause(Math.max(PROBE_EVERY_MS, failure.waitMs), base.over.signal);
      const started = await limiter.enter({ urgent: true, moot: () => isOver(probe) });
      const next = started ? await exchange(probe, base).catch((error: unknown) => error) : undefined;
      const isReached = first.kind === "unreachable" && next instanceof Failure && next.kind !== first.kind;
      if (!(next instanceof Failure) || isReached) {
        return undefined;
      }
      failure = next;
      if (performance.now() >= until) {
        return failure;
      }
    }
  }

  /** The answer, asked for again as often as what failed is worth it. */
  async function send(ask: Ask): Promise<Reply> {
    const { service } = ask;
    patience.wanted(service);
    try {
      for (let repeated = 0; ; repeated += 1) {
        try {
          return await attempt(ask);
        } catch (error) {
          if (!isWorthRepeating(error, repeated) || isOver(ask)) {
            throw error;
          }
          retries += 1;
          await pause(beforeRepeating(error, repeated), baseOf(ask).over.signal);
        }
      }
    } finally {
      patience.left(service);
    }
  }

  return {
    send: (ask) => send(ask).catch((error: unknown) => told(ask, error)),
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
      clearInterval(impatience);
      limiter.close();
      await Promise.all([...bases.values()].map(({ wire }) => wire.close()));
    },
  };
}
