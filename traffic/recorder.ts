import { closeSync, openSync, writeSync } from "node:fs";
import { decode } from "../engine/message/decode.ts";
import { createHeaders, REQUEST_ID } from "../engine/http/headers.ts";
import { redactDeep, type Redact } from "../engine/secrets/redact.ts";
import type { Service, Settings } from "../engine/model/settings.ts";
import { Failure } from "../engine/message/errors.ts";
import type { Way } from "../engine/http/transport.ts";
import type { Incoming, Outgoing, Wire } from "../engine/http/connection.ts";
import { reasonOf } from "../reports/files/file-trouble.ts";
import { safeJson } from "../reports/files/writing.ts";
import { recordedBody } from "./body-text.ts";
import type { RecordedExchange, RecordedRequest, RecordingEnd, RecordingLine } from "./recording.ts";

/**
 * The network, with every exchange written to the recording when it is over: one line each, at once, so that
 * memory stays flat and an interrupted run keeps what it has. Secrets are taken out of each line.
 */
export function recorderWay(path: string, network: Way, settings: Settings, redact: Redact): Way {
  const file = openSync(path, "a");
  const headers = createHeaders(settings);
  let exchanges = 0;
  let failure: string | undefined;
  let closed = false;

  function write(line: RecordingLine): void {
    if (failure !== undefined || closed) {
      return;
    }
    try {
      writeAll(file, `${safeJson(line)}\n`);
    } catch (error) {
      failure = `the recording cannot be written: ${reasonOf(error)}`;
    }
  }

  function requestOf({ ask, headers: sent }: Outgoing): RecordedRequest {
    const at = sent.indexOf(REQUEST_ID);
    const requestId = at === -1 ? undefined : sent[at + 1];
    const shown = headers.shown({ ask, ...(requestId === undefined ? {} : { requestId }) });
    return {
      method: ask.method,
      target: redact(ask.target),
      ...(ask.rooted === true ? { rooted: true } : {}),
      headers: redactDeep(shown, redact),
      ...(ask.body === undefined ? {} : { body: redact(ask.body) }),
    };
  }

  function note(
    service: Service,
    request: Outgoing,
    outcome: Pick<RecordedExchange, "response" | "failure">,
  ) {
    exchanges += 1;
    write({
      type: "exchange",
      service,
      endpoint: request.ask.endpoint,
      request: requestOf(request),
      ...outcome,
    });
  }

  function recorded(wire: Wire, service: Service): Wire {
    return {
      ...wire,
      send: async (request) => {
        try {
          const answer = await wire.send(request);
          const bytes = decode(answer.bytes, answer.headers["content-encoding"], settings.limits.answerBytes);
          const decoded: Incoming = { ...answer, bytes, decoded: true };
          const { status, headers: fields } = answer;
          const body = recordedBody(bytes, redact);
          note(service, request, { response: { status, headers: redactDeep(fields, redact), ...body } });
          return decoded;
        } catch (error) {
          if (error instanceof Failure) {
            const { kind, again } = error;
            note(service, request, { failure: { kind, message: redact(error.message), again } });
          }
          throw error;
        }
      },
    };
  }

  return {
    openWire: (service, origin) => recorded(network.openWire(service, origin), service),
    failure: () => failure,
    close: () => {
      const preflight = Object.values(settings.spent ?? {}).reduce((sum, times) => sum + times, 0);
      const end: RecordingEnd = { type: "end", exchanges, ...(preflight === 0 ? {} : { preflight }) };
      write(end);
      closed = true;
      network.close();
      closeSync(file);
    },
  };
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file, bytes, at);
  }
}
