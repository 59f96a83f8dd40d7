import { documentedMessages, isObject } from "./classify.ts";
import type { Code, Reason, Remedy } from "../model/reason.ts";
import { oneLine } from "../secrets/escape.ts";
import { type FailureKind, type UnusableDetails, UnusableResponse } from "../model/exchange.ts";
import { present } from "../model/model.ts";

const FAILURE_CODES: Readonly<Record<FailureKind, Code>> = {
  unreachable: "unreachable",
  silent: "timeOut",
  cut: "connectionLost",
  busy: "busy",
  excess: "responseTooLong",
};

/** A failed attempt to get a usable response; a retry may succeed unless `isFinal`. */
export type Failure = UnusableResponse<FailureKind>;

export const isFailure = (error: unknown): error is Failure =>
  error instanceof UnusableResponse && error.kind in FAILURE_CODES;

interface FailureDetails extends UnusableDetails, Partial<Pick<Reason, "code">> {
  readonly remedy?: Remedy | undefined;
}

export const failureOf = (
  kind: FailureKind,
  reason: string,
  { code = FAILURE_CODES[kind], remedy, ...details }: FailureDetails = {},
): Failure => new UnusableResponse(kind, { code, reason, ...present({ remedy }) }, details);

/** Whether an error response in the form of §7, with status 408 or from 502, is the reason: it comes from the service itself. */
export const isErrorOfService = (error: unknown): error is Failure =>
  isFailure(error) &&
  error.kind === "cut" &&
  error.response !== undefined &&
  documentedMessages(error.response) !== undefined;

/** How far an exchange got before it failed: request sent, head of the response received, bytes of its body received. */
export type Progress = Readonly<{ sent: boolean; head: boolean; bytes: number }>;

/** Descriptions of errors by code. Other errors are described in the words of Node.js or OpenSSL. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused (most likely a wrong URL, or a server that is down)",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve",
};

/** Codes of the errors for a TLS alert of the server, such as one about a missing client certificate. */
const ALERT = /^ERR_SSL_\w+_ALERT_/;

/** Why no connection could be established. TLS errors are described by their `reason`: their `message` names a line of OpenSSL's source. */
function connectionProblem(code: string, error: Error): string {
  const names = namesInCertificate(error);
  if (names !== undefined) {
    return `the certificate of the server is for ${names}, not for the host of the URL (${code})`;
  }
  const description = "reason" in error && typeof error.reason === "string" ? error.reason : error.message;
  const meaning = tlsCauseOf(code)?.words;
  const ending = meaning === undefined ? "" : `: ${meaning}`;
  return UNREACHABLE[code] ?? `${oneLine(description, 200)} (${code})${ending}`;
}

/** The hosts of a certificate (alternative names, or else the common name), if the error is that it is for another host. */
function namesInCertificate(error: Error): string | undefined {
  if (!("cert" in error) || !isObject(error.cert)) return undefined;
  const { subjectaltname, subject } = error.cert;
  const candidates: readonly unknown[] = [subjectaltname, isObject(subject) ? subject["CN"] : undefined];
  const names = candidates.find((one) => typeof one === "string") ?? "no host";
  return oneLine(names.replaceAll(/\b(DNS|IP Address):/g, ""), 200);
}

interface TlsCause {
  readonly words: string;
  readonly remedy: Remedy;
}

const TLS_ON_PLAIN_PORT: TlsCause = {
  words: "the port speaks plain HTTP; use http://",
  remedy: { kind: "useUrl", of: "http://" },
};
export const HTTP_ON_TLS_PORT: TlsCause = {
  words: "the port speaks TLS; use https://",
  remedy: { kind: "useUrl", of: "https://" },
};
const HTTP_2_ONLY: TlsCause = {
  words: "the server speaks HTTP/2 only, and this suite HTTP/1.1",
  remedy: { kind: "offerHttp1" },
};

const CLIENT_CERTIFICATE: TlsCause = {
  words:
    "the server most likely requires a client certificate that it trusts: give one with --cert and --key",
  remedy: { kind: "giveCertificate" },
};
const NOT_VALID_NOW: TlsCause = {
  words: "the certificate of the server has to be valid now",
  remedy: { kind: "correctCertificate" },
};
const UNKNOWN_AUTHORITY: TlsCause = {
  words: "give the certificate of its authority with --ca FILE",
  remedy: { kind: "trustAuthority" },
};

/** The cause of an error whose code matches, with a remedy. The first match counts. */
const TLS_CAUSES: readonly (readonly [codes: RegExp, cause: TlsCause])[] = [
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST/, TLS_ON_PLAIN_PORT],
  [/ALERT_NO_APPLICATION_PROTOCOL/, HTTP_2_ONLY],
  [/ALERT_\w*(CERTIFICATE|UNKNOWN_CA)|ALERT_HANDSHAKE_FAILURE/, CLIENT_CERTIFICATE],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, NOT_VALID_NOW],
  [/SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/, UNKNOWN_AUTHORITY],
];

