import { resolve } from "node:path";
import { loadCatalogue, type Catalogue, type ClauseInfo } from "../../engine/load.ts";
import { redactEntry } from "../../engine/redact.ts";
import type { JudgedFile } from "../../engine/results.ts";
import type { JournalEntry, RunResult } from "../../engine/results.ts";
import type { KnownDeviation } from "../../engine/deviation-model.ts";
import type { Endpoint, ProfileInfo, Service, Target } from "../../engine/settings.ts";
import { assemble } from "../../reports/assemble.ts";
import { openJournal } from "../../reports/journal-writer.ts";
import type { RunHeader } from "../../reports/journal.ts";
import { departuresText } from "../../reports/terminal/departures.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { BadFile } from "../../traffic/bad-file.ts";
import { openFile, type NamedFile } from "../../traffic/files.ts";
import { createOffline, type OfflineOptions, type OfflineResult } from "../../traffic/offline.ts";
import { CannotRun } from "../../config/cannot-run.ts";
import { ciOf } from "../terminal/ci.ts";
import type { Io } from "../terminal/io.ts";
import { beginFolder } from "../running/judge.ts";
import { readKnownFile } from "../../config/files/known-file.ts";
import { packageInfo } from "../../config/package-info.ts";
import { guard, type Secret } from "../../config/files/secrets.ts";
import { select } from "../../config/selection.ts";
import { tellResult } from "../terminal/tell-result.ts";
import { applyProfiles } from "../../config/apply-profiles.ts";
import { targetOfFile } from "../../config/choose-target.ts";
import { readProfiles } from "../../config/files/profile.ts";
import { readTargetFile, type ReadTarget } from "../../config/files/target-file.ts";
import { baseUrl } from "../../config/url.ts";
import { filesOf } from "./validate-files.ts";
import type { ValidateFlags } from "../options/validate-flags.ts";
import { validateCommand } from "../options/validate-command.ts";

/** What is to be judged, checked. */
interface Order {
  readonly flags: ValidateFlags;
  readonly catalogue: Catalogue;
  readonly selected: readonly ClauseInfo[];
  readonly known: readonly KnownDeviation[];
  readonly files: readonly NamedFile[];
  readonly urls: Readonly<Partial<Record<Service, string>>>;
  readonly target: Target;
  readonly profiles: readonly ProfileInfo[];
  readonly secrets: readonly Secret[];
}

/** `validate`: judges recorded answers, and sends nothing. Gives the exit code. */
export async function validate(given: readonly string[], flags: ValidateFlags, io: Io): Promise<number> {
  const order = await check(given, flags, io);
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const judged = judgeFiles(order);
  const header = headerOf(order, given, judged, startedAt);
  const outDir = resolve(flags.out);
  const lock = beginFolder(outDir, header);
  try {
    const entries = entriesOf(judged);
    const journal = openJournal({ outDir, secrets: [] });
    entries.forEach(journal.write);
    journal.close();
    const result = assemble(header, entries, { durationMs: performance.now() - started });
    const quiet: Io = {
      ...io,
      out: (text) => io.out(judged.redact(text)),
      err: (text) => io.err(judged.redact(text)),
    };
    quiet.out(departuresText(header.files ?? [], paintFor(io.stdout, io.env)));
    return await tellResult(result, {
      outDir,
      io: quiet,
      previous: undefined,
      allure: false,
      ci: ciOf(io.env),
    });
  } finally {
    lock.release();
  }
}

async function check(given: readonly string[], flags: ValidateFlags, io: Io): Promise<Order> {
  const catalogue = await loadCatalogue();
  const endpoints = new Map(catalogue.clauses.map(({ id, endpoint }) => [id, endpoint]));
  const read = flags.target === undefined ? undefined : readTargetFile(flags.target, io.env);
  return {
    flags,
    catalogue,
    selected: select(catalogue.clauses, flags.only, flags.skip),
    urls: urlsOf(flags),
    files: filesOf(given, flags),
    secrets: read?.secrets ?? [],
    ...profiled(flags, endpoints, read),
  };
}

