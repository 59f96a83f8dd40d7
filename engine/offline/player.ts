import { closeSync, readSync } from "node:fs";
import type { Incoming, Outgoing } from "../http/connection.ts";
import type { Way } from "../http/transport.ts";
import { Failure } from "../message/errors.ts";
import { Trouble, type Ask } from "../model/exchange.ts";
import type { Service } from "../model/settings.ts";
import type { Redact } from "../secrets/redact.ts";
import { BadFile, opened } from "./read-file.ts";
import { bytesOf, fieldsOf } from "./har.ts";
import { lineIn, linesOfRecording, type PlacedLine } from "./read-recording.ts";
import { HTTP_2 } from "./recording.ts";

/** Answers to one request, in recorded order, and which comes next. */
interface Answers {
  readonly places: PlacedLine["place"][];
  next: number;
}

/**
 * A recording in place of the network. Equal requests are answered in recorded order, and with the last answer
 * from then on; what the recording lacks gets no answer. Only the places of the lines are kept in memory.
 */
export function playerWay(path: string, redact: Redact): Way {
  const index = indexOf(path);
  const file = opened(path);
  let unrecorded = 0;

  function answerTo(service: Service, { ask }: Outgoing): Incoming {
    const body = ask.body === undefined ? undefined : redact(ask.body);
    const answers = index.get(keyOf(service, { ...ask, target: redact(ask.target) }, body));
    const place = answers?.places[Math.min(answers.next, answers.places.length - 1)];
    if (answers === undefined || place === undefined) {
      unrecorded += 1;
      throw new Trouble("the recording holds no answer");
    }
    answers.next += 1;
    return readAnswer(place);
  }

  function readAnswer({ start, length }: PlacedLine["place"]): Incoming {
    const bytes = Buffer.allocUnsafe(length);
    readSync(file, bytes, 0, length, start);
    const entry = lineIn(bytes.toString("utf8"))?.entry;
    if (entry === undefined) {
      throw new BadFile(path, "the recording was changed while it was read");
    }
    const { status, headers, content, httpVersion, _failure: failure } = entry.response;
    if (failure !== undefined) {
      throw new Failure(failure.kind, failure.message, failure.again);
    }
    if (content._cut === true) {
      throw new Trouble(`the recording kept only the beginning of this answer of ${content.size} bytes`);
    }
    const http2 = httpVersion === HTTP_2 ? ({ http2: true } as const) : {};
    return { status, headers: fieldsOf(headers), bytes: bytesOf(content), decoded: true, ...http2 };
  }

  return {
    openWire: (service) => ({
      send: async (request) => {
        request.onSent();
        return await Promise.resolve().then(() => answerTo(service, request));
      },
      stop: () => undefined,
      close: () => Promise.resolve(),
    }),
    unrecorded: () => unrecorded,
    failure: () => undefined,
    close: () => closeSync(file),
  };
}

function indexOf(path: string): ReadonlyMap<string, Answers> {
  const index = new Map<string, Answers>();
  for (const { entry, place } of linesOfRecording(path)) {
    if (entry !== undefined) {
      const { request, _asked: asked } = entry;
      const key = keyOf(asked.service, { method: request.method, ...asked }, request.postData?.text);
      const answers = index.get(key) ?? { places: [], next: 0 };
      answers.places.push(place);
      index.set(key, answers);
    }
  }
  return index;
}

/** What makes two requests the same. Header fields do not: they are the same for all requests of a run. */
function keyOf(
  service: Service,
  { method, target, rooted }: Pick<Ask, "method" | "target" | "rooted">,
  body: string | undefined,
): string {
  return JSON.stringify([service, method, rooted === true, target, body]);
}
