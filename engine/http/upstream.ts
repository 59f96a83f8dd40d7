import { BLOCKED, documentedMessages, isAccessDenied, isBlocked } from "../message/classify.ts";
import { isDocumentedError } from "../message/classify.ts";
import { tryOrUndefined } from "../model/cannot-run.ts";
import { present } from "../model/model.ts";
import { UnusableResponse, type ApiResponse } from "../model/exchange.ts";
import * as errors from "../message/errors.ts";
import { inQuotes } from "../secrets/escape.ts";

/**
 * Why a response cannot be checked: it comes from a gateway, asks for a pause, is a redirect, denies access, or belongs to another
 * protocol. An error with a message of §7 is usable, whatever its status. So is a denial of access by the status API, which has no
 * authentication (§5), and one that demands the `apiKey` of a verification.
 *
 * `mostWaitMs`: the longest pause, in milliseconds, that Retry-After may ask for. `otherResponded`: another request to the endpoint got
 * a usable response, so that a 403 does not demand credentials. `hasUserHeaders`: headers of the user were sent.
 */
export function unusableReason(
  response: ApiResponse,
  mostWaitMs: number,
  { otherResponded = false, hasUserHeaders = false } = {},
): UnusableResponse | undefined {
  const { status, headers } = response;
  if (status === 200 || isDocumentedError(response)) return undefined;
  // Only a 503 with Retry-After concerns the whole service. Any other 503 concerns one request, which is retried.
  if (status === 429 || (status === 503 && headers["retry-after"] !== undefined)) {
    const why = status === 429 ? "too many requests were sent" : "it is temporarily unavailable";
    const waitMs = Math.min(retryAfterMs(headers["retry-after"]), mostWaitMs);
    const reason = `status ${status}: the service reports that ${why}`;
    return errors.failureOf("busy", reason, { waitMs });
  }
  // Statuses above 504 come from gateways too: 511 (RFC 6585, section 6), and the private ones of content delivery networks.
  if (status === 408 || status >= 502) {
    const messages = documentedMessages(response)?.join("; ");
    const [from, code] =
      messages === undefined
        ? (["a gateway in front of the service", "gatewayError"] as const)
        : ([`the service itself: ${inQuotes(messages)}`, "serviceError"] as const);
    return errors.failureOf("cut", `status ${status} from ${from}`, { code });
  }
  // A 304 is not a redirect, and no request has a condition: the response comes from the implementation or its cache.
  if (status >= 300 && status < 400 && status !== 304) {
    const { location } = headers;
    const target = location === undefined ? "" : ` (to ${inQuotes(location)})`;
    const url = redirectedUrl(response);
    const advice = url === undefined ? "" : `; use ${url}`;
    const reason = `status ${status}${target}: redirects are not followed${advice}`;
    const remedy = url === undefined ? undefined : ({ kind: "useUrl", of: url } as const);
    return new UnusableResponse("refused", { code: "redirected", reason, ...present({ remedy }) });
  }
  if (status === 400 && PLAIN_ON_TLS.test(response.body.text)) {
    return errors.otherProtocol(errors.HTTP_ON_TLS_PORT);
  }
  if (isAccessDenied(response) && response.request.service !== "status" && !demandsApiKey(response)) {
    const isMalformed = response.request.expects === "refusal";
    if (status === 403 && (otherResponded || isMalformed)) {
      const reason = otherResponded
        ? `status ${status} for this request, while other requests to this endpoint got usable responses`
        : `status ${status} for a malformed request, which may be refused because of its form or because credentials are missing`;
      return new UnusableResponse("refused", { code: "refused", reason });
    }
    if (isBlocked(response)) return new UnusableResponse("refused", BLOCKED);
    const problem = hasUserHeaders
      ? "the service does not accept the configured headers; correct them in the target file"
      : "the service requires credentials; add headers to the target file";
    return new UnusableResponse("refused", {
      code: "credentialsNeeded",
      reason: `status ${status}: ${problem}`,
      remedy: { kind: "giveCredentials", of: response.request.service },
    });
  }
  return undefined;
}

/** Whether a response demands the optional `apiKey` of the body (§4.9, §5): then it comes from the implementation. */
const demandsApiKey = ({ request, body }: ApiResponse): boolean =>
  request.service === "verify" && /api[ _-]?key/i.test(body.text.slice(0, 2_000));

/** The messages of nginx, Apache and Go for a plain HTTP request on a TLS port. */
const PLAIN_ON_TLS =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/;

/** The URL of the service to which a redirect leads, if it keeps path and query of the request; undefined for any other redirect. */
function redirectedUrl({ headers: { location = "" }, url, request }: ApiResponse): string | undefined {
  const target = tryOrUndefined(() => new URL(location, url))?.href;
  return target?.endsWith(request.target) === true && target !== url
    ? target.slice(0, target.length - request.target.length)
    : undefined;
}

/** Milliseconds to wait without a valid Retry-After field. */
const DEFAULT_WAIT_MS = 500;

/** The milliseconds of a Retry-After field (RFC 9110, section 10.2.3: seconds or a date). `now` is in milliseconds since 1970. */
export function retryAfterMs(field: string | undefined, now = Date.now()): number {
  if (field === undefined) return DEFAULT_WAIT_MS;
  const text = field.trim();
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? DEFAULT_WAIT_MS : Math.max(milliseconds, 0);
}

/** Milliseconds before the first retry, which double for each further one up to `longest`. */
const REPEAT_AFTER_MS = { first: 100, longest: 2_000 };
/** Number of retries after a 429, or while no connection can be established: both pass with time. */
const MANY_RETRIES = 8;

/** Maximum number of retries after a failure. `retries`: the configured number, which holds unless the kind has its own; 0: never any. */
export function retriesAfter({ kind, isFinal, response }: errors.Failure, retries: number): number {
  if (isFinal || retries === 0) return 0;
  return kind === "silent" ? 1 : kind === "unreachable" || response?.status === 429 ? MANY_RETRIES : retries;
}

/** Milliseconds before the next retry. After `Retry-After: 0`, the first retry follows immediately. */
export const retryDelayMs = ({ kind, waitMs }: errors.Failure, repeated: number): number =>
  kind === "busy" && waitMs === 0 && repeated === 0
    ? 0
    : Math.min(REPEAT_AFTER_MS.first * 2 ** repeated, REPEAT_AFTER_MS.longest);

/** Whether an error is a failed attempt with a status from 500 that does not come from the service itself. */
export const isAtGateway = (error: unknown): boolean =>
  errors.isFailure(error) && (error.response?.status ?? 0) >= 500 && !errors.isErrorOfService(error);
