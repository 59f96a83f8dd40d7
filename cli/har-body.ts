import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import { endsEarly, parseJson } from "../engine/message/body.ts";
import type { JsonRecord } from "../engine/message/classify.ts";
import { decode, hasDecoder } from "../engine/message/decode.ts";
import { messageOf, tryOrUndefined } from "../engine/model/cannot-run.ts";
import { countText } from "../engine/model/model.ts";
import { DEFAULT_LIMITS } from "../engine/model/settings.ts";
import { inQuotes } from "../engine/secrets/escape.ts";

const { responseBytes: MOST_BODY_BYTES } = DEFAULT_LIMITS;

export type RecordedBody = { readonly bytes: Uint8Array } | { readonly missing: string };

interface Recording {
  readonly file: string;
  /** `content` of a response in the HAR file, or `postData` of a request. */
  readonly holder: JsonRecord;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a body without bytes was empty, rather than not recorded. */
  readonly mayBeEmpty: boolean;
}

const notRecorded = (why?: string): RecordedBody => ({
  missing: `body not recorded${why === undefined ? "" : ` (${why})`}`,
});

/** Decodes the content coding of a recorded body. A truncated body counts as not recorded. */
export function readRecordedBody({ file, holder, headers, mayBeEmpty }: Recording): RecordedBody {
  const held = heldBytes(file, holder);
  if (!(held instanceof Uint8Array)) return held;
  if (held.length === 0) return mayBeEmpty ? { bytes: held } : notRecorded();
  const coding = codingOf(held, headers["content-encoding"]);
  const decoded = isJson(held) || coding === undefined ? held : decodedHarBytes(held, coding);
  if (!(decoded instanceof Uint8Array)) return decoded;
  return isCut(decoded, holder, headers)
    ? notRecorded(`cut at ${sizeInWords(decoded.length)}`)
    : { bytes: decoded };
}

function heldBytes(file: string, { text, encoding, _file: attached }: JsonRecord): Uint8Array | RecordedBody {
  if (typeof text === "string" && (text !== "" || typeof attached !== "string")) {
    return Buffer.from(text, String(encoding).toLowerCase() === "base64" ? "base64" : "utf8");
  }
  return typeof attached === "string" ? attachedBytes(file, attached) : notRecorded();
}

/** The bytes of an attached file. No file outside the folder of the HAR file is read, even if a link leads to it. */
function attachedBytes(file: string, name: string): Uint8Array | RecordedBody {
  const folder = realpathSync(dirname(file));
  const path = isAbsolute(name) ? undefined : tryOrUndefined(() => realpathSync(join(folder, name)));
  const shown = inQuotes(name, 80);
  if (isAbsolute(name) || path?.startsWith(folder + sep) === false) {
    return notRecorded(`its file ${shown} is outside the folder of the HAR file`);
  }
  const stats = path === undefined ? undefined : tryOrUndefined(() => statSync(path));
  if (path === undefined || stats?.isFile() !== true) return notRecorded(`its file ${shown} is missing`);
  if (stats.size > MOST_BODY_BYTES) {
    return notRecorded(`its file ${shown} is longer than ${countText(MOST_BODY_BYTES)} bytes`);
  }
  return tryOrUndefined(() => readFileSync(path)) ?? notRecorded(`its file ${shown} cannot be read`);
}

const isJson = (bytes: Uint8Array): boolean => parseJson(Buffer.from(bytes).toString("utf8")) !== undefined;

const BEGINNINGS = { gzip: [0x1f, 0x8b], zstd: [0x28, 0xb5, 0x2f, 0xfd] } as const;

const codingOf = (bytes: Uint8Array, field: string | undefined): string | undefined =>
  field ?? Object.entries(BEGINNINGS).find(([, begin]) => begin.every((byte, at) => bytes[at] === byte))?.[0];

/** Text that cannot be decoded is returned unchanged: the recorder has decoded it already. */
function decodedHarBytes(bytes: Uint8Array, coding: string): Uint8Array | RecordedBody {
  try {
    return decode(bytes, coding, MOST_BODY_BYTES);
  } catch (error) {
    const isText = isUtf8(bytes) && !bytes.includes(0) && !Buffer.from(bytes).includes("\ufffd");
    if (isText) return bytes;
    const isOnlyZstd = hasDecoder(coding.replaceAll(/zstd/gi, ""));
    const remedy = isOnlyZstd ? "; Node 22.15 and later versions can" : "";
    const why = hasDecoder(coding)
      ? messageOf(error)
      : `Node ${process.version} cannot decode ${inQuotes(coding, 40)}${remedy}`;
    return { missing: `body recorded, but not decoded (${why})` };
  }
}

/**
 * Whether a recorder cut a body: it is not JSON, and it is shorter than its stated size, or it ends inside a value and either no size is
 * stated or its length is a round number.
 */
function isCut(bytes: Uint8Array, { size }: JsonRecord, headers: Recording["headers"]): boolean {
  if (isJson(bytes)) return false;
  const whole = headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 0;
  const known = Math.max(typeof size === "number" ? size : 0, whole);
  const isRound = bytes.length % 1_024 === 0 || bytes.length % 1_000 === 0;
  return (
    bytes.length < known ||
    ((known === 0 || isRound) && endsEarly(Buffer.from(bytes).toString("utf8").trimStart()))
  );
}

function sizeInWords(bytes: number): string {
  const unit = [1_024, 1_000].find((each) => bytes > 0 && bytes % each === 0);
  return unit === undefined ? `${countText(bytes)} bytes` : `${countText(bytes / unit)} kB`;
}