/** What profiles add to the names of a target file and to the known deviations. */
function profiled(
  flags: ValidateFlags,
  endpoints: ReadonlyMap<string, Endpoint>,
  read: ReadTarget | undefined,
): Pick<Order, "known" | "target" | "profiles"> {
  const own = flags.known === undefined ? [] : readKnownFile(flags.known, new Set(endpoints.keys()));
  const { target } = targetOfFile({ file: read?.file ?? {}, secrets: [] });
  const everywhere = { ...target, urls: { status: "", base: "", verify: "" } };
  const { chosen, known, profiles } = applyProfiles(
    { target: everywhere, secrets: [], options: [] },
    readProfiles(flags.profile, endpoints),
    own,
  );
  return { target: chosen.target, known, profiles };
}

function urlsOf({ statusUrl, baseUrl: base, verifyUrl }: ValidateFlags): Order["urls"] {
  return {
    ...(statusUrl === undefined ? {} : { status: baseUrl(statusUrl, "--status-url") }),
    ...(base === undefined ? {} : { base: baseUrl(base, "--base-url") }),
    ...(verifyUrl === undefined ? {} : { verify: baseUrl(verifyUrl, "--verify-url") }),
  };
}

function judgeFiles({
  flags,
  catalogue,
  selected,
  known,
  files,
  urls,
  target,
  secrets,
}: Order): OfflineResult {
  const offline = createOffline({
    catalogue,
    selected: new Set(selected.map(({ id }) => id)),
    parameters: target.parameters,
    known,
    secrets: guard(secrets, catalogue).hidden,
    hideable: (found) =>
      guard(
        [...found].map((value) => ({ value, from: "" })),
        catalogue,
      ).hidden,
    urls,
    paths: [
      ...pathOf("sessionVerify", target.paths?.sessionVerify?.path),
      ...pathOf("verify", target.paths?.verify?.path),
      ...flags.path.flatMap(({ endpoint, pattern }) => pathOf(endpoint, pattern)),
    ],
  });
  try {
    for (const file of files) {
      const { form, exchanges } = openFile(file, flags.maxFileBytes);
      for (const exchange of exchanges) {
        offline.take(file.file, form, exchange);
      }
    }
  } catch (error) {
    throw error instanceof BadFile ? new CannotRun(error.message) : error;
  }
  return offline.finish();
}

function pathOf(endpoint: Endpoint, path: string | undefined): OfflineOptions["paths"] {
  return path === undefined ? [] : [{ endpoint, path }];
}

function entriesOf({ clauses, open, answers, answered, redact }: OfflineResult): readonly JournalEntry[] {
  const requests = Object.values(answers).reduce((sum, times) => sum + times, 0);
  const entries: readonly JournalEntry[] = [
    ...clauses.map((result) => ({ type: "clause", result }) as const),
    { type: "bill", requests, bill: { perEndpoint: answers, retries: 0, waitedMs: 0 } },
    { type: "answered", answered },
    { type: "open", entries: open },
  ];
  return entries.map((entry) => redactEntry(entry, redact));
}

const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;

function headerOf(
  order: Order,
  given: readonly string[],
  judged: OfflineResult,
  startedAt: string,
): RunHeader {
  const { flags, selected, known, urls } = order;
  const { name, version } = packageInfo();
  const target = (["status", "base", "verify"] as const).flatMap((service) => {
    const url = urls[service] ?? judged.bases.get(service);
    return url === undefined ? [] : [[MEMBERS[service], judged.redact(url)] as const];
  });
  return {
    type: "run",
    suite: { name, version },
    target: Object.fromEntries(target) satisfies RunResult["target"],
    seed: 0,
    level: "standard",
    startedAt,
    strict: flags.strict,
    command: judged.redact(validateCommand(name, given, flags)),
    plan: selected.map(({ id, section, endpoint, statement }) => ({ id, section, endpoint, statement })),
    known,
    ...(order.profiles.length === 0 ? {} : { profiles: order.profiles }),
    files: judged.files.map((file) => withoutSecrets(file, judged)),
  };
}

function withoutSecrets(file: JudgedFile, { redact }: OfflineResult): JudgedFile {
  return {
    ...file,
    left: Object.fromEntries(Object.entries(file.left).map(([reason, times]) => [redact(reason), times])),
    departures: file.departures.map((departure) => ({
      ...departure,
      pointer: redact(departure.pointer),
      actual: redact(departure.actual),
    })),
  };
}
