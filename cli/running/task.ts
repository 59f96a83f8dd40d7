import { CannotRun, OWN_FAULT } from "../../engine/target/cannot-run.ts";
import { chooseTarget, targetOfFile, type Chosen } from "../../engine/target/choose-target.ts";
import type { TargetFile } from "../../engine/target/files/target-schema.ts";
import { runInvocation } from "../../engine/target/invocation.ts";
import { RUN_DEFAULTS, type RunFlags } from "../../engine/target/options.ts";
import { headerOf, prepareRun, type Prepared } from "../../engine/target/prepare.ts";
import { recognisedOrder } from "../../engine/target/recognise.ts";
import type { Invocation } from "../../engine/model/results.ts";
import { clauseLines, introText, plannedRequests, planText } from "../plan/plan.ts";
import { shardInfo, shareOf } from "../shards/share.ts";
import { judgeAndReport } from "./judge.ts";
import { readRecorded, recordedText, startRecording } from "./recorded-run.ts";
import type { Thread } from "./thread.ts";
import { redacted, warn, type Io } from "../terminal/io.ts";
import { readEarlier, withEarlier } from "../../engine/target/earlier.ts";
import { messageOf } from "../../engine/model/file-trouble.ts";

/** Stands for the embedded reference in a plan, before it is started. */
const NOT_STARTED: TargetFile = {
  statusUrl: "http://127.0.0.1",
  baseUrl: "http://127.0.0.1",
  verifyUrl: "http://127.0.0.1",
  samples: {
    accountIds: ["0.0.1"],
    topicMessageTimestamps: ["1.0"],
    contractResults: ["0.0.1-1-1"],
    contracts: ["0.0.1"],
    verifications: [{ address: "0x1", chainId: "1" }],
  },
};

type Task = Awaited<ReturnType<typeof check>>;

/** Prints what a run would judge; asks nothing. */
export async function showPlan(flags: RunFlags, io: Io): Promise<0> {
  const task = await check(flags, io);
  const { order, chosen } = task;
  if (flags.list) {
    io.out(clauseLines(order.selected));
    return 0;
  }
  const reference = targetOfFile({ file: NOT_STARTED, secrets: [] });
  const { settings, redact, suite } = prepare(task, chosen ?? reference);
  const intro = introText(settings, suite.version, chosen === undefined);
  io.out(redact(intro + planText(order.catalogue, order.selected, settings)));
  return 0;
}

/** Judges the target that was ordered, or without one the embedded reference. Gives the exit code. */
export async function judgeOrdered(flags: RunFlags, io: Io, thread: Thread): Promise<number> {
  const task = await check(flags, io);
  const { chosen, recorded } = task;
  if (chosen !== undefined) {
    return await judge(task, chosen, thread, recorded === undefined);
  }
  const { withReference } = await import("./reference.ts");
  return await withReference(task.flags, async (own) => await judge(task, own, thread, false));
}

/** Undefined are: the target of the reference, the recording of a run that asks, the share of a whole run. */
async function check(given: RunFlags, io: Io) {
  const earlier = readEarlier(given, (line) => warn(io, [line]));
  const recorded = given.replayFrom === undefined ? undefined : readRecorded(given.replayFrom, given);
  const target = chooseTarget(given, io.env) ?? recorded?.chosen;
  if (target === undefined && given.profile.length > 0) {
    throw new CannotRun("--profile describes a target: give its URL, with --base-url or another");
  }
  const asks = !given.list && !given.dryRun && recorded === undefined;
  const { order: all, flags, chosen, told } = await recognisedOrder(recorded?.flags ?? given, target, asks);
  // A command line that selects none means the clauses that the recorded run judged.
  const selectsNone = given.only.length + given.skip.length === 0;
  const selected = all.selected.filter(({ id }) => !selectsNone || (recorded?.judged(id) ?? true));
  const share = shareOf(flags, selected, all.catalogue);
  const order = { ...all, known: withEarlier(all.known, earlier), selected: share?.clauses ?? selected };
  return { flags, io, order, previous: earlier.previous, chosen, recorded, share, told };
}

function prepare({ order, flags, share, io }: Task, chosen: Chosen): Prepared {
  const prepared = prepareRun(order, flags, chosen, share?.share);
  warn(io, prepared.warnings);
  return prepared;
}

async function judge(task: Task, chosen: Chosen, thread: Thread, foreign: boolean): Promise<number> {
  const { flags, io, order, previous, share, recorded, told } = task;
  const prepared = prepare(task, chosen);
  const { settings, redact, suite } = prepared;
  const program = io.env["npm_lifecycle_event"] === "start" ? "npm start --" : `${suite.name} run`;
  const invoked = (words: RunFlags): Invocation => runInvocation(program, words, settings, chosen, redact);
  const { shard: _shard, ...whole } = { ...flags, out: RUN_DEFAULTS.out };
  const embedded = task.chosen === undefined;
  const source = recorded === undefined ? "" : recordedText(flags.replayFrom ?? "", recorded);
  try {
    startRecording(settings, suite, order.catalogue.clauses.length, redact);
    return await judgeAndReport({
      thread,
      header: headerOf({
        ...prepared,
        plan: order.selected,
        strict: flags.strict,
        embedded,
        invocation: invoked(flags),
        shard: share && shardInfo(share, settings, flags, { invocation: invoked(whole), embedded, redact }),
      }),
      settings,
      redact,
      io: redacted(io, redact),
      intro:
        introText(settings, suite.version, embedded) +
        source +
        told.map((line) => `  ${line}\n`).join("") +
        planText(order.catalogue, order.selected, settings),
      planned: plannedRequests(order.catalogue, order.selected, settings),
      foreign,
      previous,
      allure: flags.allure,
    });
  } catch (error) {
    const message = messageOf(error);
    // Whatever went wrong may speak of a header or a URL.
    throw new CannotRun(redact(error instanceof CannotRun ? message : `${OWN_FAULT}: ${message}`));
  }
}
