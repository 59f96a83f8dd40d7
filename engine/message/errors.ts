import { documentedMessages } from "./classify.ts";
import type { Obstacle } from "../model/clause-results.ts";
import { oneLine } from "../secrets/escape.ts";
import { UnusableResponse, type Remedy } from "../model/exchange.ts";
import { present } from "../model/model.ts";

/**
 * What kept an attempt from giving a usable response. `unreachable`: no connection; `silent`: no complete answer in
 * time; `cut`: the connection broke, or a gateway answered; `busy`: the service requests patience; `excess`: the
 * answer is beyond a limit, or cannot be decoded.
 */
export type FailureKind = "unreachable" | "silent" | "cut" | "busy" | "excess";

/** What else is known of a failure. */
interface More {
  /** Milliseconds that the target wants to be left alone. */
  readonly waitMs?: number;
  /** It would be so again. */
  readonly isFinal?: boolean;
  readonly obstacle?: Obstacle;
  readonly remedy?: Remedy | undefined;
}

/** An attempt that came to nothing. */
export class Failure extends UnusableResponse {
  readonly kind: FailureKind;
  readonly waitMs: number;
  readonly isFinal: boolean;
  constructor(
    kind: FailureKind,
    message: string,
    { waitMs = 0, isFinal = false, obstacle = "network", remedy }: More = {},
  ) {
    super(message, "request", { obstacle, ...present({ remedy }) });
    this.name = "Failure";
    this.kind = kind;
    this.waitMs = waitMs;
    this.isFinal = isFinal;
    this.isTimeOut = kind === "silent";
  }
}

/** A failure whose response is an error of the service itself, in the form that the contract shows. */
export function isOwn(error: unknown): error is Failure {
  return (
    error instanceof Failure &&
    error.kind === "cut" &&
    error.response !== undefined &&
    documentedMessages(error.response) !== undefined
  );
}

/** How far an exchange had come when it broke. */
export interface Progress {
  /** The request had gone out on a connection. */
  readonly sent: boolean;
  /** The head of the response had come. */
  readonly head: boolean;
  /** Bytes of the body that had come. */
  readonly bytes: number;
}

/** Codes of connections that do not come about; others are told as Node tells them. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused (most likely a wrong URL, or a service that is down)",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve",
};

/** What the other side says of our certificate, or of the lack of one. */
const ALERT = /^ERR_SSL_\w+_ALERT_/;

/** Why no connection came about: of a secure one Node tells the reason apart from its place in the library. */
function whyNoDocumentedError(code: string, error: Error): string {
  const words = "reason" in error && typeof error.reason === "string" ? error.reason : error.message;
  const known = UNREACHABLE[code];
  const [, { words: meaning } = { words: "" }] = TLS_CAUSES.find(([codes]) => codes.test(code)) ?? [];
  return known ?? `${oneLine(words, 200)} (${code})${meaning === "" ? "" : `: ${meaning}`}`;
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

/** What OpenSSL's codes mean to a user, and what can be done about it. */
const TLS_CAUSES: readonly (readonly [codes: RegExp, cause: TlsCause])[] = [
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST/, TLS_ON_PLAIN_PORT],
  [/ALERT_NO_APPLICATION_PROTOCOL/, HTTP_2_ONLY],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/,
    { words: "give the certificate of its authority with --ca FILE", remedy: { kind: "trustAuthority" } },
  ],
];

/** What a text that is no HTTP/1.1 response begins as: an alert of TLS, or the settings frame of HTTP/2. */
function protocolOf(text: string): TlsCause | undefined {
  if (text.startsWith("\u0015\u0003")) {
    return HTTP_ON_TLS_PORT;
  }
  // Three bytes of length, the type of the frame, its flags, and stream 0 in four bytes.
  const isSettings = text.startsWith("\0\0") && text[3] === "\u0004" && text.slice(5, 9) === "\0\0\0\0";
  return isSettings ? HTTP_2_ONLY : undefined;
}

export const isTls = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(code);

