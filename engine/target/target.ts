import { operations, type Service, SERVICE_NAMES } from "../../schemas/operations.ts";
import { CannotRun, isFileError, messageOf, whyCannotRun, tryOrUndefined } from "../model/cannot-run.ts";
import type { Proxy, Reach, Target, Tls } from "../model/settings.ts";
import type { RunOptions } from "./options.ts";
import { readBytes } from "./files/json-file.ts";
import type { Environment, ReadTarget, Secret } from "./files/target-file.ts";
import { redactMessage, sendsSecrets, targetWithoutSecrets } from "./files/target-file.ts";
import { isAbsolute, join } from "node:path";
import { PASSPHRASE } from "../http/curl.ts";
import { secureContextOf } from "../http/route.ts";
import { mapValues, present } from "../model/model.ts";

/** The URL with its path prefix and without a trailing slash. Throws `CannotRun`, which names `source`, if it is not usable. */
export function parseBaseUrl(text: string, source: string, service: Service): string {
  const trimmed = text.trim();
  const url = isHttp(trimmed) ? new URL(trimmed) : undefined;
  const { username = "", password = "", search = "", hash = "" } = url ?? {};
  const prefix = url?.pathname.replace(/\/+$/, "") ?? "";
  const repeatedPath = servicePaths(service).find((path) => prefix.endsWith(path));
  const problems: readonly (readonly [isPresent: boolean, problem: string])[] = [
    [trimmed === "", "is empty: give it a URL, or remove it"],
    [!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed), "has no scheme: it must begin with http:// or https://"],
    [url === undefined, "is not an http or https URL"],
    [username + password !== "", "holds credentials: give them as headers in a target file"],
    [search + hash !== "", "has a query or a fragment: give the URL up to its path only"],
    [repeatedPath !== undefined, `ends in ${repeatedPath}, which the suite adds to every request: remove it`],
  ];
  const [, problem] = problems.find(([isPresent]) => isPresent) ?? [];
  if (url === undefined || problem !== undefined) throw new CannotRun(`${source} ${problem}`);
  return url.origin + prefix;
}

/** The paths of a service and their beginnings with at least two segments, such as `/api/v1`, longest first. */
const servicePaths = (service: Service): readonly string[] =>
  Object.values(operations)
    .filter((operation) => operation.service === service)
    .flatMap(({ path }) => path.split("/").map((_, index, steps) => steps.slice(0, index + 1).join("/")))
    .filter((path) => path.split("/").length > 2)
    .toSorted((a, b) => b.length - a.length);

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** By service, the name of its URL in a target file, on the command line, and in the environment. */
export const TARGET_MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;
export const URL_FLAGS = { status: "--status-url", base: "--base-url", verify: "--verify-url" } as const;
export const VARIABLES = { status: "STATUS_URL", base: "BASE_URL", verify: "VERIFY_URL" } as const;

export type Urls = Pick<RunOptions, (typeof TARGET_MEMBERS)[Service]>;

/**
 * `environmentUrls` take precedence over the target file, and `options` over both. `name`: that of the file in messages. Secrets of the
 * file are sent only to the origins in the file. Throws `CannotRun` if an input is not usable.
 */
export function chooseTarget(
  targetFile: ReadTarget,
  options: RunOptions,
  environmentUrls: Urls,
  env: Environment,
  name: string,
): { readonly target: Target; readonly secrets: readonly Secret[]; readonly warnings: readonly string[] } {
  const { file, secrets } = targetFile;
  const redact = redactMessage(secrets);
  const urls: Partial<Record<Service, string>> = {};
  const overrides: UrlOverride[] = [];
  for (const service of SERVICE_NAMES) {
    const member = TARGET_MEMBERS[service];
    const inFile = file[member];
    const source = options[member] === undefined ? VARIABLES[service] : URL_FLAGS[service];
    const other = options[member] ?? environmentUrls[member];
    const text = other ?? inFile;
    if (text !== undefined) {
      const place = other === undefined ? `${name}: ${member}` : source;
      urls[service] = parseBaseUrl(text, redact(place + urlWithoutSecrets(text)), service);
    }
    if (other !== undefined && inFile !== undefined && originOf(inFile) !== originOf(other)) {
      const conflict = `${source} names ${other}, and ${redact(`${name} gives ${inFile} for ${member}`)}`;
      overrides.push({ service, source, conflict });
    }
  }
  const warnings = sendsSecrets(file, secrets) ? overrides.map(warnOfOverride) : [];
  const { headers = {}, samples = {} } = file;
  const withSecrets = { headers: { status: {}, base: {}, verify: {}, ...headers }, samples };
  const services = overrides.map(({ service }) => service);
  const reached = reachOf(urls, { tls: options.tls, env, targetFile, overridden: services });
  return {
    target: {
      urls,
      parameters: file.parameters ?? {},
      ...targetWithoutSecrets(withSecrets, services, secrets),
      ...(Object.keys(reached.reach).length === 0 ? {} : { reach: reached.reach }),
    },
    secrets: [...secrets, ...reached.secrets],
    warnings,
  };
}

/** A URL from an option or a variable whose origin differs from that of the target file. */
interface UrlOverride {
  readonly service: Service;
  readonly source: string;
  /** The beginning of the warning: `--base-url names https://…, and target.json gives https://… for baseUrl`. */
  readonly conflict: string;
}

