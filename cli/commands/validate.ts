import { present } from "../../engine/model/model.ts";
import type { RunFacts } from "../../engine/model/results.ts";
import type { MovedPaths } from "../../engine/model/settings.ts";
import { OfflineJudge, type OfflineOptions, type OfflineResult } from "../../engine/offline/offline.ts";
import { redactDeep, redactRecord } from "../../engine/secrets/redact.ts";
import { commandLine, DEFAULTS } from "../../engine/target/options.ts";
import { guard, hideable, type ReadTarget, readTargetFile } from "../../engine/target/files/target-file.ts";
import type { TypedFlags } from "../flags.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { baseUrl, MEMBERS, URL_FLAGS } from "../../engine/target/target.ts";
import { readEarlier, takeFolder } from "../../lib/result-folder.ts";
import { assemble, shownTarget } from "../../reports/reading/assemble.ts";
import { type Endpoint, SERVICE_NAMES } from "../../schemas/operations.ts";
import { exchangesOf } from "../har.ts";
import { type Io, redacted, warn } from "../io.ts";
import { tellResult } from "../tell-result.ts";

export interface ValidateFlags extends TypedFlags {
  readonly endpoint?: Endpoint;
}

/** Stands for every service: responses of each may be in the files. */
const SOMEWHERE = "https://recorded.invalid";
const EVERYWHERE = { statusUrl: SOMEWHERE, baseUrl: SOMEWHERE, verifyUrl: SOMEWHERE };

/** `validate`: judges recorded responses, and sends nothing. Gives the exit code. */
export async function validate(files: readonly string[], flags: ValidateFlags, io: Io): Promise<number> {
  const { target: path, out = DEFAULTS.out, statusUrl, baseUrl: base, verifyUrl, ...rest } = flags;
  const { endpoint, ca: _ca, cert: _cert, key: _key, fault: _fault, variant: _variant, ...options } = rest;
  const read = path === undefined ? undefined : readTargetFile(path, io.env);
  const { parameters = {} } = read?.file ?? {};
  const { settings, catalogue, warnings } = await resolve({
    target: { ...EVERYWHERE, parameters },
    options,
    env: {},
  });
  io.loaded?.();
  const told = guard(read?.secrets ?? [], catalogue);
  warn(io, [...warnings, ...told.warnings]);
  const earlier = readEarlier(options, { settings, catalogue }, (line) => warn(io, [line]));
  const known = [...settings.known, ...earlier.known];
  const urls = urlsOf(present({ statusUrl, baseUrl: base, verifyUrl }));
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const judged = judgeFiles(files, endpoint, {
    catalogue,
    selected: new Set(settings.clauseIds),
    parameters: settings.target.parameters,
    known,
    secrets: [...settings.secrets, ...told.hidden],
    hideable: hideable(catalogue),
    urls,
    paths: pathsOf(settings.target.paths),
  });
  const folder = takeFolder(out, options.known);
  const { redact } = judged;
  const quiet = redacted(io, redact);
  const command = commandLine("npx ledger-conformance validate", redactDeep({ ...flags }, redact), files);
  const result = assemble({ ...settings, known, command, seed: 0 }, catalogue, factsOf(judged), {
    startedAt,
    durationMs: performance.now() - started,
    // The services that the command line names, or that all requests of the files went to.
    target: shownTarget({ ...Object.fromEntries(judged.bases), ...urls }, redact),
    files: redactDeep(judged.files, redact),
    before: earlier.before,
  });
  return tellResult(await folder.write(result, earlier.previous), out, quiet);
}

type Urls = OfflineOptions["urls"];

const urlsOf = (flags: Pick<ReadTarget["file"], "statusUrl" | "baseUrl" | "verifyUrl">): Urls =>
  Object.fromEntries(
    SERVICE_NAMES.flatMap((service) => {
      const url = flags[MEMBERS[service]];
      return url === undefined ? [] : [[service, baseUrl(url, URL_FLAGS[service], service)]];
    }),
  );

/** Further paths of operations that a profile names. */
const pathsOf = (paths: MovedPaths = {}): OfflineOptions["paths"] =>
  (["statusSummary", "sessionVerify", "verify"] as const).flatMap((endpoint) => {
    const path = paths[endpoint]?.path;
    return path === undefined ? [] : [{ endpoint, path }];
  });

function judgeFiles(
  files: readonly string[],
  endpoint: Endpoint | undefined,
  options: OfflineOptions,
): OfflineResult {
  const offline = new OfflineJudge(options);
  for (const file of new Set(files)) {
    for (const exchange of exchangesOf(file, endpoint)) {
      offline.take(file, exchange);
    }
  }
  return offline.finish();
}

function factsOf({ clauses, answers, answered, redact }: OfflineResult): RunFacts {
  return redactRecord({ clauses, open: [], requests: answers, answered }, redact);
}
