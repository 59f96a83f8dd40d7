import { randomInt } from "node:crypto";
import type { RunResult } from "../../engine/model/results.ts";
import type { Target } from "../../engine/model/settings.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { idList } from "../../reports/words/explain.ts";
import { countOf } from "../../reports/words/numbers.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { chooseTarget } from "../../engine/target/choose-target.ts";
import type { Io } from "../terminal/io.ts";
import { findResult } from "../../engine/target/earlier.ts";
import type { RunFlags } from "../../engine/target/options.ts";
import { paceOf } from "../../engine/target/settings.ts";
import { terminationSignal } from "../running/interruption.ts";
import { firstChange, watchedIn, watchedUrls, type WatchedRequest } from "./answers.ts";
import { nextWish, type Wish } from "./keys.ts";

type Run = (flags: RunFlags, io: Io) => Promise<number>;

/** Between two looks at the target, at least; never more often than the rate of the run allows. */
const LOOK_EVERY_MS = 500;
/** Ids that a line of the status names. */
const NAMED = 5;
const CLEAR = "\u001b[2J\u001b[3J\u001b[H";

/**
 * `run --watch`: runs again on a key press, or when the target answers differently to what made clauses fail. Ends
 * with the exit code of the last run: on `q`, on a signal, and without a terminal as soon as nothing is broken.
 */
export async function watch(flags: RunFlags, io: Io, run: Run): Promise<number> {
  const target = targetOf(flags, io);
  const alarms = new Map<string, number>();
  const usual: RunFlags = { ...flags, watch: false, seed: flags.seed ?? randomInt(2 ** 31 - 1) };
  let only: readonly string[] | undefined;
  let before = "";
  for (;;) {
    const code = await run(only === undefined ? usual : { ...usual, only, skip: [] }, io);
    const result = findResult(flags.out);
    if (result === undefined || result.endedBy === "signal") {
      return code;
    }
    const failed = failedIn(result);
    // An answer that changes for nothing is one that changes while the same clauses fail.
    if (failed.join() !== before) {
      alarms.clear();
    }
    before = failed.join();
    if (only !== undefined && failed.length === 0 && result.verdict === "conforms") {
      io.out(`\n${now()} what was broken is kept now: judging everything\n`);
      only = undefined;
      continue;
    }
    const next = await wait(result, target, alarms, flags, io);
    if (next === "quit") {
      return code;
    }
    only = next === "all" || failed.length === 0 ? undefined : failed;
    io.out(io.stdout.isTTY === true ? CLEAR : "\n");
  }
}

function targetOf(flags: RunFlags, io: Io): Target {
  const chosen = chooseTarget(flags, io.env);
  if (chosen === undefined) {
    throw new CannotRun("--watch waits for a target to change: give its URL, or a target file");
  }
  return chosen.target;
}

const failedIn = ({ clauses }: RunResult): readonly string[] =>
  clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);

/** Says how things stand, and waits for a key, a change, or a signal. */
async function wait(
  result: RunResult,
  target: Target,
  alarms: Map<string, number>,
  flags: RunFlags,
  io: Io,
): Promise<Wish> {
  const notBegun = result.requests === 0;
  const wasDown = notBegun && result.endedBy === "unreachable";
  const requests = notBegun ? watchedUrls(target) : watchedIn(result, target);
  const input = io.stdin?.();
  const keys = input?.isTTY === true ? input : undefined;
  const everyMs = Math.max(LOOK_EVERY_MS, 1_000 / (flags.rps ?? paceOf(target).rps ?? Infinity));
  io.out(statusText(result, requests, everyMs, wasDown, keys !== undefined));
  if (keys === undefined && requests.length === 0) {
    return "quit";
  }
  const over = new AbortController();
  const gaze = { everyMs, requestMs: flags.requestTimeout, alarms, wasDown, signal: over.signal };
  const changed = async (): Promise<Wish> => {
    const request = await firstChange(requests, target, gaze);
    if (request === undefined) {
      return "quit"; // it was ended: somebody else has won already
    }
    if (request.clause === "") {
      io.out(`${now()} the target answers${wasDown ? "" : " in another way"}\n`);
      return "all";
    }
    alarms.set(request.url, (alarms.get(request.url) ?? 0) + 1);
    io.out(`${now()} the answer behind ${request.clause} has changed: judging what was broken\n`);
    return "failed";
  };
  try {
    return await Promise.race([
      ...(keys === undefined ? [] : [nextWish(keys, over.signal)]),
      ...(requests.length === 0 ? [] : [changed()]),
      terminationSignal(over.signal).then(() => "quit" as const),
    ]);
  } finally {
    over.abort();
  }
}

function statusText(
  result: RunResult,
  requests: readonly WatchedRequest[],
  everyMs: number,
  wasDown: boolean,
  hasKeys: boolean,
): string {
  const failed = failedIn(result);
  const notBegun = result.requests === 0;
  const broken = failed.length === 0 ? "nothing is broken" : `broken: ${idList(failed, NAMED)}`;
  const trouble = wasDown ? "the target is not there" : "the run did not begin";
  const standing = notBegun ? `${trouble}: ${oneLine(result.reason ?? "")}` : broken;
  const answers = notBegun ? "for it" : countOf(requests.length, "answer");
  const lines = [
    `${now()} ${standing}`,
    ...(requests.length === 0
      ? []
      : [`  watching ${answers}, one request every ${Math.round(everyMs / 100) / 10} s`]),
    hasKeys
      ? "  r or Enter  run everything      f  what is broken      q  quit"
      : "  no terminal: keys are not read",
  ];
  return `\n${lines.join("\n")}\n`;
}

const now = (): string => `[${new Date().toTimeString().slice(0, 8)}]`;
