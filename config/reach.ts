import { readFileSync } from "node:fs";
import { join, isAbsolute } from "node:path";
import { portOf, quoted } from "../engine/http/curl.ts";
import { secureContextOf } from "../engine/http/route.ts";
import type { ProxyRoute, Reach, Service, Tls } from "../engine/model/settings.ts";
import { reasonOf } from "../reports/files/file-trouble.ts";
import { CannotRun } from "./cannot-run.ts";
import type { Secret } from "./files/secrets.ts";
import type { Environment, ReadTarget } from "./files/target-file.ts";
import type { TargetFile } from "./files/target-schema.ts";
import type { TargetFlags } from "./options.ts";
import { tokenSourceOf } from "./token.ts";
import { isLoopback } from "./url.ts";

/** Where it may be told how services are reached, the strongest first, and what of it turned out to be secret. */
interface Sources {
  readonly flags: TargetFlags;
  readonly env: Environment;
  readonly read: Pick<ReadTarget, "file" | "dir" | "passphrases"> | undefined;
  readonly secrets: Secret[];
}

type Given = Readonly<Partial<Record<"ca" | "cert" | "key" | "pfx" | "passphrase" | "serverName", string>>>;

/** The variable that holds the passphrase of a key that an option names. */
const PASSPHRASE = "CONFORMANCE_PASSPHRASE";

/** How services are reached, and what of it is secret. Options win over the environment, which wins over the target file. */
export function reachOf(
  urls: Readonly<Partial<Record<Service, string>>>,
  flags: TargetFlags,
  env: Environment,
  read: Sources["read"],
) {
  const secrets: Secret[] = [];
  const sources = { flags, env, read, secrets };
  const file: TargetFile = read?.file ?? {};
  const entries = (["status", "base", "verify"] as const).flatMap((service) => {
    const url = urls[service];
    if (url === undefined) {
      return [];
    }
    const to = (place: string): Reach => {
      const tls = place.startsWith("https:") ? tlsOf(service, sources) : undefined;
      const proxy = proxyFor(place, sources);
      const address = addressFor(place, [...(flags.resolve ?? []), ...(file.resolve ?? [])]);
      return {
        ...(tls === undefined ? {} : { tls }),
        ...(proxy === undefined ? {} : { proxy }),
        ...(address === undefined ? {} : { address }),
      };
    };
    const token = tokenSourceOf(file, service, to);
    const reach: Reach = { ...to(url), ...(token === undefined ? {} : { token }) };
    return Object.keys(reach).length === 0 ? [] : [[service, reach] as const];
  });
  const reach: Readonly<Partial<Record<Service, Reach>>> = Object.fromEntries(entries);
  return { reach, secrets };
}

function tlsOf(service: Service, { flags, env, read, secrets }: Sources): Tls | undefined {
  const { ca, cert, key, pfx, serverName } = flags;
  const inFile: Given = read?.file.tls?.[service] ?? {};
  const inDir = (path: string | undefined): string | undefined =>
    path === undefined || isAbsolute(path) ? path : join(read?.dir ?? "", path);
  const authority = { ca: ca ?? inDir(inFile.ca), serverName: serverName ?? inFile.serverName };
  if (cert === undefined && key === undefined && pfx === undefined) {
    const { passphrase } = inFile;
    const own = { cert: inDir(inFile.cert), key: inDir(inFile.key), pfx: inDir(inFile.pfx), passphrase };
    return readTls(only({ ...authority, ...own }), read?.passphrases?.[service]);
  }
  const passphrase = env[PASSPHRASE];
  if (passphrase !== undefined && passphrase !== "") {
    secrets.push({ value: passphrase, from: `the environment variable ${PASSPHRASE}` });
  }
  return readTls(only({ ...authority, cert, key, pfx, passphrase }), `$${PASSPHRASE}`);
}

function only(given: Readonly<Record<string, string | undefined>>): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
}