/** The proxy, and not the service, refused: with a status, or by hanging up. */
export function refusedByProxy(status?: string): Failure {
  const responded = status === undefined ? "it closed the connection" : `it answered ${status}`;
  const why = status === "407" ? "it needs credentials, or others: give them in its URL" : responded;
  return unreachable(`the proxy lets nothing through: ${why}`, true);
}

/** The proxy itself was not reached. */
export const noProxy = (proxy: string, error: Error): Failure =>
  unreachable(`the proxy at ${proxy} cannot be reached: ${whyNoDocumentedError(codeOf(error), error)}`);

/** What undici says where a proxy refuses: the status stands nowhere else. */
const PROXY_REFUSES = /^Proxy (?:response|Authentication Required) \((\d+)\)/;

/**
 * What an error of the connection means for the request that it hit; an error of our own stays what it is. `headerBytes` is the
 * limit on the header fields of a response.
 */
export function failureOf(error: Error, progress: Progress, headerBytes: number): Error {
  if (error instanceof UnusableResponse) {
    return error;
  }
  const [, status] = PROXY_REFUSES.exec(error.message) ?? [];
  if (status !== undefined) {
    return refusedByProxy(status);
  }
  const code = codeOf(error);
  if (code === "UND_ERR_INVALID_ARG") {
    return error;
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return excess(
      `the header fields are longer than ${bytesText(headerBytes)}, the most that is read of one response`,
    );
  }
  const [, cause] = TLS_CAUSES.find(([codes]) => codes.test(code)) ?? [];
  if (!progress.sent) {
    return unreachable(whyNoDocumentedError(code, error), false, cause?.remedy);
  }
  if (ALERT.test(code)) {
    return unreachable(whyNoDocumentedError(code, error), true, cause?.remedy);
  }
  const protocol = "data" in error && typeof error.data === "string" ? protocolOf(error.data) : undefined;
  if (protocol !== undefined) {
    return otherProtocol(protocol);
  }
  return new Failure("cut", `${howItBroke(code, error)} ${whereItBroke(progress)}`);
}

const unreachable = (reason: string, isFinal = false, remedy?: Remedy): Failure =>
  new Failure("unreachable", `cannot be reached: ${reason}`, { isFinal, remedy });

/** The server speaks another protocol than the URL says. */
export const otherProtocol = ({ words, remedy }: TlsCause): Failure => unreachable(words, true, remedy);

export function silent(milliseconds: number, { sent, head, bytes }: Progress): Failure {
  const within = `within ${milliseconds} ms`;
  const came = head ? `, only ${bytes} bytes of its body` : "";
  return sent
    ? new Failure("silent", `no complete response came ${within} (--request-timeout gives more)${came}`)
    : unreachable(`no connection came about ${within}`);
}

/** The response is beyond a limit. */
export const excess = (reason: string): Failure =>
  new Failure("excess", reason, { isFinal: true, obstacle: "service", remedy: { kind: "shortenBody" } });

/** A number of bytes with its unit, such as "2 MiB (2,097,152 bytes)". */
export const bytesText = (bytes: number): string =>
  bytes % 2 ** 20 === 0
    ? `${bytes / 2 ** 20} MiB (${bytes.toLocaleString("en")} bytes)`
    : `${bytes.toLocaleString("en")} bytes`;

function howItBroke(code: string, { name, message }: Error): string {
  if (name === "HTTPParserError") {
    return `the response is not HTTP (${message.slice(0, 200)})`;
  }
  return code === "ECONNRESET" || code === "EPIPE"
    ? "the connection was reset"
    : `the connection failed (${message})`;
}

export function whereItBroke({ head, bytes }: Progress): string {
  return head ? `after ${bytes} bytes of the body` : "before the response began";
}

/** The position in a text that an error of the JSON parser names; undefined where the error is no such one. */
export function positionIn(error: unknown): number | undefined {
  const [, position] = error instanceof SyntaxError ? (/ at position (\d+)$/.exec(error.message) ?? []) : [];
  return position === undefined ? undefined : Number(position);
}

function codeOf(error: Error): string {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error.message;
}
