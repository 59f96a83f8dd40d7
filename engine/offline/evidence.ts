import { formatCurl, quoteForShell } from "../http/curl.ts";
import { readBody } from "../message/body.ts";
import { type Coverage, excuseStatus } from "../message/known-deviations.ts";
import { createRedactedResponse, type ExchangeFormatter } from "../evidence/exchange-formatter.ts";
import { type ApiRequest, decoded, type ApiResponse } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { mapValues } from "../model/model.ts";
import { createGrowingRedact } from "../secrets/redact.ts";
import type { RecordedResponse } from "./recorded-exchange.ts";

const HIDDEN_SECRET = "***";

const CREDENTIAL_FIELDS =
  /^(?:(?:.*-)?authorization|x-auth|cookie2?|set-cookie2?|.*(?:(?:api|access|functions|subscription)-?key|token|secret|password|session|auth-key|jwt|signature|credential).*)$/i;
/** Names of query parameters and members whose values are secret. */
const PARAMETERS =
  /^(?:.*(?:(?:api|access|subscription|private)[-_]?key|secret|passw(?:or)?d|token|signature|credentials?)|key|auth|authorization|jwt|sig|session(?:[-_]?id)?|sid|code)$/i;
/** A member of JSON whose value is text. */
const MEMBER = /"([\w.-]{1,60})"(\s*:\s*)"([^"\\]*(?:\\.[^"\\]*){0,999})"/g;
/** Members of records and errors that match {@link PARAMETERS} and are not secret. */
const OPEN_MEMBERS = new Set(["key", "code"]);
/** Parameters of the contract that match {@link PARAMETERS} and are not secret. */
const HARMLESS_NAMES = new Set(["token.id", "publickey", "account.publickey"]);

/** Maximum number of secrets that are remembered: redacting more would take too long. */
const MOST_SECRETS = 400;

type RecordedFields = Readonly<Record<string, string>>;

/** Removes the secrets from recorded requests and responses, and remembers them, because other texts may repeat them. */
function createHiding() {
  const secrets = new Set<string>();

  function hide(value: string): string {
    if (secrets.size < MOST_SECRETS && value !== HIDDEN_SECRET) secrets.add(value);
    return HIDDEN_SECRET;
  }

  const hideUser = (_: string, scheme: string, user: string): string => `${scheme}${hide(user)}@`;

  function hideParameter(pair: string): string {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    if (value === "" || HARMLESS_NAMES.has(name.toLowerCase()) || !PARAMETERS.test(name)) return pair;
    hide(decoded(value) ?? value);
    return `${name}=${hide(value)}`;
  }

  return {
    found: secrets,
    headers: (fields: RecordedFields): RecordedFields =>
      mapValues(fields, (value, name) => (CREDENTIAL_FIELDS.test(name) ? hide(value) : value)),
    url: (text: string): string =>
      text
        .replace(/#.*$/s, "")
        .replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i, hideUser)
        .replace(/\?(.*)$/s, (_, query: string) => `?${query.split("&").map(hideParameter).join("&")}`),
    body: (text: string): string => withoutKeys(text, hide),
  };
}

/** Replaces the text of each member whose name looks like that of a secret. */
const withoutKeys = (text: string, instead: (value: string) => string): string =>
  text.replace(MEMBER, (member, name: string, between: string, value: string) => {
    const isOpen = value === "" || OPEN_MEMBERS.has(name) || !PARAMETERS.test(name);
    return isOpen ? member : `"${name}"${between}"${instead(value)}"`;
  });

/** Replaces secrets in a body, and leaves invalid UTF-8. The secrets are not remembered: one may equal an id in another response. */
function bytesWithoutKeys(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  return Buffer.from(
    withoutKeys(text, () => HIDDEN_SECRET),
    "latin1",
  );
}

export interface EvidenceOptions {
  readonly known: readonly KnownDeviation[];
  readonly secrets: readonly string[];
  /** Returns the found secrets that can be hidden without making the report unreadable. */
  readonly hideable: (secrets: ReadonlySet<string>) => readonly string[];
}

/** Makes responses from recorded exchanges, without their secrets, and a formatter for them. */
export function createEvidence({ secrets, hideable }: EvidenceOptions, coverage: Coverage) {
  const hiding = createHiding();
  const fieldsOf = new WeakMap<ApiResponse, RecordedFields>();
  const hidden = (): readonly string[] => [...secrets, ...hideable(hiding.found)];
  const redact = createGrowingRedact(hidden, () => hiding.found.size);

  const formatter: ExchangeFormatter = {
    curl: (apiResponse) =>
      apiResponse.request.origin === apiResponse.url
        ? `cat ${quoteForShell(redact(apiResponse.url))}`
        : formatCurl(apiResponse, {}, redact),
    headers: (apiResponse) => fieldsOf.get(apiResponse) ?? {},
    redact,
    redacted: createRedactedResponse(redact),
  };

  /** Makes a response. `url` is the URL of the request, `base` that of the service, and `fields` are the request's header fields. */
  function responseTo(
    request: ApiRequest,
    url: string,
    base: string,
    fields: RecordedFields,
    response: RecordedResponse,
  ): ApiResponse {
    const posted = request.body === undefined ? {} : { body: hiding.body(request.body) };
    const body = readBody(bytesWithoutKeys(response.bytes));
    const made: ApiResponse = {
      request: { ...request, target: hiding.url(request.target), ...posted },
      // The origin of a body without a request is the name of its file, which is not a secret.
      url: url === request.origin ? url : hiding.url(url),
      prefix: base.replace(/^[a-z]+:\/\/[^/]*/i, ""),
      status: response.status ?? 200,
      headers: hiding.headers(response.headers ?? {}),
      body,
    };
    const apiResponse = excuseStatus(made, coverage);
    fieldsOf.set(apiResponse, hiding.headers(fields));
    return apiResponse;
  }

  return { formatter, responseTo };
}
