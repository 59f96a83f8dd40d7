import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { shownHeaders } from "../http/curl.ts";
import { createHeaders, REQUEST_ID } from "../http/headers.ts";
import type { Incoming, Outgoing, Wire } from "../http/connection.ts";
import type { Way } from "../http/transport.ts";
import { decode } from "../message/decode.ts";
import { Failure } from "../message/errors.ts";
import { present } from "../model/model.ts";
import type { RunResult } from "../model/results.ts";
import type { Service, Settings } from "../model/settings.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { reasonOf } from "../model/file-trouble.ts";
import { makeFolder, safeJson } from "../../reports/files/writing.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { BadFile, firstLineOf } from "./read-file.ts";
import { contentOf, listed } from "./har.ts";
import { beginsRecording, LONGEST_LINE } from "./read-recording.ts";
import {
  HTTP_2,
  RECORDING_VERSION,
  type RecordedEntry,
  type RecordedRun,
  type Recording,
} from "./recording.ts";

const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;

/** What a recording says of its run, without secrets. `all` is the number of clauses that there are. */
export function recordedRun(settings: Settings, all: number, redact: Redact): RecordedRun {
  const { target, seed, level, cases, limits, clauseIds } = settings;
  const urls = SERVICE_NAMES.flatMap((service) => {
    const url = target.urls[service];
    return url === undefined ? [] : [[MEMBERS[service], redact(url)] as const];
  });
  const headers = Object.fromEntries(
    SERVICE_NAMES.map((service) => [service, shownHeaders(settings, service)]),
  );
  return {
    formatVersion: RECORDING_VERSION,
    target: {
      ...Object.fromEntries(urls),
      headers: redactDeep(headers, redact),
      parameters: target.parameters,
      samples: redactDeep(target.samples, redact),
    },
    seed,
    level,
    ...present({
      cases,
      pages: limits.pages,
      profiles: settings.profiles?.map(({ name }) => name),
      clauses: clauseIds.length === all ? undefined : clauseIds,
    }),
    startedAt: new Date().toISOString(),
  };
}

/** Begins a recording: an earlier one of that name is replaced, any other file is not. */
export function beginRecording(path: string, suite: RunResult["suite"], run: RecordedRun): void {
  const first = existsSync(path) ? firstLineOf(path, LONGEST_LINE) : undefined;
  if (first !== undefined && !beginsRecording(first)) {
    throw new BadFile(path, "there is a file of that name that is no recording: give another name");
  }
  const recording: Recording = { log: { version: "1.2", creator: suite, _recording: run, entries: [] } };
  makeFolder(dirname(path));
  writeFileSync(path, `${safeJson(recording).slice(0, -"]}}".length)}\n`);
}

/**
 * The network, with every exchange written to the recording when it is over: one line each, at once, so that
 * memory stays flat and an interrupted run keeps what it has. Secrets are taken out of each line.
 */
export function recorderWay(path: string, network: Way, settings: Settings, redact: Redact): Way {
  const file = openSync(path, "a");
  const entryOf = createEntries(settings, redact);
  let exchanges = 0;
  let failure: string | undefined;
  let closed = false;

  function write(line: string): void {
    if (failure !== undefined || closed) {
      return;
    }
    try {
      writeFileSync(file, `${line}\n`);
    } catch (error) {
      failure = `the recording cannot be written: ${reasonOf(error)}`;
    }
  }

  function recorded(wire: Wire, service: Service, origin: string): Wire {
    return {
      ...wire,
      send: async (request) => {
        const began = Date.now();
        const note = (response: RecordedEntry["response"]): void => {
          exchanges += 1;
          const entry = safeJson(entryOf(service, origin, request, response, began));
          write(exchanges === 1 ? entry : `,${entry}`);
        };
        try {
          const answer = await wire.send(request);
          const { status, headers } = answer;
          const bytes = decode(answer.bytes, headers["content-encoding"], settings.limits.answerBytes);
          const content = contentOf(bytes, headers["content-type"], redact);
          note({ ...versionOf(answer), status, headers: listed(redactDeep(headers, redact)), content });
          return { ...answer, bytes, decoded: true };
        } catch (error) {
          if (error instanceof Failure) {
            const { kind, again } = error;
            const nothing = { status: 0, headers: [], content: contentOf(new Uint8Array(0), "", redact) };
            note({ ...nothing, _failure: { kind, message: redact(error.message), again } });
          }
          throw error;
        }
      },
    };
  }

  return {
    openWire: (service, origin) => recorded(network.openWire(service, origin), service, origin),
    failure: () => failure,
    close: () => {
      const preflight = Object.values(settings.spent ?? {}).reduce((sum, times) => sum + times, 0);
      const _end = { exchanges, ...(preflight === 0 ? {} : { preflight }) };
      write(`],${JSON.stringify({ _end }).slice(1)}}`);
      closed = true;
      network.close();
      closeSync(file);
    },
  };
}

function versionOf({ http2 }: Incoming): Pick<RecordedEntry["response"], "httpVersion"> {
  return http2 === true ? { httpVersion: HTTP_2 } : {};
}

/** Makes entries as HAR wants them, without secrets. */
function createEntries(settings: Settings, redact: Redact) {
  const headers = createHeaders(settings);

  return (
    service: Service,
    origin: string,
    { ask, headers: sent, path }: Outgoing,
    response: RecordedEntry["response"],
    began: number,
  ): RecordedEntry => {
    const at = sent.indexOf(REQUEST_ID);
    const requestId = at === -1 ? undefined : sent[at + 1];
    const shown = headers.shown({ ask, ...present({ requestId }) });
    const url = redact(origin + path);
    const query = [...new URLSearchParams(url.split("?")[1])];
    const time = Date.now() - began;
    const { httpVersion = "HTTP/1.1" } = response;
    const unknown = { httpVersion, cookies: [], headersSize: -1, bodySize: -1 };
    // What HAR demands beside what is read again.
    const entry = {
      startedDateTime: new Date(began).toISOString(),
      time,
      request: {
        ...unknown,
        method: ask.method,
        url,
        headers: listed(redactDeep(shown, redact)),
        // Decoded, a secret may show that was not seen before.
        queryString: redactDeep(
          query.map(([name, value]) => ({ name, value })),
          redact,
        ),
        ...(ask.body === undefined
          ? {}
          : { postData: { mimeType: "application/json", text: redact(ask.body) } }),
      },
      response: { ...unknown, statusText: "", redirectURL: "", ...response },
      cache: {},
      timings: { send: 0, wait: time, receive: 0 },
      _asked: {
        service,
        endpoint: ask.endpoint,
        target: redact(ask.target),
        ...(ask.rooted === true ? { rooted: true as const } : {}),
      },
    };
    return entry;
  };
}
