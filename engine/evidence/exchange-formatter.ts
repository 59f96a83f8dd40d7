import { formatCurl, requestFields, certificateArguments, headerPlaceholders } from "../http/curl.ts";
import type { ApiRequest, ApiResponse, ResponseBody } from "../model/exchange.ts";
import { cacheLast, present } from "../model/model.ts";
import type { Settings } from "../model/settings.ts";
import { type Redact, redactDeep, BODY_CUT_AT, cutRedacted } from "../secrets/redact.ts";
import { parseTree } from "./proof.ts";

/** Writes exchanges as curl lines and header fields without secrets. */
export interface ExchangeFormatter {
  readonly curl: (response: ApiResponse) => string;
  /** The header fields of the request. A configured field has its placeholder in place of its value. */
  readonly headers: (response: ApiResponse) => Readonly<Record<string, string>>;
  readonly redact: Redact;
  readonly redacted: ReturnType<typeof createRedactedResponse>;
  /** The seed of the run, which is part of each violation in results and failure messages; absent if no run sent the requests. */
  readonly seed?: number;
}

/** Each function caches its last result: one response may violate many clauses, and a large one takes up to half a second. */
export const createRedactedResponse = (redact: Redact) => ({
  body: cacheLast(({ text }: ResponseBody) => cutRedacted(text, redact, BODY_CUT_AT)),
  tree: cacheLast(({ text }: ResponseBody) => parseTree(redact(text))),
  headers: cacheLast((all: ApiResponse["headers"]) => redactDeep(all, (text) => cutRedacted(text, redact))),
});

export function createExchangeFormatter(
  settings: Pick<Settings, "target" | "placeholders" | "userAgent"> & Partial<Pick<Settings, "seed">>,
  redact: Redact,
): ExchangeFormatter & { readonly curlOfRequest: (request: ApiRequest) => string } {
  const curlLine = (request: ApiRequest, url: string): string => {
    const certificates = certificateArguments(settings.target.reach?.[request.service]);
    return formatCurl({ request, url }, headerPlaceholders(settings, request.service), redact, certificates);
  };
  return {
    curl: ({ request, url }) => curlLine(request, url),
    curlOfRequest: (request) => {
      const base = settings.target.urls[request.service] ?? "";
      return curlLine(request, (request.fromOrigin === true ? new URL(base).origin : base) + request.target);
    },
    headers: ({ request }) => {
      const fields = requestFields(request, settings);
      return Object.fromEntries(fields.map(([name, , placeholder]) => [name, placeholder]));
    },
    redact,
    redacted: createRedactedResponse(redact),
    ...present({ seed: settings.seed }),
  };
}

/** Members of a result: the curl line of a response that passes the clause, and where the requested record was found. */
export function formatSample(
  response: ApiResponse | undefined,
  formatter: ExchangeFormatter,
): { sample?: string; origin?: string } {
  const origin = response?.request.origin;
  return present({
    sample: response && formatter.curl(response),
    origin: origin && cutRedacted(origin, formatter.redact),
  });
}
