import { MEMBERS } from "../../config/choose-target.ts";
import type { Ask } from "../../engine/model/exchange.ts";
import type { Redact } from "../../engine/secrets/redact.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { Service, Settings } from "../../engine/model/settings.ts";
import { operations } from "../../schemas/operations.ts";

/** What a result shows in place of a secret, or of the rest of a long text. */
const NOT_KEPT = /\*\*\*|…$/;

/**
 * The request behind a violation, for the target as it is now. Undefined where the result did not keep it whole:
 * then only a clause that makes its own requests can be asked again.
 */
export function requestAgain(
  { endpoint }: ClauseResult,
  { request }: Violation,
  { target }: Pick<RunResult, "target">,
  settings: Settings,
  redact: Redact,
): Ask | undefined {
  const { service, method } = operations[endpoint];
  const place = placeOf(request.url, target[MEMBERS[service]]);
  const body = bodyAgain(request.body, service, settings, redact);
  if (place === undefined || NOT_KEPT.test(request.url) || body === undefined) {
    return undefined;
  }
  return { endpoint, service, method, ...place, expects: "success", ...(body === null ? {} : { body }) };
}

/** The path behind the URL that the service had then; from the origin where it was asked elsewhere. */
function placeOf(url: string, base: string | undefined): Pick<Ask, "target" | "rooted"> | undefined {
  if (base === undefined || !URL.canParse(base)) {
    return undefined;
  }
  if (url.startsWith(`${base}/`)) {
    return { target: url.slice(base.length) };
  }
  const { origin } = new URL(base);
  return url.startsWith(`${origin}/`) ? { target: url.slice(origin.length), rooted: true } : undefined;
}

/** The body, with the key of the sample that it was made of. */
function bodyAgain(
  body: string | null,
  service: Service,
  { target }: Settings,
  redact: Redact,
): string | null | undefined {
  if (body === null || !NOT_KEPT.test(body)) {
    return body;
  }
  const samples = service === "verify" ? (target.samples.verifications ?? []) : [];
  return samples.map((sample) => JSON.stringify(sample)).find((text) => redact(text) === body);
}
