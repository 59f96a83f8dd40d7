import { CannotRun } from "../../engine/target/cannot-run.ts";
import { chooseTarget, type Chosen, MEMBERS } from "../../engine/target/choose-target.ts";
import { redactMessage } from "../../engine/target/files/secrets.ts";
import type { RunFlags, TargetFlags } from "../../engine/target/options.ts";
import { prepareRun, readOrder } from "../../engine/target/prepare.ts";
import { causeOf } from "../../engine/evidence/violation.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { openSession, type Rerun } from "../../engine/run/session.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { aligned, explain, pointerText } from "../../reports/words/explain.ts";
import { serviceOf } from "../../reports/words/labels.ts";
import { countOf, duration } from "../../reports/words/numbers.ts";
import { filesNote } from "../../reports/words/run.ts";
import { paintFor, type Paint } from "../../reports/terminal/paint.ts";
import { redacted, warn, type Io } from "../terminal/io.ts";
import { readResult } from "../../engine/target/earlier.ts";
import type { Ask } from "../../engine/model/exchange.ts";
import type { Redact } from "../../engine/secrets/redact.ts";
import { operations } from "../../schemas/operations.ts";

const TARGET = ["target", "statusUrl", "baseUrl", "verifyUrl", "fault", "variant"] as const;

/** What a replay is about: one violation of an earlier result. */
interface Case {
  readonly result: RunResult;
  readonly clause: ClauseResult;
  readonly violation: Violation;
}

/** What can become of it, with the exit code and the paint that go with it. */
const ANSWERS = {
  fixed: { code: 0, paint: "good" },
  "still fails": { code: 1, paint: "bad" },
  different: { code: 1, paint: "bad" },
  "could not run": { code: 2, paint: "warn" },
} as const;

interface Replayed {
  readonly answer: keyof typeof ANSWERS;
  readonly violation?: Violation;
  readonly reason?: string;
}

/** A target under repair is not waited for. */
const IMPATIENT = { retries: 1, maxOutage: 0 };
const MOST_PATIENCE_MS = 5_000;

/** `run --replay ID`: sends the smallest failing exchange of an earlier result again. Gives the exit code. */
export async function replay(id: string, flags: RunFlags, io: Io): Promise<number> {
  const earlier = caseOf(id, flags.out);
  // What stands in the environment may be meant for other runs.
  const isNamed = TARGET.some((member) => flags[member] !== undefined);
  const asked = isNamed ? flags : recordedTarget(earlier.result);
  const isReference = asked.fault !== undefined || asked.variant !== undefined;
  if (!isReference && (isNamed || earlier.result.embedded !== true)) {
    return await replayAt(earlier, targetOf(earlier, asked, flags, io), flags, io);
  }
  const { withReference } = await import("../running/reference.ts");
  return await withReference(asked, async (own) => await replayAt(earlier, own, flags, io));
}

/** What the earlier run was told of its target; the URLs of services, as far as its result tells them whole. */
function recordedTarget({ embedded, invocation, target }: RunResult): TargetFlags {
  if (embedded === true && invocation === undefined) {
    throw new CannotRun(
      "this result of the embedded reference does not say which fault it had: run again, or give --fault",
    );
  }
  const { options = {} } = invocation ?? {};
  const told = TARGET.flatMap((name) => (typeof options[name] === "string" ? [[name, options[name]]] : []));
  const urls = Object.entries(embedded === true ? {} : target).filter(([, url]) => !url.includes("***"));
  return Object.fromEntries([...told, ...urls]);
}

/** Whom to ask: the service that the result came from, unless the command line names another. */
function targetOf({ clause, result }: Case, asked: TargetFlags, { out }: RunFlags, io: Io): Chosen {
  const chosen = chooseTarget(asked, io.env);
  const service = serviceOf(clause.endpoint);
  if (chosen?.target.urls[service] === undefined) {
    const files = filesNote(result);
    const from = files === undefined ? "this result" : `this result, judged from ${files},`;
    throw new CannotRun(
      `${out}: ${from} does not tell the URL of the ${service} service: give it, with --${service}-url or --target`,
    );
  }
  warn(redacted(io, redactMessage(chosen.secrets)), chosen.warnings ?? []);
  return chosen;
}

function caseOf(id: string, out: string): Case {
  const result = readResult(out);
  const clause = result.clauses.find((one) => one.id === id);
  if (clause === undefined) {
    throw new CannotRun(`${out}: the clause ${JSON.stringify(id)} is not in this result: see clauses`);
  }
  const [violation] = clause.violations.toSorted(
    (a, b) => Number(a.known !== undefined) - Number(b.known !== undefined) || sizeOf(a) - sizeOf(b),
  );
  if (violation === undefined) {
    throw new CannotRun(`${out}: the clause ${id} did not fail in this result: it is ${clause.outcome}`);
  }
  return { result, clause, violation };
}

const sizeOf = ({ request }: Violation): number => request.url.length + (request.body?.length ?? 0);

