import { loadCatalogue, type Catalogue, type ClauseInfo } from "../engine/load.ts";
import { createRedact, type Redact } from "../engine/redact.ts";
import type { KnownDeviation, Settings } from "../engine/settings.ts";
import { chooseTarget, targetOfFile, type Chosen } from "./choose-target.ts";
import type { Io } from "./io.ts";
import { judgeAndReport } from "./judge.ts";
import { readKnownFile } from "./known-file.ts";
import { packageInfo } from "./package-info.ts";
import { clauseLines, planText } from "./plan.ts";
import type { RunFlags } from "./run-flags.ts";
import { select } from "./selection.ts";
import { commandLine, settingsFor } from "./settings.ts";
import { secretsOf } from "./target-file.ts";

/** Stands for the embedded reference in a plan, before it is started. */
const NOT_STARTED: Chosen = {
  target: {
    urls: { status: "http://127.0.0.1", base: "http://127.0.0.1", verify: "http://127.0.0.1" },
    headers: { status: {}, base: {}, verify: {} },
    parameters: {},
    samples: {},
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
  /** Undefined: the embedded reference. */
  readonly chosen: Chosen | undefined;
}

/** `run`: judges a target, or without one the embedded reference. Gives the exit code. */
export async function run(flags: RunFlags, io: Io): Promise<number> {
  const order = await check(flags, io);
  if (flags.list) {
    io.out(clauseLines(order.selected));
    return 0;
  }
  if (flags.dryRun) {
    const settings = settingsOf(order, order.chosen ?? NOT_STARTED);
    const redact = createRedact(settings.secrets);
    io.out(redact(planText(order.catalogue, order.selected, settings)));
    return 0;
  }
  return order.chosen === undefined ? await judgeReference(order) : await judge(order, order.chosen, true);
}

async function check(flags: RunFlags, io: Io): Promise<Order> {
  const catalogue = await loadCatalogue();
  const ids = new Set(catalogue.clauses.map(({ id }) => id));
  return {
    flags,
    io,
    catalogue,
    selected: select(catalogue.clauses, flags.only, flags.skip),
    known: flags.known === undefined ? [] : readKnownFile(flags.known, ids),
    chosen: chooseTarget(flags, io.env),
  };
}

async function judgeReference(order: Order): Promise<number> {
  const { openReference } = await import("./reference.ts");
  const reference = await openReference(order.flags);
  try {
    const own = targetOfFile({ file: reference.target, secrets: secretsOf(reference.target) });
    return await judge(order, own, false);
  } finally {
    await reference.close();
  }
}

async function judge(order: Order, chosen: Chosen, foreign: boolean): Promise<number> {
  const { flags, io, selected } = order;
  const settings = settingsOf(order, chosen);
  const redact = createRedact(settings.secrets);
  const { name, version } = packageInfo();
  const start = io.env["npm_lifecycle_event"] === "start" ? "npm start --" : `${name} run`;
  return await judgeAndReport({
    settings,
    io: redacted(io, redact),
    redact,
    plan: selected.map(({ id, section, endpoint, statement }) => ({ id, section, endpoint, statement })),
    suite: { name, version },
    strict: flags.strict,
    command: redact(commandLine(flags, settings, chosen, start)),
    foreign,
  });
}

function settingsOf({ flags, selected, known }: Order, chosen: Chosen): Settings {
  const { name, version } = packageInfo();
  const clauseIds = selected.map(({ id }) => id);
  return settingsFor(flags, { chosen, clauseIds, known, userAgent: `${name}/${version}` });
}

function redacted(io: Io, redact: Redact): Io {
  return { ...io, out: (text) => io.out(redact(text)), err: (text) => io.err(redact(text)) };
}
