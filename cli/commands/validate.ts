import { present } from "../../engine/model/model.ts";
import type { Target } from "../../engine/model/settings.ts";
import { OfflineChecker } from "../../engine/offline/offline.ts";
import { redactDeep, redactRecord } from "../../engine/secrets/redact.ts";
import { commandLine, DEFAULTS } from "../../engine/target/options.ts";
import { selectHidden, hideable, readTargetFile } from "../../engine/target/files/target-file.ts";
import type { TypedFlags } from "../flags.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { parseBaseUrl, TARGET_MEMBERS, URL_FLAGS } from "../../engine/target/target.ts";
import { readEarlier, openResultFolder } from "../../reports/files/folder.ts";
import { assemble, shownTarget } from "../../reports/reading/assemble.ts";
import { type Endpoint, SERVICE_NAMES } from "../../schemas/operations.ts";
import { exchangesInFile } from "../har.ts";
import { type Io, redacted, warn } from "../io.ts";
import { reportResult } from "../report-result.ts";

export interface ValidateFlags extends Omit<TypedFlags, "ca" | "cert" | "key" | "fault" | "variant"> {
  readonly endpoint?: Endpoint;
}

/** A URL for every service, so that the clauses of all services are selected. */
const SOMEWHERE = "https://recorded.invalid";
const ANY_URL = { statusUrl: SOMEWHERE, baseUrl: SOMEWHERE, verifyUrl: SOMEWHERE };

export async function validate(files: readonly string[], flags: ValidateFlags, io: Io): Promise<number> {
  const { target: path, out = DEFAULTS.out, endpoint, statusUrl, baseUrl, verifyUrl, ...options } = flags;
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
  const given = present({ statusUrl, baseUrl, verifyUrl });
  const urls: Target["urls"] = Object.fromEntries(
    SERVICE_NAMES.flatMap((service) => {
      const url = given[TARGET_MEMBERS[service]];
      return url === undefined ? [] : [[service, parseBaseUrl(url, URL_FLAGS[service], service)]];
    }),
  );
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const offline = new OfflineChecker({
    catalogue,
    selected: new Set(settings.clauseIds),
    parameters: settings.target.parameters,
    known,
    secrets: [...settings.secrets, ...guarded.hidden],
    hideable: hideable(catalogue),
    urls,
    paths: settings.target.paths,
  });
  for (const file of new Set(files)) {
    for (const exchange of exchangesInFile(file, endpoint)) offline.take(file, exchange);
  }
  const checked = offline.finish();
  const write = openResultFolder(out, options.known);
  const { redact, clauses, responses: requests, responded: responses } = checked;
  const facts = redactRecord({ clauses, unspecified: [], requests, responses }, redact);
  const quiet = redacted(io, redact);
  const command = commandLine("npx ledger-conformance validate", redactDeep({ ...flags }, redact), files);
  const result = assemble({ ...settings, known, command, seed: 0 }, catalogue, facts, {
    startedAt,
    durationMs: performance.now() - started,
    // The URLs from the command line take precedence over those of the requests in the files.
    target: shownTarget({ ...Object.fromEntries(checked.bases), ...urls }, redact),
    files: redactDeep(checked.files, redact),
    before: earlier.before,
  });
  return reportResult(await write(result, earlier.previous), out, quiet, earlier.previous);
}
