import type { ApiRequest } from "../model/exchange.ts";
import { present, shortened } from "../model/model.ts";
import { type Redact, showAll } from "../secrets/redact.ts";
import type { Reach, Service, Settings } from "../model/settings.ts";

/** The variable that holds the passphrase of the key of a client certificate. */
export const PASSPHRASE = "CONFORMANCE_PASSPHRASE";

/** Characters of a URL or body that a line shows: a longer one cannot be copied, and says so. */
const LONGEST_CURL = 6_000;

/** A value as one word of a POSIX shell: nothing in it is expanded, whatever it holds. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The request as a command line to copy. Of configured headers it shows what `headers` says of them: variables
 * of the shell, never a value. Secrets go before anything is quoted, so that quoting cannot hide one.
 */
export function curlOf(
  response: { readonly request: ApiRequest; readonly url: string },
  headers: Readonly<Record<string, string>>,
  redact: Redact = showAll,
  reaching: readonly string[] = [],
): string {
  const { request, url } = response;
  const shownUrl = shortened(redact(url), LONGEST_CURL);
  const parts = ["curl", "-i"];
  // Brackets and braces would make curl ask many times, and dots would make it ask elsewhere.
  if (/[[\]{}]/.test(shownUrl)) {
    parts.push("-g");
  }
  if (/\/\.{1,2}(\/|\?|$)/.test(shownUrl)) {
    parts.push("--path-as-is");
  }
  if (request.method === "POST") {
    parts.push("-X POST", "-H 'content-type: application/json'");
  }
  for (const [name, value] of Object.entries(request.withoutUserHeaders === true ? {} : headers)) {
    parts.push("-H", expanded(`${name}: `, value));
  }
  if (request.body !== undefined) {
    parts.push("--data-raw", quoted(shortened(redact(request.body), LONGEST_CURL)));
  }
  return [...parts, ...reaching, quoted(shownUrl)].join(" ");
}

/** Words by which curl takes the certificates that a run takes. Proxies it knows from the same variables. */
export function reachingWords({ tls }: Reach = {}): readonly string[] {
  const { ca, cert, key, passphrase } = tls ?? {};
  return [
    ...(ca === undefined ? [] : ["--cacert", quoted(ca)]),
    ...(cert === undefined ? [] : ["--cert", quoted(cert)]),
    ...(key === undefined ? [] : ["--key", quoted(key)]),
    ...(passphrase === undefined ? [] : ["--pass", `"$${PASSPHRASE}"`]),
  ];
}

/** What is shown of the headers of a service: the variables that hold their values. */
export function shownHeaders(
  { target, placeholders }: Pick<Settings, "target" | "placeholders">,
  service: Service,
): Readonly<Record<string, string>> {
  const given = placeholders?.[service] ?? {};
  const names = Object.keys(target.headers[service]);
  return Object.fromEntries(names.map((name) => [name, given[name] ?? `$${variableFor(name, service)}`]));
}

const SECRET_PREFIXES: Readonly<Record<Service, string>> = {
  status: "STATUS",
  base: "LEDGER",
  verify: "VERIFY",
};

/**
 * Name of a variable of the shell for a header whose value came from no variable: `x-api-key` is `LEDGER_X_API_KEY`. Each
 * service has its own, or who sets one would send the credential of one host to another.
 */
function variableFor(header: string, service: Service): string {
  return `${SECRET_PREFIXES[service]}_${header.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}

/** A word in which the shell fills in the variables of `value`, which is ours, and nothing else. */
function expanded(plain: string, value: string): string {
  return `"${plain.replace(/["\\$`]/g, "\\$&")}${value.replace(/["\\`]/g, "\\$&")}"`;
}

type SentBy = Pick<Settings, "target" | "placeholders" | "userAgent">;

/** Of a header field: its name, its value, and what a report shows for that. */
type Field = readonly [name: string, value: string, shown: string];

/** The header fields of a request: those that the suite sends, and over them those that the user configured. */
export function fieldsFor(
  { service, withoutUserHeaders, body }: ApiRequest,
  settings: SentBy,
): readonly Field[] {
  const { userAgent, target } = settings;
  const own = {
    accept: "application/json",
    "accept-encoding": "identity",
    ...present({
      "user-agent": userAgent,
      "content-type": body === undefined ? undefined : "application/json",
    }),
  };
  const shown = shownHeaders(settings, service);
  const fields = new Map(
    Object.entries(own).map(([name, value]): [string, Field] => [name, [name, value, value]]),
  );
  for (const [name, value] of Object.entries(withoutUserHeaders === true ? {} : target.headers[service])) {
    fields.set(name.toLowerCase(), [name, value, shown[name] ?? "***"]);
  }
  return [...fields.values()];
}
