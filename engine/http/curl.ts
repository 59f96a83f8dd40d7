import type { ApiRequest } from "../model/exchange.ts";
import { present, shortened } from "../model/model.ts";
import { type Redact, redactNothing } from "../secrets/redact.ts";
import type { Service } from "../../schemas/operations.ts";
import type { Reach, Settings } from "../model/settings.ts";

export const PASSPHRASE = "CONFORMANCE_PASSPHRASE";

/** Maximum length of a URL or body in a curl line. */
const LONGEST_CURL = 6_000;

/** Quotes a text as one word of a POSIX shell, in which the shell expands nothing. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Formats a request as a curl line. Secrets are removed before quoting, which could make them unrecognisable. */
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

/** The shell variable for a header, such as `LEDGER_X_API_KEY`. The prefix keeps the credential of one host from being sent to another. */
const variableFor = (header: string, service: Service): string =>
  `${PREFIXES[service]}_${header.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;

/** Quotes a text and a placeholder as one word, in which the shell expands only the variables of the placeholder. */
const quoteWithVariables = (plain: string, value: string): string =>
  `"${plain.replace(/["\\$`]/g, "\\$&")}${value.replace(/["\\`]/g, "\\$&")}"`;

/** A header field: its name, its value, and the text that a report shows in place of the value. */
type Field = readonly [name: string, value: string, placeholder: string];

/** The header fields of a request. Fields that the user configured replace those of the suite. */
export function requestFields(
  { service, withoutUserHeaders, body }: ApiRequest,
  settings: Pick<Settings, "target" | "placeholders" | "userAgent">,
): readonly Field[] {
  const { userAgent, target } = settings;
  const contentType = body === undefined ? undefined : "application/json";
  const suiteFields = {
    accept: "application/json",
    "accept-encoding": "identity",
    ...present({ "user-agent": userAgent, "content-type": contentType }),
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
