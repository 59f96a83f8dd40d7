import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { Trouble, type Ask } from "../engine/model/exchange.ts";
import type { Redact } from "../engine/secrets/redact.ts";
import type { Service } from "../engine/model/settings.ts";
import { Failure } from "../engine/message/errors.ts";
import type { Way } from "../engine/http/transport.ts";
import type { Incoming, Outgoing } from "../engine/http/connection.ts";
import { bytesOf } from "./body-text.ts";
import { exchangeIn, linesOfRecording } from "./read-recording.ts";

/** Where the line of an exchange stands in the file. */
interface Place {
  readonly start: number;
  readonly length: number;
}

/** Answers to one request, in recorded order, and which comes next. */
interface Answers {
  readonly places: Place[];
  next: number;
}

/**
 * A recording in place of the network. Equal requests are answered in recorded order, and with the last answer
 * from then on; what the recording lacks gets no answer. Only the places of the lines are kept in memory.
 */
export function playerWay(path: string, redact: Redact): Way {
  const index = indexOf(path);
  const file = openSync(path, "r");
  let unrecorded = 0;

  function answerTo(service: Service, { ask }: Outgoing): Incoming {
    const answers = index.get(
      keyOf(service, { ...ask, target: redact(ask.target), ...redactedBody(ask, redact) }),
    );
    const place = answers?.places[Math.min(answers.next, answers.places.length - 1)];
    if (answers === undefined || place === undefined) {
      unrecorded += 1;
      throw new Trouble("the recording holds no answer");
    }
    answers.next += 1;
    return readAnswer(place);
  }

  function readAnswer({ start, length }: Place): Incoming {
    const bytes = Buffer.allocUnsafe(length);
    readSync(file, bytes, 0, length, start);
    const { response, failure } = exchangeIn(bytes.toString("utf8"));
    if (failure !== undefined) {
      throw new Failure(failure.kind, failure.message, failure.again);
    }
    if (response === undefined) {
      throw new Error("an exchange of the recording has neither an answer nor a failure");
    }
    if (response.cut === true) {
      throw new Trouble(`the recording kept only the beginning of this answer of ${response.size} bytes`);
    }
    return { status: response.status, headers: response.headers, bytes: bytesOf(response), decoded: true };
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

function redactedBody({ body }: Ask, redact: Redact): { readonly body?: string } {
  return body === undefined ? {} : { body: redact(body) };
}

function indexOf(path: string): ReadonlyMap<string, Answers> {
  const index = new Map<string, Answers>();
  for (const { line, place } of linesOfRecording(path)) {
    if (line.type === "exchange") {
      const key = keyOf(line.service, line.request);
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
  { method, target, rooted, body }: Pick<Ask, "method" | "target" | "rooted" | "body">,
) {
  const parts = [service, method, rooted === true, target, body ?? null];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}