const tlsCauseOf = (code: string): TlsCause | undefined =>
  TLS_CAUSES.find(([codes]) => codes.test(code))?.[1];

/** The cause if a response is not HTTP/1.1 but a TLS alert or the SETTINGS frame of HTTP/2; undefined for any other text. */
function protocolOf(text: string): TlsCause | undefined {
  if (text.startsWith("\u0015\u0003")) return HTTP_ON_TLS_PORT;
  // A SETTINGS frame begins with three bytes of length, the type 4, a byte of flags, and stream 0 in four bytes.
  const isSettings = text.startsWith("\0\0") && text[3] === "\u0004" && text.slice(5, 9) === "\0\0\0\0";
  return isSettings ? HTTP_2_ONLY : undefined;
}

export const isTls = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(code);

const CORRECT_PROXY: Remedy = { kind: "correctProxy" };

/** The failure if a proxy refused the connection, with a status or by closing it. */
export function refusedByProxy(status?: string): Failure {
  const what = status === undefined ? "closed the connection" : `returned status ${status}`;
  const advice = status === "407" ? ": give it credentials, or other ones, in its URL" : "";
  return unreachable(`the proxy refuses the connection: the proxy ${what}${advice}`, true, CORRECT_PROXY);
}

export const noProxy = (proxy: string, error: Error): Failure => {
  const problem = connectionProblem(codeOf(error), error);
  return unreachable(`the proxy at ${proxy} cannot be reached: ${problem}`, false, CORRECT_PROXY);
};

/** The message of undici's error if a proxy refuses. No other member of the error has the status. */
const PROXY_REFUSES = /^Proxy (?:response|Authentication Required) \((\d+)\)/;

/** Turns an error of undici or a connection into a failure. An `UnusableResponse`, and an error for an invalid argument, stay unchanged. */
export function toFailure(error: Error, progress: Progress, headerBytes: number): Error {
  if (error instanceof UnusableResponse) return error;
  const [, status] = PROXY_REFUSES.exec(error.message) ?? [];
  if (status !== undefined) return refusedByProxy(status);
  const code = codeOf(error);
  if (code === "UND_ERR_INVALID_ARG") return error;
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    const limit = `${bytesText(headerBytes)}, the limit for one response`;
    return beyondLimit(`the header fields are longer than ${limit}`);
  }
  if (!progress.sent || ALERT.test(code)) {
    const names = namesInCertificate(error);
    const ofNames = { kind: "correctCertificate", of: names ?? "" } as const;
    const remedy = names === undefined ? tlsCauseOf(code)?.remedy : ofNames;
    return unreachable(connectionProblem(code, error), progress.sent, remedy);
  }
  const protocol = "data" in error && typeof error.data === "string" ? protocolOf(error.data) : undefined;
  if (protocol !== undefined) return otherProtocol(protocol);
  return failureOf("cut", `${howItBroke(code, error)} ${whereItBroke(progress)}`);
}

const unreachable = (reason: string, isFinal = false, remedy?: Remedy): Failure =>
  failureOf("unreachable", `cannot be reached: ${reason}`, { isFinal, remedy });

export const otherProtocol = ({ words, remedy }: TlsCause): Failure => unreachable(words, true, remedy);

/** The failure if there is no complete response, or no connection, within the time for one request. */
export function timeOut(milliseconds: number, { sent, head, bytes }: Progress): Failure {
  const within = `within ${milliseconds} ms`;
  const received = head ? `, and only ${bytes} bytes of its body were received` : "";
  return sent
    ? failureOf("silent", `no complete response ${within} (increase it with --request-timeout)${received}`)
    : unreachable(`no connection ${within}`);
}

export const beyondLimit = (reason: string): Failure => failureOf("excess", reason, { isFinal: true });

/** A number of bytes with its unit, such as "2 MiB (2,097,152 bytes)". */
export function bytesText(bytes: number): string {
  const text = `${bytes.toLocaleString("en")} bytes`;
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB (${text})` : text;
}

function howItBroke(code: string, { name, message }: Error): string {
  if (name === "HTTPParserError") return `the response is not HTTP (${message.slice(0, 200)})`;
  const isReset = code === "ECONNRESET" || code === "EPIPE";
  return isReset ? "the connection was reset" : `the connection failed (${message})`;
}

export const whereItBroke = ({ head, bytes }: Progress): string =>
  head ? `after ${bytes} bytes of the body` : "before the response began";

function codeOf(error: Error): string {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error.message;
}
