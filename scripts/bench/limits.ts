// What the suite promises of latency, memory and rate, measured.
import type { Level } from "../../engine/settings.ts";
import { askOnce, startChild } from "./children.ts";
import type { Hunt } from "./sample.ts";
import type { JudgingDone, JudgingOrder, ServerOrder } from "./messages.ts";

/** Milliseconds that every answer takes where latency is measured. */
export const LATENCY_MS = 20;
/** Generated cases where memory is measured: of one property, and of every property of an endpoint. */
export const MANY = [
  { cases: 100_000, only: "4.6-time-refused" },
  { cases: 10_000, only: "4.3" },
] as const;
/** Generated cases where the CPU of a long run is measured, and of which properties. */
export const LONG = { cases: 3_000, only: "4.3" };
/** Requests per second where the rate is measured, and of what. */
export const RATE = { rps: 20, only: "4.5" };

export interface Latency {
  readonly requests: number;
  /** By the clock on the wall, other work on the machine included. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Without the time that the suite and the machine took: waiting for answers, and nothing else. */
  readonly waitedMs: number;
}

export interface Memory {
  readonly cases: number;
  readonly only: string;
  readonly requests: number;
  readonly peakMb: number;
}

/** CPU of a long run, and of undici alone with the same requests. */
export interface Long {
  readonly requests: number;
  readonly cpuMs: number;
  readonly bareCpuMs: number;
}

export interface Gentle {
  readonly requests: number;
  readonly seconds: number;
  /** The most in any second, at the target. */
  readonly most: number;
}

/** A run whose answers take long. */
export async function measureLatency(level: Level, seed: number): Promise<Latency> {
  const { done, requests } = await judgeApart({ level, seed }, { latencyMs: LATENCY_MS });
  const still = await judgeApart({ level, seed, slowMs: LATENCY_MS }, {});
  return { requests, wallMs: done.wallMs, cpuMs: done.cpuMs, waitedMs: still.done.waitedMs };
}

/** Very many cases. */
export async function measureMemory(seed: number): Promise<readonly Memory[]> {
  const all: Memory[] = [];
  for (const many of MANY) {
    const { done, requests } = await judgeApart({ level: "standard", seed, ...many }, {});
    all.push({ ...many, requests, peakMb: done.peakMb });
  }
  return all;
}

/** A long run and undici alone, side by side against one server. */
export async function measureLong(seed: number, concurrency: number): Promise<Long> {
  const server = startChild("server");
  try {
    const { target } = await server.ask({ order: "tell" });
    const order = { target, level: "standard", seed, ...LONG } as const;
    const { recorded } = await askOnce("judging", { ...order, record: true });
    const { cpuMs } = await askOnce("judging", { ...order, record: false });
    const bare = await askOnce("bare", { requests: recorded, concurrency });
    return { requests: recorded.length, cpuMs, bareCpuMs: bare.cpuMs };
  } finally {
    server.stop();
  }
}

/** A run at a low rate, counted where it arrives. */
export async function measureRate(seed: number): Promise<Gentle> {
  const { done, requests, most } = await judgeApart({ level: "standard", seed, ...RATE }, {});
  return { requests, seconds: done.wallMs / 1_000, most };
}

/** Judges the reference with each fault, one after the other; a fault is found where a clause fails. */
export async function huntWithSuite(
  faults: readonly string[],
  seed: number,
  tell: (text: string) => void,
): Promise<Hunt> {
  const found: string[] = [];
  let [requests, seconds] = [0, 0];
  for (const [index, fault] of faults.entries()) {
    tell(`the suite, fault ${index + 1} of ${faults.length}\n`);
    const started = performance.now();
    const judged = await judgeApart({ level: "standard", seed }, { fault });
    seconds += (performance.now() - started) / 1_000;
    requests += judged.requests;
    found.push(...(judged.done.failed.length > 0 ? [fault] : []));
  }
  return { requests, seconds, found };
}

interface Apart {
  readonly done: JudgingDone;
  readonly requests: number;
  readonly most: number;
}

/** Judges in one new process what another one serves. */
async function judgeApart(
  order: Omit<JudgingOrder, "target" | "record">,
  how: Omit<ServerOrder, "order">,
): Promise<Apart> {
  const server = startChild("server");
  const judges = startChild("judging");
  try {
    const { target } = await server.ask({ order: "tell", ...how });
    const done = await judges.ask({ ...order, target, record: false });
    const { requests, mostInASecond } = await server.ask({ order: "tell" });
    return { done, requests, most: mostInASecond };
  } finally {
    server.stop();
    judges.stop();
  }
}
