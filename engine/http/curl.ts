import type { ApiRequest } from "../model/exchange.ts";
import { present, shortened } from "../model/model.ts";
import { type Redact, redactNothing } from "../secrets/redact.ts";
import type { Service } from "../../schemas/operations.ts";
import type { Reach, Settings } from "../model/settings.ts";

/** The environment variable with the passphrase of the client key. */
export const PASSPHRASE = "CONFORMANCE_PASSPHRASE";

/** Maximum length of a URL or body in a curl line. A longer one is truncated, with an ellipsis. */
const LONGEST_CURL = 6_000;

/** Quotes a text as one word of a POSIX shell. The shell expands nothing in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Formats a request as a curl line. `headers` are the configured headers with a shell variable in place of each value; `reaching` are
 * the {@link certificateArguments}. Secrets are removed before quoting, which could make them unrecognisable.
 */
export function formatCurl(
  response: { readonly request: ApiRequest; readonly url: string },
  headers: Readonly<Record<string, string>>,
  redact: Redact = redactNothing,
  reaching: readonly string[] = [],
): string {
  const { request, url } = response;
  const shownUrl = shortened(redact(url), LONGEST_CURL);
  const parts = ["curl", "-i"];
  // curl would expand brackets and braces to several requests, and would resolve dot segments.
  if (/[[\]{}]/.test(shownUrl)) parts.push("-g");
  if (/\/\.{1,2}(\/|\?|$)/.test(shownUrl)) parts.push("--path-as-is");
  if (request.method === "POST") parts.push("-X POST", "-H 'content-type: application/json'");
  for (const [name, value] of Object.entries(request.withoutUserHeaders === true ? {} : headers)) {
    parts.push("-H", quoteWithVariables(`${name}: `, value));
  }
  if (request.body !== undefined) {
    parts.push("--data-raw", quoteForShell(shortened(redact(request.body), LONGEST_CURL)));
  }
  return [...parts, ...reaching, quoteForShell(shownUrl)].join(" ");
}

/** The curl arguments for the certificates of a service. The proxy needs none: curl reads the same environment variables. */
export function certificateArguments({ tls }: Reach = {}): readonly string[] {
  const { ca, cert, key, passphrase } = tls ?? {};
  return [
    ...(ca === undefined ? [] : ["--cacert", quoteForShell(ca)]),
    ...(cert === undefined ? [] : ["--cert", quoteForShell(cert)]),
    ...(key === undefined ? [] : ["--key", quoteForShell(key)]),
    ...(passphrase === undefined ? [] : ["--pass", `"$${PASSPHRASE}"`]),
  ];
}

/** The configured headers of a service with a shell variable in place of each value. */
export function headerPlaceholders(
  { target, placeholders }: Pick<Settings, "target" | "placeholders">,
  service: Service,
): Readonly<Record<string, string>> {
  const variables = placeholders?.[service] ?? {};
  const names = Object.keys(target.headers[service]);
  return Object.fromEntries(names.map((name) => [name, variables[name] ?? `$${variableFor(name, service)}`]));
}

const PREFIXES: Readonly<Record<Service, string>> = { status: "STATUS", base: "LEDGER", verify: "VERIFY" };

/**
 * The shell variable for a header whose value comes from no environment variable: `x-api-key` of the base service becomes
 * `LEDGER_X_API_KEY`. The prefix differs by service, so that the credential of one host is never sent to another.
 */
const variableFor = (header: string, service: Service): string =>
  `${PREFIXES[service]}_${header.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;

/** Quotes `plain` and `value` as one word, in which the shell expands the variables of `value`, a placeholder, and nothing in `plain`. */
const quoteWithVariables = (plain: string, value: string): string =>
  `"${plain.replace(/["\\$`]/g, "\\$&")}${value.replace(/["\\`]/g, "\\$&")}"`;

type SentBy = Pick<Settings, "target" | "placeholders" | "userAgent">;

/** A header field: its name, its value, and the text that a report shows in place of the value. */
type Field = readonly [name: string, value: string, placeholder: string];

/** The header fields of a request. Fields that the user configured replace those of the suite. */
export function requestFields(
  { service, withoutUserHeaders, body }: ApiRequest,
  settings: SentBy,
): readonly Field[] {
  const { userAgent, target } = settings;
  const suiteFields = {
    accept: "application/json",
    "accept-encoding": "identity",
    ...present({
      "user-agent": userAgent,
      "content-type": body === undefined ? undefined : "application/json",
    }),
  };
  const placeholders = headerPlaceholders(settings, service);
  const fields = new Map(
    Object.entries(suiteFields).map(([name, value]): [string, Field] => [name, [name, value, value]]),
  );
  for (const [name, value] of Object.entries(withoutUserHeaders === true ? {} : target.headers[service])) {
    fields.set(name.toLowerCase(), [name, value, placeholders[name] ?? "***"]);
  }
  return [...fields.values()];
}
