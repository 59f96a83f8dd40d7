import { resolve } from "node:path";
import { CannotRun } from "../../config/cannot-run.ts";
import { targetOfFile, type Chosen } from "../../config/choose-target.ts";
import { guard } from "../../config/files/secrets.ts";
import { readTargetFile } from "../../config/files/target-file.ts";
import { invocationOf } from "../../config/invocation.ts";
import { RUN_DEFAULTS } from "../../config/options.ts";
import { headerOf, prepareRun, readOrder, type Order, type Prepared } from "../../config/prepare.ts";
import { baseUrl } from "../../config/url.ts";
import type { JudgedFile } from "../../engine/model/results.ts";
import { redactRecord } from "../../engine/secrets/redact.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import type { Endpoint, Service } from "../../engine/model/settings.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { openJournal } from "../../reports/files/journal-writer.ts";
import type { RunHeader } from "../../reports/reading/journal.ts";
import { departuresText } from "../../reports/terminal/departures.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { BadFile } from "../../traffic/bad-file.ts";
import { openFile, type NamedFile } from "../../traffic/files.ts";
import { createOffline, type OfflineOptions, type OfflineResult } from "../../traffic/offline.ts";
import { VALIDATE_DEFAULTS, type ValidateFlags } from "../options/options.ts";
import { beginFolder } from "../running/judge.ts";
import { ciOf } from "../terminal/ci.ts";
import type { Io } from "../terminal/io.ts";
import { tellResult } from "../terminal/tell-result.ts";
import { filesOf } from "./validate-files.ts";

type Urls = Readonly<Partial<Record<Service, string>>>;

/** Stands for every service: answers of each may be in the files. */
const SOMEWHERE = "https://recorded.invalid";

/** `validate`: judges recorded answers, and sends nothing. Gives the exit code. */
export async function validate(given: readonly string[], flags: ValidateFlags, io: Io): Promise<number> {
  const order = await readOrder(flags);
  const read = flags.target === undefined ? undefined : readTargetFile(flags.target, io.env);
  const { target } = targetOfFile({ file: read?.file ?? {}, secrets: [] });
  const chosen: Chosen = {
    target: { ...target, urls: { status: SOMEWHERE, base: SOMEWHERE, verify: SOMEWHERE } },
    secrets: read?.secrets ?? [],
    options: {},
  };
  const prepared = prepareRun(order, { ...RUN_DEFAULTS, ...flags, seed: 0 }, chosen);
  const urls = urlsOf(flags);
  const files = filesOf(given, flags);
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const judged = judgeFiles(files, flags, urls, order, prepared);
  const header = { ...headerFor(order, prepared, flags, given, judged, urls), startedAt };
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

function urlsOf({ statusUrl, baseUrl: base, verifyUrl }: ValidateFlags): Urls {
  return {
    ...(statusUrl === undefined ? {} : { status: baseUrl(statusUrl, "--status-url", "status") }),
    ...(base === undefined ? {} : { base: baseUrl(base, "--base-url", "base") }),
    ...(verifyUrl === undefined ? {} : { verify: baseUrl(verifyUrl, "--verify-url", "verify") }),
  };
}

function judgeFiles(
  files: readonly NamedFile[],
  flags: ValidateFlags,
  urls: Urls,
  { catalogue, selected }: Order,
  { settings: { target, known, secrets } }: Prepared,
): OfflineResult {
  const hideable = (found: ReadonlySet<string>): readonly string[] => {
    const values = [...found].map((value) => ({ value, from: "" }));
    return guard(values, catalogue).hidden;
  };
  const offline = createOffline({
    catalogue,
    selected: new Set(selected.map(({ id }) => id)),
    parameters: target.parameters,
    known,
    secrets,
    hideable,
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
  return entries.map((entry) => redactRecord(entry, redact));
}

/** The services are those that the command line names, or that all requests of the files went to. */
function headerFor(
  { selected }: Order,
  prepared: Prepared,
  flags: ValidateFlags,
  given: readonly string[],
  { bases, files, redact }: OfflineResult,
  urls: Urls,
): RunHeader {
  const program = `${prepared.suite.name} validate`;
  const { settings } = prepared;
  const target = { ...settings.target, urls: { ...Object.fromEntries(bases), ...urls } };
  const header = headerOf({
    ...prepared,
    settings: { ...settings, target },
    redact,
    plan: selected,
    strict: flags.strict,
    invocation: invocationOf(program, flags, VALIDATE_DEFAULTS, redact, given),
  });
  return { ...header, files: files.map((file) => withoutSecrets(file, redact)) };
}

function withoutSecrets(file: JudgedFile, redact: OfflineResult["redact"]): JudgedFile {
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