/** Reads the files, and says here what of them does not fit. */
function readTls({ ca, cert, key, pfx, passphrase, serverName }: Given, phrase = ""): Tls | undefined {
  if ([ca, cert, key, pfx, serverName].every((given) => given === undefined)) {
    return undefined;
  }
  if ((cert === undefined) !== (key === undefined)) {
    const [there, missing] = cert === undefined ? ["key", "certificate"] : ["certificate", "key"];
    throw new CannotRun(`a client ${there} is given without its ${missing}`);
  }
  const tls: Tls = {
    ...only({
      ca: textOf(ca, "utf8"),
      cert: textOf(cert, "utf8"),
      key: textOf(key, "utf8"),
      pfx: textOf(pfx, "base64"),
    }),
    ...only({ passphrase, serverName }),
    shown: shownTls({ ca, cert, key, pfx, passphrase }, phrase),
  };
  try {
    secureContextOf(tls);
  } catch (error) {
    const files = [ca, cert, key, pfx].filter((path) => path !== undefined).join(", ");
    throw new CannotRun(`${files}: not usable: ${whyNot(error)}`);
  }
  return tls;
}

/** What OpenSSL says in words of its own. */
function whyNot(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /bad decrypt|mac verify failure|bad password|interrupted or cancelled|BAD_DECRYPT/i.test(text)
    ? "the passphrase is missing or wrong"
    : text;
}

function textOf(path: string | undefined, encoding: "utf8" | "base64"): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, encoding);
  } catch (error) {
    throw new CannotRun(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}

function shownTls(
  { ca, cert, key, pfx, passphrase }: Readonly<Record<string, string | undefined>>,
  phrase: string,
): readonly string[] {
  return [
    ...(ca === undefined ? [] : ["--cacert", quoted(ca)]),
    ...(cert === undefined ? [] : ["--cert", quoted(cert)]),
    ...(key === undefined ? [] : ["--key", quoted(key)]),
    ...(pfx === undefined ? [] : ["--cert-type P12", "--cert", quoted(pfx)]),
    ...(passphrase === undefined ? [] : ["--pass", `"${phrase}"`]),
  ];
}

function proxyFor(url: string, { flags, env, read, secrets }: Sources): ProxyRoute | undefined {
  const variables = url.startsWith("https:") ? ["HTTPS_PROXY", "https_proxy"] : ["http_proxy", "HTTP_PROXY"];
  const sources = [
    ["--proxy", flags.proxy],
    ...variables.map((name) => [name, env[name]] as const),
    ["proxy of the target file", read?.file.proxy],
  ] as const;
  const [name, text] = sources.find(([, value]) => value !== undefined && value !== "") ?? [];
  if (name === undefined || text === undefined || isLoopback(url) || isExcepted(url, env)) {
    return undefined;
  }
  const whole = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol)) {
    throw new CannotRun(`${name} is not the http or https URL of a proxy`);
  }
  const { origin, username, password } = new URL(whole);
  if (username === "") {
    return { origin };
  }
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  secrets.push(...[plain, decodeURIComponent(password), password].map((value) => ({ value, from: name })));
  return { origin, authorization: `Basic ${Buffer.from(plain).toString("base64")}` };
}

/** Whether NO_PROXY names the host: itself, a domain above it, with a port or without, or all by `*`. */
function isExcepted(url: string, env: Environment): boolean {
  const { hostname } = new URL(url);
  const own = portOf(url);
  const list = env["NO_PROXY"] ?? env["no_proxy"] ?? "";
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = "", onPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\./, "");
      const fits =
        name === "*" || (domain !== "" && (hostname === domain || hostname.endsWith(`.${domain}`)));
      return fits && (onPort === undefined || onPort === own);
    });
}

function addressFor(url: string, entries: readonly string[]): string | undefined {
  const { hostname } = new URL(url);
  for (const entry of entries) {
    const [, host = "", at = "", address = ""] = /^([^:]+):(\d{1,5}):\[?([^\s\]]+)\]?$/.exec(entry) ?? [];
    if (address === "") {
      throw new CannotRun(`--resolve ${entry}: it takes host:port:address, such as ledger.test:443:10.0.0.7`);
    }
    if (host.toLowerCase() === hostname && at === portOf(url)) {
      return address;
    }
  }
  return undefined;
}
