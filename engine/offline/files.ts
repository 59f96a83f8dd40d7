import { jsonIn } from "../message/body.ts";
import type { ParameterNames } from "../model/settings.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { BadFile, firstLineOf, parseWhole, readWhole, STDIN } from "./read-file.ts";
import type { FileForm, SeenExchange } from "./exchange.ts";
import { isPlainExchange, plainExchanges } from "./exchange-lines.ts";
import { exchangeIn, isHar } from "./har.ts";
import { beginsRecording, linesOfRecording } from "./read-recording.ts";

/** A file, and what the user says of it. */
export interface NamedFile {
  readonly file: string;
  /** Whose body it is, where it is one. */
  readonly endpoint?: Endpoint;
}

/** Opens a file, which is read as it is asked for: what its content says counts before what its name may say. */
export function openFile(
  { file, endpoint }: NamedFile,
  mostBytes: number,
): { form: FileForm; exchanges: Iterable<SeenExchange> } {
  const first = file === STDIN ? "" : firstLine(file, mostBytes);
  if (beginsRecording(first)) {
    return { form: "recording", exchanges: recorded(file) };
  }
  if (isPlainExchange(jsonIn(first))) {
    return { form: "exchanges", exchanges: plainExchanges(file, mostBytes) };
  }
  const bytes = readWhole(file, mostBytes);
  if (endpoint === undefined || looksLikeHar(bytes)) {
    const value = parseWhole(file, bytes.toString("utf8").replace(/^\ufeff/, ""));
    if (isHar(value)) {
      return { form: "HAR", exchanges: entriesOf(file, value.log.entries) };
    }
  }
  if (endpoint !== undefined) {
    return { form: "body", exchanges: [{ place: "", endpoint, response: { bytes } }] };
  }
  throw new BadFile(
    file,
    "is neither a HAR file nor a recording nor lines of exchanges; a body alone needs --endpoint NAME, or --endpoint NAME=GLOB",
  );
}

/** Bytes in which the beginning of a HAR file is looked for. */
const HEAD = 4_096;

function looksLikeHar(bytes: Buffer): boolean {
  return /^[\s\ufeff]*\{\s*"log"\s*:/.test(bytes.subarray(0, HEAD).toString("utf8"));
}

/** The first line, where there is one; what is wrong with the file is found when it is read. */
function firstLine(file: string, mostBytes: number): string {
  try {
    return firstLineOf(file, mostBytes) ?? "";
  } catch {
    return "";
  }
}

function* entriesOf(file: string, entries: readonly unknown[]): Generator<SeenExchange> {
  for (const [index, entry] of entries.entries()) {
    yield exchangeIn(file, entry, `log.entries[${index}]`);
  }
}

function* recorded(file: string): Generator<SeenExchange> {
  let names: ParameterNames | undefined;
  for (const { run, entry, number } of linesOfRecording(file)) {
    names ??= run?.target.parameters;
    if (entry !== undefined) {
      yield { ...exchangeIn(file, entry, `line ${number}`), ...(names === undefined ? {} : { names }) };
    }
  }
}
