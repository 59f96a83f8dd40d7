import { filesUnder } from "./own.ts";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Attack } from "../hostile/attacks/attack.ts";
import { startAttacker, type Attacker } from "../hostile/attacks/server.ts";
import { leaksIn } from "../secrets/encodings.ts";
import { resultIn } from "../valid-results.ts";
import { trueOf } from "./defined.ts";
import { startProcess, type Ended } from "./processes.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = here("../../dist/cli/main.js");
const MEASURE = here("measure.mjs");

/** Limits of an attacked run: shorter than by default, so that all attacks take at most an hour. */
const LIMITS = { requestMs: 3_000, runMs: 60_000 };
/** The endpoints that are tested by default: a list, a record, and one of each other service. */
const DAILY = ["tokens", "contractResult", "networkFees", "statusSummary", "verify"];
export const DEADLINE_S = 120;
const MOST_MB = 300;

/** Secrets that are sent to an attack; none may appear in an output. */
const SECRET = { TOKEN: 'tok-Qz7kWv;p9,"%/+<Xj9pLm&\\8==Zq7', KEY: "päss-wörd-0815-Kx!" } as const;
const API_KEY = "key/with+signs==and-more-4711";
const SECRETS = [...Object.values(SECRET), API_KEY];

interface Wanted {
  readonly level?: "smoke" | "standard";
  /** Interrupts the run this many milliseconds after its first request. */
  readonly interruptMs?: number;
}

/** Attacks a run of the command line, and returns the properties that did not hold. */
export async function attackRun(attack: Attack, wanted: Wanted): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "attack-"));
  const attacker = await startAttacker(attack.act);
  try {
    return await attackedRun(attacker, folder, wanted);
  } finally {
    await attacker.close();
    rmSync(folder, { recursive: true });
  }
}

async function attackedRun(attacker: Attacker, folder: string, wanted: Wanted): Promise<readonly string[]> {
  const out = join(folder, "out");
  const measures = join(folder, "measures.json");
  const argv = ["--import", MEASURE, ...wordsOf(attacker, folder, out, wanted)];
  const env = { PATH: process.env["PATH"], MEASURE_TO: measures, ...SECRET };
  const { process: child, ended } = startProcess(process.execPath, argv, { env });
  const overdue = setTimeout(() => child.kill("SIGKILL"), DEADLINE_S * 1_000);
  const interruption = interrupting(child, attacker, wanted.interruptMs);
  const seen = await ended;
  clearTimeout(overdue);
  clearInterval(interruption.timer);
  const { peakMb } = existsSync(measures) ? JSON.parse(readFileSync(measures, "utf8")) : { peakMb: 0 };
  return [
    ...problemsOf(seen, out),
    ...trueOf({ [`it took ${peakMb} MB`]: peakMb > MOST_MB, "another host": attacker.elsewhere() > 0 }),
    ...interruption.problems(),
  ];
}

/** Interrupts a run some time after its first request, and returns whether it ended in time. */
function interrupting(child: ChildProcess, attacker: Attacker, afterMs = Infinity) {
  let [first, sent, ended] = [Infinity, Infinity, 0];
  child.once("exit", () => (ended = performance.now()));
  const timer = setInterval(() => {
    first = attacker.requests() > 0 ? Math.min(first, performance.now()) : first;
    if (sent === Infinity && performance.now() - first > afterMs) {
      sent = performance.now();
      child.kill("SIGINT");
    }
  }, 20);
  const problems = (): readonly string[] =>
    ended - sent > 2_000 ? [`it took ${Math.round(ended - sent)} ms to end at an interrupt`] : [];
  return { timer, problems };
}

function wordsOf({ target }: Attacker, folder: string, out: string, { level }: Wanted): readonly string[] {
  const path = join(folder, "target.json");
  const verifications = target.samples.verifications.map((sample) => ({ ...sample, apiKey: API_KEY }));
  const key = { "x-key": "${KEY}" };
  const headers = { status: key, base: { authorization: "Bearer ${TOKEN}" }, verify: key };
  const content = { ...target, headers, samples: { ...target.samples, verifications } };
  writeFileSync(path, JSON.stringify(content));
  const limits = { "request-timeout": LIMITS.requestMs, "run-timeout": LIMITS.runMs };
  const options = { target: path, out, seed: 1, level: level ?? "standard", ...limits };
  const only = (level === "smoke" ? DAILY : []).flatMap((endpoint) => ["--only", endpoint]);
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return [PROGRAM, "run", ...named, ...only];
}

/** The properties that hold for every attacked run. */
function problemsOf({ code, out: said, err }: Ended, out: string): readonly string[] {
  const streams = Object.entries({ stdout: said, stderr: err });
  const leaks = [...(existsSync(out) ? filesUnder(out) : []), ...streams].flatMap(([name, text]) =>
    leaksIn(text, SECRETS).map((leak) => `a secret in ${name}: ${leak}`),
  );
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  const harmful = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|^\s*::|^\s+at .*:\d+\)?$/mu;
  return [
    ...leaks,
    ...(code === null || code > 2 ? [`it ended with ${code}: ${err.slice(-500)}`] : []),
    ...streams
      .filter(([, text]) => harmful.test(text))
      .map(([name, text]) => `${name} has a control character, a command or a trace: ${text.slice(0, 500)}`),
    ...problemsIn(out),
  ];
}

function problemsIn(out: string): readonly string[] {
  try {
    const { clauses, level } = resultIn(out);
    const own = clauses.filter(({ code }) => code === "suiteFailed");
    return trueOf({
      [`the result tells of ${clauses.length} clauses`]: clauses.length < (level === "smoke" ? 150 : 400),
      [`a fault of our own: ${own[0]?.id} ${own[0]?.reason}`]: own.length > 0,
    });
  } catch (error) {
    return [`no valid result: ${String(error).slice(0, 300)}`];
  }
}
