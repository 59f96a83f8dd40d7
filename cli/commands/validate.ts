import { present } from "../../engine/model/model.ts";
import type { MovedPaths } from "../../engine/model/settings.ts";
import { OfflineChecker, type OfflineOptions, type OfflineResult } from "../../engine/offline/offline.ts";
import { redactDeep, redactRecord } from "../../engine/secrets/redact.ts";
import { commandLine, DEFAULTS } from "../../engine/target/options.ts";
import {
  selectHidden,
  hideable,
  type ReadTarget,
  readTargetFile,
} from "../../engine/target/files/target-file.ts";
import type { TypedFlags } from "../flags.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { parseBaseUrl, TARGET_MEMBERS, URL_FLAGS } from "../../engine/target/target.ts";
import { readEarlier, takeFolder } from "../../reports/files/folder.ts";
import { assemble, shownTarget } from "../../reports/reading/assemble.ts";
import { type Endpoint, SERVICE_NAMES } from "../../schemas/operations.ts";
import { exchangesInFile } from "../har.ts";
import { type Io, redacted, warn } from "../io.ts";
import { reportResult } from "../report-result.ts";

export interface ValidateFlags extends TypedFlags {
  readonly endpoint?: Endpoint;
}

/** Placeholder for every service: the files may contain responses of each. */
const SOMEWHERE = "https://recorded.invalid";
const ANY_URL = { statusUrl: SOMEWHERE, baseUrl: SOMEWHERE, verifyUrl: SOMEWHERE };

/** `validate`: checks recorded responses without sending requests. Returns the exit code. */
export async function validate(files: readonly string[], flags: ValidateFlags, io: Io): Promise<number> {
  const { target: path, out = DEFAULTS.out, statusUrl, baseUrl: base, verifyUrl, ...rest } = flags;
  const { endpoint, ca: _ca, cert: _cert, key: _key, fault: _fault, variant: _variant, ...options } = rest;
  const read = path === undefined ? undefined : readTargetFile(path, io.env);
  const { parameters = {} } = read?.file ?? {};
  const { settings, catalogue, warnings } = await resolve({
    target: { ...ANY_URL, parameters },
    options,
    env: {},
  });
  io.loaded?.();
  const guarded = selectHidden(read?.secrets ?? [], catalogue);
  warn(io, [...warnings, ...guarded.warnings]);
  const earlier = readEarlier(options, { settings, catalogue }, (line) => warn(io, [line]));
  const known = [...settings.known, ...earlier.known];
  const urls = offlineUrls(present({ statusUrl, baseUrl: base, verifyUrl }));
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const checked = checkFiles(files, endpoint, {
    catalogue,
    selected: new Set(settings.clauseIds),
    parameters: settings.target.parameters,
    known,
    secrets: [...settings.secrets, ...guarded.hidden],
    hideable: hideable(catalogue),
    urls,
    paths: pathsMovedByProfile(settings.target.paths),
  });
  const write = takeFolder(out, options.known);
  const { redact, clauses, responses: requests, responded: responses } = checked;
  const facts = redactRecord({ clauses, unspecified: [], requests, responses }, redact);
  const quiet = redacted(io, redact);
  const command = commandLine("npx ledger-conformance validate", redactDeep({ ...flags }, redact), files);
  const result = assemble({ ...settings, known, command, seed: 0 }, catalogue, facts, {
    startedAt,
    durationMs: performance.now() - started,
    // The services given on the command line, or else those of all requests in the files.
    target: shownTarget({ ...Object.fromEntries(checked.bases), ...urls }, redact),
    files: redactDeep(checked.files, redact),
    before: earlier.before,
  });
  return reportResult(await write(result, earlier.previous), out, quiet, earlier.previous);
}

const offlineUrls = (flags: Pick<ReadTarget["file"], "statusUrl" | "baseUrl" | "verifyUrl">) =>
  Object.fromEntries(
    SERVICE_NAMES.flatMap((service) => {
      const url = flags[TARGET_MEMBERS[service]];
      return url === undefined ? [] : [[service, parseBaseUrl(url, URL_FLAGS[service], service)]];
    }),
  );

/** Further paths of operations that a profile names. */
const pathsMovedByProfile = (paths: MovedPaths = {}): OfflineOptions["paths"] =>
  (["statusSummary", "sessionVerify", "verify"] as const).flatMap((endpoint) => {
    const path = paths[endpoint]?.path;
    return path === undefined ? [] : [{ endpoint, path }];
  });

function checkFiles(
  files: readonly string[],
  endpoint: Endpoint | undefined,
  options: OfflineOptions,
): OfflineResult {
  const offline = new OfflineChecker(options);
  for (const file of new Set(files)) {
    for (const exchange of exchangesInFile(file, endpoint)) {
      offline.take(file, exchange);
    }
  }
  return offline.finish();
}
