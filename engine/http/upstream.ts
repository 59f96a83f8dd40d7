import { BLOCKED, documentedMessages, isBarred, isBlocked, isShownError } from "../message/classify.ts";
import { tried } from "../model/cannot-run.ts";
import { UnusableResponse, type ApiResponse } from "../model/exchange.ts";
import { Failure, HTTP_ON_TLS_PORT, otherProtocol } from "../message/errors.ts";
import { inQuotes } from "../secrets/escape.ts";

const TOO_MANY = 429;
const UNAVAILABLE_STATUSES = 503;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const REQUEST_TIMEOUT = 408;
const BAD_GATEWAY = 502;
const OF_SERVICE = { obstacle: "service" } as const;

/** What is known beside a response. */
interface ResponseContext {
  /** Other requests of the endpoint were answered: a 403 is no demand for credentials. */
  readonly others?: boolean;
  /** The user gave headers, and the request has them. */
  readonly given?: boolean;
}

/**
 * Why a response is not the implementation's own: a gateway, a limit or missing credentials speak instead. An error
 * that the contract shows is its own, whatever the status code. A 403 to a malformed request is no demand for credentials.
 */
export function unusableReason(
  response: ApiResponse,
  mostWaitMs: number,
  { others = false, given = false }: ResponseContext = {},
): UnusableResponse | undefined {
  const { status, headers } = response;
  if (status === 200 || isShownError(response)) {
    return undefined;
  }
  // A 503 that names no time is a hiccup of one request: nothing else is held back for it.
  if (status === TOO_MANY || (status === UNAVAILABLE_STATUSES && headers["retry-after"] !== undefined)) {
    const why = status === TOO_MANY ? "there are too many requests" : "it is not available for a while";
    const waitMs = Math.min(retryAfterMs(headers["retry-after"]), mostWaitMs);
    return new Failure("busy", `answered ${status}: the service says that ${why}`, { ...OF_SERVICE, waitMs });
  }
  // Those above 504 are of gateways too: RFC 6585, 6, and what networks in front of services made up.
  if (status === REQUEST_TIMEOUT || status >= BAD_GATEWAY) {
    const own = documentedMessages(response)?.join("; ");
    return own === undefined
      ? new Failure("cut", `answered ${status}: a gateway or time-out speaks instead of the service`)
      : new Failure("cut", `answered ${status}: the service itself says ${inQuotes(own)}`, OF_SERVICE);
  }
  if (status >= 300 && status < 400) {
    const url = redirectedUrl(response);
    const use = url === undefined ? "" : `; use ${url}`;
    return new UnusableResponse(
      `answered ${status}${redirectTarget(response)}: redirects are not followed${use}`,
      "request",
      {
        ...OF_SERVICE,
        ...(url === undefined ? {} : { remedy: { kind: "useUrl", of: url } }),
      },
    );
  }
  if (status === BAD_REQUEST && PLAIN_ON_TLS.test(response.body.text)) {
    return otherProtocol(HTTP_ON_TLS_PORT);
  }
  if (isBarred(response) && response.request.service !== "status" && !demandsApiKey(response)) {
    const isMalformed = response.request.expects === "refusal";
    if (status === FORBIDDEN && (others || isMalformed)) {
      const refused = others
        ? `answered ${status} to this request; others of this endpoint were answered`
        : `answered ${status} to a malformed request: nobody can tell whether it is refused for that`;
      return new UnusableResponse(refused, "request", OF_SERVICE);
    }
    if (isBlocked(response)) {
      return new UnusableResponse(BLOCKED.reason, "request", BLOCKED.why);
    }
    const wanted = given
      ? "the service does not accept the headers that were given; correct them in the target file"
      : "the service needs credentials; give headers in the target file";
    return new UnusableResponse(`answered ${status}: ${wanted}`, "request", {
      obstacle: "user",
      remedy: { kind: "giveCredentials", of: response.request.service },
    });
  }
  return undefined;
}

/** The apiKey is a member of the body, and optional (4.9, 5): who demands it speaks as the implementation. */
function demandsApiKey({ request, body }: ApiResponse): boolean {
  return request.service === "verify" && /api[ _-]?key/i.test(body.text.slice(0, 2_000));
}

function redirectTarget({ headers }: ApiResponse): string {
  const location = headers["location"];
  return location === undefined ? "" : ` (to ${inQuotes(location)})`;
}

/** What nginx, Apache and Go say to a plain request on a port that speaks TLS. */
const PLAIN_ON_TLS =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/;

/** The base URL under which a redirect finds the same path; undefined where it leads to another path. */
function redirectedUrl({ headers: { location = "" }, url, request }: ApiResponse): string | undefined {
  const target = tried(() => new URL(location, url))?.href;
  return target?.endsWith(request.target) === true && target !== url
    ? target.slice(0, target.length - request.target.length)
    : undefined;
}

/** What is waited where Retry-After says nothing. */
const DEFAULT_WAIT_MS = 500;

/** Milliseconds that a Retry-After field (RFC 9110, 10.2.3: seconds or a date) requests. */
export function retryAfterMs(field: string | undefined, now = Date.now()): number {
  if (field === undefined) {
    return DEFAULT_WAIT_MS;
  }
  const text = field.trim();
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? DEFAULT_WAIT_MS : Math.max(milliseconds, 0);
}
