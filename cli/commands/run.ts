import { loadCatalogue, type Catalogue, type ClauseInfo } from "../../engine/load.ts";
import { createRedact, type Redact } from "../../engine/redact.ts";
import type { RunResult } from "../../engine/results.ts";
import type { KnownDeviation } from "../../engine/deviation-model.ts";
import type { Settings } from "../../engine/settings.ts";
import { applyProfiles } from "../../config/apply-profiles.ts";
import { CannotRun } from "../../config/cannot-run.ts";
import { ciOf } from "../terminal/ci.ts";
import { chooseTarget, targetOfFile, type Chosen } from "../../config/choose-target.ts";
import { warningLines, type Io } from "../terminal/io.ts";
import { judgeAndReport } from "../running/judge.ts";
import { readKnownFile } from "../../config/files/known-file.ts";
import { packageInfo } from "../../config/package-info.ts";
import { readProfiles, type Profile } from "../../config/files/profile.ts";
import { clauseLines, introText, planText } from "../plan/plan.ts";
import { findResult } from "../terminal/read-result.ts";
import {
  readRecorded,
  recordedSelection,
  recordedText,
  startRecording,
  type Recorded,
} from "../running/recorded-run.ts";
import { RUN_DEFAULTS, type RunFlags } from "../../config/run-flags.ts";
import { guard } from "../../config/files/secrets.ts";
import { select } from "../../config/selection.ts";
import { commandLine, settingsFor } from "../../config/settings.ts";
import { shardInfo, shareOf, type ChosenShare } from "../plan/share.ts";
import { secretsOf } from "../../config/files/target-file.ts";

/** Stands for the embedded reference in a plan, before it is started. */
const NOT_STARTED: Chosen = {
  target: {
    urls: { status: "http://127.0.0.1", base: "http://127.0.0.1", verify: "http://127.0.0.1" },
    headers: { status: {}, base: {}, verify: {} },
    parameters: {},
    samples: {
      accountIds: ["0.0.1"],
      topicMessageTimestamps: ["1.0"],
      contractResults: ["0.0.1-1-1"],
      contracts: ["0.0.1"],
      verifications: [{ address: "0x1", chainId: "1" }],
    },
  },
  secrets: [],
  options: [],
};

/** What was ordered on the command line, checked. */
interface Order {
  readonly flags: RunFlags;
  readonly io: Io;
  readonly catalogue: Catalogue;
  readonly selected: readonly ClauseInfo[];
  readonly known: readonly KnownDeviation[];
  readonly profiles: readonly Profile[];
  readonly previous: RunResult | undefined;
  /** Undefined: the embedded reference. */
  readonly chosen: Chosen | undefined;
  /** The recording that answers instead of the network. */
  readonly recorded?: Recorded;
  /** The share of the selected clauses that is judged here; undefined: all of them. */
  readonly chosenShare?: ChosenShare | undefined;
}

/** `run`: judges a target, or without one the embedded reference. Gives the exit code. */
export async function run(flags: RunFlags, io: Io): Promise<number> {
  if (flags.replay !== undefined) {
    const { replay } = await import("./replay.ts");
    return await replay(flags.replay, flags, io);
  }
  const order = await check(flags, io);
  if (flags.list) {
    io.out(clauseLines(planned(order)));
    return 0;
  }
  if (flags.dryRun) {
    const { settings, warnings } = settingsOf(order, order.chosen ?? NOT_STARTED);
    warn(io, warnings);
    const text = planText(order.catalogue, planned(order), settings);
    const intro = introText(settings, packageInfo().version, isEmbedded(order));
    io.out(createRedact(settings.secrets)(intro + text));
    return 0;
  }
  return order.chosen === undefined
    ? await judgeReference(order)
    : await judge(order, order.chosen, order.recorded === undefined);
}

async function check(flags: RunFlags, io: Io): Promise<Order> {
  const catalogue = await loadCatalogue();
  const endpoints = new Map(catalogue.clauses.map(({ id, endpoint }) => [id, endpoint]));
  const order = withRecording({
    flags,
    io,
    catalogue,
    selected: select(catalogue.clauses, flags.only, flags.skip),
    known: flags.known === undefined ? [] : readKnownFile(flags.known, new Set(endpoints.keys())),
    profiles: readProfiles(flags.profile, endpoints),
    previous: previousOf(flags, io),
    chosen: chooseTarget(flags, io.env),
  });
  if (order.chosen === undefined && flags.profile.length > 0) {
    throw new CannotRun("--profile describes a target: give its URL, with --base-url or another");
  }
  return { ...order, chosenShare: shareOf(order.flags, order.selected, catalogue) };
}

