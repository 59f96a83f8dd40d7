import { closeSync, existsSync, openSync, readSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { shownHeaders } from "../engine/http/curl.ts";
import { redactDeep, type Redact } from "../engine/secrets/redact.ts";
import type { RunResult } from "../engine/model/results.ts";
import type { Samples, Service, Settings } from "../engine/model/settings.ts";
import { makeFolder, safeJson } from "../reports/files/writing.ts";
import { RECORDING_VERSION, type RecordingHeader } from "./recording.ts";

const SERVICES: readonly Service[] = ["status", "base", "verify"];

/** The first line of the recording of a run, without secrets. `all` is the number of clauses that there are. */
export function headerFor(
  settings: Settings,
  suite: RunResult["suite"],
  all: number,
  redact: Redact,
): RecordingHeader {
  const { target, seed, level, cases, limits, clauseIds } = settings;
  const url = (service: Service, member: string): Record<string, string> =>
    target.urls[service] === undefined ? {} : { [member]: redact(target.urls[service]) };
  const headers = Object.fromEntries(SERVICES.map((service) => [service, shownHeaders(settings, service)]));
  return {
    type: "recording",
    formatVersion: RECORDING_VERSION,
    suite,
    target: {
      ...url("status", "statusUrl"),
      ...url("base", "baseUrl"),
      ...url("verify", "verifyUrl"),
      headers: redactDeep(headers, redact),
      parameters: target.parameters,
      samples: redactDeep(target.samples, redact) satisfies Samples,
    },
    seed,
    level,
    ...(cases === undefined ? {} : { cases }),
    ...(limits.pages === undefined ? {} : { pages: limits.pages }),
    ...(settings.profiles === undefined ? {} : { profiles: settings.profiles.map(({ name }) => name) }),
    ...(clauseIds.length === all ? {} : { clauses: clauseIds }),
    startedAt: new Date().toISOString(),
  };
}

/** A file of that name holds something else. */
export class ForeignFile extends Error {
  override readonly name = "ForeignFile";
}

/** Begins a recording with its header; an earlier recording of that name is replaced, any other file is not. */
export function beginRecording(path: string, header: RecordingHeader): void {
  if (existsSync(path) && !isRecording(path)) {
    throw new ForeignFile("there is a file of that name that is no recording: give another name");
  }
  makeFolder(dirname(path));
  writeFileSync(path, `${safeJson(header)}\n`);
}

const BEGINNING = '{"type":"recording"';

/** Whether a file is empty or begins as a recording does. */
function isRecording(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(BEGINNING.length);
    const read = readSync(file, head);
    return read === 0 || head.toString("utf8") === BEGINNING;
  } finally {
    closeSync(file);
  }
}