/** The warning about an overridden URL. Throws `CannotRun` if an environment variable overrides it, because it may be set by accident. */
function warnOfOverride({ source, conflict }: UrlOverride): string {
  if (!source.startsWith("--")) {
    const why = "the headers and keys of the file are sent only to its own origin";
    throw new CannotRun(`${conflict}: ${why}; unset ${source}, or change the URL in the file`);
  }
  return `${conflict}: the secrets of the file for that service are not sent`;
}

const originOf = (url: string): string => (URL.canParse(url.trim()) ? new URL(url.trim()).origin : url);

/** A URL for a message; empty if the URL may contain a secret, before an @ or after a ? or #. */
const urlWithoutSecrets = (text: string): string => (/[@?#]/.test(text) ? "" : ` ${JSON.stringify(text)}`);

interface Sources {
  readonly tls: RunOptions["tls"];
  readonly env: Environment;
  readonly targetFile: Pick<ReadTarget, "file" | "dir">;
  /** Services whose origin differs from that in the file: the certificates of the file are not used for them. */
  readonly overridden: readonly Service[];
}

/** The certificates and proxy of each service, and the secrets among them. Options take precedence over the target file. */
function reachOf(urls: Target["urls"], sources: Sources) {
  const secrets: Secret[] = [];
  const entries = SERVICE_NAMES.flatMap((service) => {
    const url = urls[service];
    if (url === undefined) return [];
    // Certificates are read for http URLs too, so that a wrong file is reported before it is needed.
    const tlsFiles = tlsOf(service, sources, secrets);
    const tls = url.startsWith("https:") ? tlsFiles : undefined;
    const reach: Reach = present({ tls, proxy: proxyFor(url, sources.env, secrets) });
    return Object.keys(reach).length === 0 ? [] : [[service, reach] as const];
  });
  const reach: Readonly<Partial<Record<Service, Reach>>> = Object.fromEntries(entries);
  return { reach, secrets };
}

/** The certificates for a service. Adds the passphrase to `secrets`. Throws `CannotRun` if the certificates are not usable. */
function tlsOf(
  service: Service,
  { tls: options = {}, env, targetFile, overridden }: Sources,
  secrets: Secret[],
): Tls | undefined {
  const inFile = overridden.includes(service) ? {} : (targetFile.file.tls ?? {});
  const pathOf = (path: string): string => (isAbsolute(path) ? path : join(targetFile.dir ?? "", path));
  const file: Tls = mapValues(inFile, pathOf);
  const { cert, key } = (options.cert ?? options.key) === undefined ? file : options;
  const ca = options.ca ?? file.ca;
  if ([ca, cert, key].every((path) => path === undefined)) return undefined;
  if ((cert === undefined) !== (key === undefined)) {
    const [one, other] = cert === undefined ? ["key", "certificate"] : ["certificate", "key"];
    throw new CannotRun(`a client ${one} is given without its ${other}`);
  }
  const passphrase = key === undefined || env[PASSPHRASE] === "" ? undefined : env[PASSPHRASE];
  if (passphrase !== undefined) {
    secrets.push({ value: passphrase, from: `the environment variable ${PASSPHRASE}` });
  }
  const tls: Tls = present({ ca, cert, key, passphrase });
  try {
    secureContextOf(tls);
  } catch (error) {
    throw new CannotRun(certificateProblem(error, [ca, cert, key]));
  }
  if (ca !== undefined && !readBytes(ca, "file of authorities").includes("CERTIFICATE-----")) {
    throw new CannotRun(`${ca}: the file of authorities has no certificate (PEM)`);
  }
  return tls;
}

function certificateProblem(error: unknown, files: readonly (string | undefined)[]): string {
  const paths = files.filter((path) => path !== undefined).join(", ");
  if (isFileError(error)) {
    const path = error instanceof Error && "path" in error ? String(error.path) : paths;
    return `${path}: cannot be read: ${whyCannotRun(error)}`;
  }
  const text = messageOf(error);
  // OpenSSL's messages for a missing or wrong passphrase.
  const isLocked = /bad decrypt|bad password|interrupted or cancelled|BAD_DECRYPT/i.test(text);
  return `${paths}: not usable: ${isLocked ? `the passphrase in ${PASSPHRASE} is missing or wrong` : text}`;
}

/** The proxy for a URL; undefined on loopback, or if no variable is set. Adds the credentials of the proxy to `secrets`. */
function proxyFor(url: string, env: Environment, secrets: Secret[]): Proxy | undefined {
  const firstSet = (...names: readonly string[]) => names.find((name) => (env[name] ?? "") !== "") ?? "";
  const [upper, lower] = url.startsWith("https:")
    ? ["HTTPS_PROXY", "https_proxy"]
    : ["HTTP_PROXY", "http_proxy"];
  const name = firstSet(upper ?? "", lower ?? "");
  const text = env[name] ?? "";
  if (text === "" || isLoopback(url)) return undefined;
  const proxyUrl = text.includes("://") ? text : `http://${text}`;
  if (!isHttp(proxyUrl)) throw new CannotRun(`${name} is not the http or https URL of a proxy`);
  const { username, password } = new URL(proxyUrl);
  const values = [`${username}:${password}`, password].filter((value) => username !== "" && value !== "");
  const decodedValues = tryOrUndefined(() => values.map(decodeURIComponent));
  if (decodedValues === undefined) {
    throw new CannotRun(`${name} has credentials with a literal percent sign: write it as %25`);
  }
  secrets.push(...[...values, ...decodedValues].map((value) => ({ value, from: name })));
  return { url: proxyUrl, except: env[firstSet("NO_PROXY", "no_proxy")] ?? "" };
}