async function replayAt(earlier: Case, given: Chosen, flags: RunFlags, io: Io): Promise<number> {
  const { result, clause, violation } = earlier;
  const recorded = result.invocation?.options["profile"];
  const profile = flags.profile.length > 0 || typeof recorded !== "object" ? flags.profile : recorded;
  const order = await readOrder({ only: [clause.id], profile });
  const { settings, redact } = prepareRun(
    order,
    {
      ...IMPATIENT,
      ...flags,
      requestTimeout: Math.min(flags.requestTimeout, MOST_PATIENCE_MS),
      seed: result.seed,
      level: result.level,
    },
    given,
  );
  const started = performance.now();
  const session = openSession({ ...settings, known: [] }, order.catalogue, () => undefined);
  try {
    const ask = requestAgain(earlier, settings, redact);
    if (result.files !== undefined && order.catalogue.asking.some(({ id }) => id === clause.id)) {
      throw new CannotRun(
        `${clause.id} was judged from recorded answers, and asks for others by itself: judge it with --only ${clause.id}`,
      );
    }
    const again = await session.repeat(clause.id, violation.path, ask);
    const replayed = answerTo(violation, again);
    const took = performance.now() - started;
    const at = Object.values(settings.target.urls).join(", ");
    io.out(redact(replayText(earlier, replayed, at, took, paintFor(io.stdout, io.env))));
    if (replayed.answer === "could not run") {
      io.err(`ledger-conformance: could not run: ${oneLine(redact(replayed.reason ?? ""))}\n`);
    }
    return ANSWERS[replayed.answer].code;
  } finally {
    await session.close();
  }
}

/** What comes now, beside what came then. */
function answerTo(then: Violation, again: Rerun): Replayed {
  if ("undecided" in again) {
    return { answer: "could not run", reason: again.undecided };
  }
  const [first] = again.violations;
  const same = again.violations.find((now) => causeOf(now) === causeOf(then));
  if (same !== undefined) {
    return { answer: "still fails", violation: same };
  }
  return first === undefined ? { answer: "fixed" } : { answer: "different", violation: first };
}

function replayText(earlier: Case, replayed: Replayed, at: string, took: number, paint: Paint): string {
  const { clause, violation: then, result } = earlier;
  const { answer, violation, reason } = replayed;
  const others = clause.violations.length - 1;
  const before = `${oneLine(then.actual)} at ${pointerText(then.pointer)}`;
  const lines = [
    `${paint.bold(clause.id)}  ${paint[ANSWERS[answer].paint](answer)}  ${paint.dim(duration(took))}`,
    ...aligned([
      ...(violation === undefined ? explain(clause, then).slice(0, 2) : explain(clause, violation)),
      ...(answer === "different" ? [{ label: "before", text: before }] : []),
      ...(reason === undefined ? [] : [{ label: "reason", text: oneLine(reason) }]),
      { label: "seed", text: `${result.seed}, at ${at}` },
    ]),
  ];
  const rest = `  and ${countOf(others, "other violation")} of this clause: --only ${clause.id} asks for all of them`;
  return `${[...lines, ...(others > 0 ? [rest] : [])].join("\n")}\n`;
}

/** What a result shows in place of a secret, or of the rest of a long text. */
const NOT_KEPT = /\*\*\*|…$/;

/**
 * The request behind a violation, for the target as it is now. Undefined where the result did not keep it whole:
 * then only a clause that makes its own requests can be asked again.
 */
function requestAgain(earlier: Case, settings: Settings, redact: Redact): Ask | undefined {
  const { endpoint } = earlier.clause;
  const { request } = earlier.violation;
  const { service, method } = operations[endpoint];
  const place = placeOf(request.url, earlier.result.target[MEMBERS[service]]);
  const body = bodyAgain(request.body, settings, redact);
  if (place === undefined || NOT_KEPT.test(request.url) || body === undefined) {
    return undefined;
  }
  return { endpoint, service, method, ...place, expects: "success", ...(body === null ? {} : { body }) };
}

/** The path behind the URL that the service had then; from the origin where it was asked elsewhere. */
function placeOf(url: string, base: string | undefined): Pick<Ask, "target" | "rooted"> | undefined {
  if (base === undefined || !URL.canParse(base)) {
    return undefined;
  }
  if (url.startsWith(`${base}/`)) {
    return { target: url.slice(base.length) };
  }
  const { origin } = new URL(base);
  return url.startsWith(`${origin}/`) ? { target: url.slice(origin.length), rooted: true } : undefined;
}

/** The body, with the key of the sample that it was made of. */
function bodyAgain(body: string | null, { target }: Settings, redact: Redact): string | null | undefined {
  if (body === null || !NOT_KEPT.test(body)) {
    return body;
  }
  const samples = target.samples.verifications ?? [];
  return samples.map((sample) => JSON.stringify(sample)).find((text) => redact(text) === body);
}
