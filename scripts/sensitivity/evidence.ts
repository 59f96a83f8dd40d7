import { execFile, spawnSync } from "node:child_process";
import { LosslessNumber } from "lossless-json";
import { parseExactly, readBody } from "../../engine/message/body.ts";
import { describe } from "../../engine/message/classify.ts";
import { stepsOf } from "../../engine/message/known-deviations.ts";
import { excerptOf } from "../../engine/evidence/excerpt.ts";
import { BODY_CUT_AT } from "../../engine/evidence/violation.ts";
import { cut } from "../../engine/schema/check-fields.ts";
import type { ClauseResult, ReportedExchange, Violation } from "../../engine/model/clause-results.ts";
import type { Endpoint } from "../../engine/model/settings.ts";
import { operations } from "../../schemas/operations.ts";

/** Curl lines that run at once. */
const TOGETHER = 4;
/** Milliseconds and bytes that one may take. */
const MOST_MS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** What a curl line printed. */
interface Printed {
  readonly status: number;
  readonly body: Buffer;
  /** The content-type field. */
  readonly type: string | undefined;
}

/** Whether this machine has the shell and the curl that the lines are made for. */
export const hasCurl = (): boolean => spawnSync("sh", ["-c", "curl --version"]).status === 0;

/**
 * What a report says of its exchanges and a shell does not show; the target still has to answer as it did. The status
 * is compared, the body, the value at the pointer or else the whole answer in the words of the violation, and the body of
 * each exchange that stands beside it; of an unsteady target, which says something else each time, the status alone.
 */
export async function untrueIn(
  results: readonly ClauseResult[],
  unsteady: boolean,
): Promise<readonly string[]> {
  const queue = results.flatMap(({ id, endpoint, violations }) =>
    violations.map((violation) => ({ id, endpoint, violation })),
  );
  const untrue: string[] = [];
  const run = createShell();
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const { id, endpoint, violation } = item;
      const wrong = unsteady
        ? await otherStatus(violation, runLine)
        : await untrueOf(violation, endpoint, run);
      untrue.push(...wrong.map((text) => `${id}: ${text} (${violation.message}; ${violation.curl})`));
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return untrue;
}

async function otherStatus({ curl, response }: Violation, run: Shell): Promise<readonly string[]> {
  const { status } = await run(curl);
  return status === response.status ? [] : [`the status is said to be ${response.status}, and is ${status}`];
}

async function untrueOf(violation: Violation, endpoint: Endpoint, run: Shell): Promise<readonly string[]> {
  const others = (violation.exchanges ?? []).filter(({ beside }) => beside === true);
  const printed = await run(violation.curl);
  const more = await Promise.all(others.map(async (other) => differsFrom(other, await run(other.curl))));
  return [...untrueOfAnswer(violation, endpoint, printed), ...more.flat()];
}

/** Whether the answer to the request of a violation is the one that it tells of: as a whole, and at its place. */
function untrueOfAnswer(
  { pointer, actual, response, excerpt }: Violation,
  endpoint: Endpoint,
  { status, body, type }: Printed,
): readonly string[] {
  const { text } = readBody(body);
  const wrong: string[] = [];
  const compare = (what: string, said: unknown, shown: unknown): void => {
    if (JSON.stringify(said) !== JSON.stringify(shown)) {
      wrong.push(`${what} is said to be ${cut(said)}, and is ${cut(shown)}`);
    }
  };
  compare("the status", response.status, status);
  compare("the body", response.body, beginning(text, BODY_CUT_AT));
  if (pointer !== "") {
    compare("the surroundings", excerpt, excerptOf(text, pointer));
    const [plain, exact] = [JSON.parse(text) as unknown, parseExactly(text).value];
    const words = wordsFor(actual, valueAt(plain, pointer), valueAt(exact, pointer));
    compare(`the value at ${pointer}`, actual, words);
  } else {
    compare("the answer", actual, wholeInWords(actual, endpoint, { status, body, type }));
  }
  return wrong;
}

/** A whole answer in words of a violation: that of them which was said, or else status and kind of body. */
function wholeInWords(said: string, endpoint: Endpoint, { status, body: bytes, type }: Printed): string {
  const body = readBody(bytes);
  const { service } = operations[endpoint];
  const media = type === undefined ? "no Content-Type" : `Content-Type: ${type}`;
  return (
    [media, body.fault].find((text) => text === said) ??
    describe({ ask: { endpoint, service }, status, body })
  );
}

/** Whether another exchange that a rule over several answers leans on is as it is told. */
function differsFrom({ number, status, body }: ReportedExchange, printed: Printed): readonly string[] {
  const text = beginning(readBody(printed.body).text, body.endsWith("…") ? body.length - 1 : body.length);
  return status === printed.status && body === text ? [] : [`exchange ${number} is another one`];
}

const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** What stands at a JSON Pointer; undefined where nothing does. */
const valueAt = (whole: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    whole,
  );

/** The value in words of a violation: that of them which was said, or else its JSON. */
function wordsFor(said: string, value: unknown, written: unknown): string {
  const length = Array.isArray(value) ? value.length : undefined;
  const words = [cut(value), `${length} rows`, "an array", `an array of ${length}`];
  const exact = written instanceof LosslessNumber ? [cut(written.value, true)] : [];
  return [...exact, ...words].find((text) => text === said) ?? cut(value);
}

/** Runs a line in a shell, as a reader would. */
type Shell = (line: string) => Promise<Printed>;

/** Runs each line once: many clauses show the same request, and a target that is steady answers it alike. */
function createShell(): Shell {
  const printed = new Map<string, Promise<Printed>>();
  return (line) => {
    const known = printed.get(line) ?? runLine(line);
    printed.set(line, known);
    return known;
  };
}

async function runLine(line: string): Promise<Printed> {
  const output = await new Promise<Buffer>((resolve, reject) => {
    const options = { encoding: "buffer", maxBuffer: MOST_BYTES, timeout: MOST_MS } as const;
    execFile("sh", ["-c", `${line} -s`], options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  const end = output.indexOf("\r\n\r\n");
  const status = Number(/^HTTP\/\S+ (\d{3})/.exec(output.toString("latin1", 0, 20))?.[1]);
  const type = /^content-type: *(.*?)\r?$/im.exec(output.toString("latin1", 0, end))?.[1];
  return { status, type, body: output.subarray(end + 4) };
}