/** The clauses that are judged here. */
function planned({ selected, chosenShare }: Order): readonly ClauseInfo[] {
  return chosenShare?.clauses ?? selected;
}

/** Whether the embedded reference is judged, for want of a target or because it was asked for. */
function isEmbedded({ chosen }: Order): boolean {
  return chosen === undefined;
}

/** What the recording of `--replay-from` says of the run, where the command line says nothing else. */
function withRecording(order: Order): Order {
  const { flags, selected, chosen } = order;
  if (flags.replayFrom === undefined) {
    return order;
  }
  const recorded = readRecorded(flags.replayFrom, flags);
  return {
    ...order,
    flags: recorded.flags,
    selected: recordedSelection(selected, recorded, flags),
    chosen: chosen ?? recorded.chosen,
    recorded,
  };
}

/** Read before the run takes its folder, which may be the same one. A first run has no earlier one: no fault. */
function previousOf({ previous }: RunFlags, io: Io): RunResult | undefined {
  const found = previous === undefined ? undefined : findResult(previous);
  if (previous !== undefined && found === undefined) {
    warn(io, [`${previous}: there is no earlier result, so nothing is said of what changed`]);
  }
  return found;
}

async function judgeReference(order: Order): Promise<number> {
  const { openReference } = await import("../running/reference.ts");
  const reference = await openReference(order.flags);
  try {
    const own = targetOfFile({ file: reference.target, secrets: secretsOf(reference.target) });
    return await judge(order, own, false);
  } finally {
    await reference.close();
  }
}

async function judge(order: Order, chosen: Chosen, foreign: boolean): Promise<number> {
  const { flags, io, catalogue, previous, chosenShare } = order;
  const { settings, warnings } = settingsOf(order, chosen);
  const redact = createRedact(settings.secrets);
  const { name, version } = packageInfo();
  const start = io.env["npm_lifecycle_event"] === "start" ? "npm start --" : `${name} run`;
  warn(io, warnings);
  const { shard: _shard, ...whole } = { ...flags, out: RUN_DEFAULTS.out };
  const commandOf = (words: RunFlags): string => redact(commandLine(words, settings, chosen, start));
  const embedded = isEmbedded(order);
  try {
    startRecording(settings, { name, version }, catalogue.clauses.length, redact);
    return await judgeAndReport({
      settings,
      io: redacted(io, redact),
      redact,
      plan: planned(order).map(({ id, section, endpoint, statement }) => ({
        id,
        section,
        endpoint,
        statement,
      })),
      suite: { name, version },
      strict: flags.strict,
      embedded,
      command: commandOf(flags),
      shard:
        chosenShare &&
        shardInfo(chosenShare, settings, flags, { command: commandOf(whole), embedded, redact }),
      intro:
        introText(settings, version, embedded) +
        source(order) +
        planText(catalogue, planned(order), settings),
      foreign,
      previous,
      ci: ciOf(io.env),
      allure: flags.allure,
    });
  } catch (error) {
    throw redactedError(error, redact);
  }
}

/** Who answers, where it is not the target. */
function source({ flags, recorded }: Order): string {
  return recorded === undefined ? "" : recordedText(flags.replayFrom ?? "", recorded);
}

function settingsOf(
  order: Order,
  given: Chosen,
): { readonly settings: Settings; readonly warnings: readonly string[] } {
  const { flags, known, profiles, catalogue, chosenShare } = order;
  const { name, version } = packageInfo();
  const { hidden: secrets, warnings } = guard(given.secrets, catalogue);
  const { warnings: idle, ...applied } = applyProfiles(given, profiles, known);
  const clauseIds = planned(order).map(({ id }) => id);
  const settings = settingsFor(flags, {
    ...applied,
    clauseIds,
    share: chosenShare?.share,
    secrets,
    userAgent: `${name}/${version}`,
  });
  return { settings, warnings: [...(given.warnings ?? []), ...warnings, ...idle] };
}

function warn(io: Io, warnings: readonly string[]): void {
  io.err(warningLines(warnings));
}

function redacted(io: Io, redact: Redact): Io {
  return { ...io, out: (text) => io.out(redact(text)), err: (text) => io.err(redact(text)) };
}

/** Whatever went wrong may speak of a header or a URL. */
function redactedError(error: unknown, redact: Redact): CannotRun {
  const message = error instanceof Error ? error.message : String(error);
  return new CannotRun(
    redact(error instanceof CannotRun ? message : `a fault of the suite itself: ${message}`),
  );
}
