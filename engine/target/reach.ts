import { readFileSync } from "node:fs";
import { join, isAbsolute } from "node:path";
import { portOf, quoted } from "../http/curl.ts";
import { secureContextOf } from "../http/route.ts";
import type { ProxyRoute, Reach, Service, Tls, TokenSource } from "../model/settings.ts";
import { messageOf, reasonOf } from "../model/file-trouble.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { CannotRun } from "./cannot-run.ts";
import { present } from "../model/model.ts";
import type { Secret } from "./files/secrets.ts";
import type { Environment, ReadTarget } from "./files/target-file.ts";
import type { TargetFile } from "./files/target-schema.ts";
import type { TargetFlags } from "./options.ts";
import { isHttp, isLoopback } from "./url.ts";

/** Where it may be told how services are reached, the strongest first, and what of it turned out to be secret. */
interface Sources {
  readonly flags: TargetFlags;
  readonly env: Environment;
  readonly read: Pick<ReadTarget, "file" | "dir" | "passphrases"> | undefined;
  readonly secrets: Secret[];
}

type GivenTls = Omit<Tls, "shown">;

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
  const entries = SERVICE_NAMES.flatMap((service) => {
    const url = urls[service];
    if (url === undefined) {
      return [];
    }
    const to = (place: string): Reach =>
      present({
        tls: place.startsWith("https:") ? tlsOf(service, sources) : undefined,
        proxy: proxyFor(place, sources),
        address: addressFor(place, [...(flags.resolve ?? []), ...(file.resolve ?? [])]),
      });
    const reach: Reach = { ...to(url), ...present({ token: tokenSourceOf(file, service, to) }) };
    return Object.keys(reach).length === 0 ? [] : [[service, reach] as const];
  });
  const reach: Readonly<Partial<Record<Service, Reach>>> = Object.fromEntries(entries);
  return { reach, secrets };
}

function tlsOf(service: Service, { flags, env, read, secrets }: Sources): Tls | undefined {
  const { ca, cert, key, pfx, serverName } = flags;
  const inFile: GivenTls = read?.file.tls?.[service] ?? {};
  const inDir = (path: string | undefined): string | undefined =>
    path === undefined || isAbsolute(path) ? path : join(read?.dir ?? "", path);
  const authority = { ca: ca ?? inDir(inFile.ca), serverName: serverName ?? inFile.serverName };
  if (cert === undefined && key === undefined && pfx === undefined) {
    const { passphrase } = inFile;
    const own = { cert: inDir(inFile.cert), key: inDir(inFile.key), pfx: inDir(inFile.pfx), passphrase };
    return readTls({ ...authority, ...own }, read?.passphrases?.[service]);
  }
  const passphrase = env[PASSPHRASE];
  if (passphrase !== undefined && passphrase !== "") {
    secrets.push({ value: passphrase, from: `the environment variable ${PASSPHRASE}` });
  }
  return readTls({ ...authority, cert, key, pfx, passphrase }, `$${PASSPHRASE}`);
}

/** Reads the files, and says here what of them does not fit; empty values count as absent. */
function readTls(given: Readonly<Record<string, string | undefined>>, phrase = ""): Tls | undefined {
  const there = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
  const { passphrase, serverName, ...paths }: GivenTls = Object.fromEntries(there);
  const { ca, cert, key, pfx } = paths;
  if (Object.keys({ ...paths, ...present({ serverName }) }).length === 0) {
    return undefined;
  }
  if ((cert === undefined) !== (key === undefined)) {
    const [one, other] = cert === undefined ? ["key", "certificate"] : ["certificate", "key"];
    throw new CannotRun(`a client ${one} is given without its ${other}`);
  }
  const tls: Tls = {
    ...present({
      ca: textOf(ca, "utf8"),
      cert: textOf(cert, "utf8"),
      key: textOf(key, "utf8"),
      pfx: textOf(pfx, "base64"),
      passphrase,
      serverName,
    }),
    shown: [
      ...(ca === undefined ? [] : ["--cacert", quoted(ca)]),
      ...(cert === undefined ? [] : ["--cert", quoted(cert)]),
      ...(key === undefined ? [] : ["--key", quoted(key)]),
      ...(pfx === undefined ? [] : ["--cert-type P12", "--cert", quoted(pfx)]),
      ...(passphrase === undefined ? [] : ["--pass", `"${phrase}"`]),
    ],
  };
  try {
    secureContextOf(tls);
  } catch (error) {
    throw new CannotRun(`${Object.values(paths).join(", ")}: not usable: ${whyNot(error)}`);
  }
  return tls;
}

/** What OpenSSL says in words of its own. */
function whyNot(error: unknown): string {
  const text = messageOf(error);
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
  if (!isHttp(whole)) {
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

/** Where the access tokens of a service come from, as the target file says; `to` says how a URL is reached. */
function tokenSourceOf(
  { authorization, headers }: TargetFile,
  service: Service,
  to: (url: string) => Reach,
): TokenSource | undefined {
  const given = authorization?.[service];
  if (given === undefined) {
    return undefined;
  }
  const member = `authorization.${service}`;
  const isOwn = (name: string): boolean => name.toLowerCase() === "authorization";
  if (Object.keys(headers?.[service] ?? {}).some(isOwn)) {
    throw new CannotRun(
      `${member} and headers.${service}.authorization are both given: leave one of them away`,
    );
  }
  const { command, ...grant } = given;
  const { tokenUrl, clientId, clientSecret, ...wishes } = grant;
  if (command !== undefined && Object.keys(present(grant)).length === 0) {
    return { command };
  }
  const isWhole = tokenUrl !== undefined && clientId !== undefined && clientSecret !== undefined;
  if (command !== undefined || !isWhole) {
    throw new CannotRun(`${member} needs tokenUrl, clientId and clientSecret, or a command alone`);
  }
  if (!isHttp(tokenUrl)) {
    throw new CannotRun(`${member}.tokenUrl is not the http or https URL of an authorization server`);
  }
  const { tls, ...way } = to(tokenUrl);
  const { serverName: _ofTheService, ...certificates } = tls ?? { shown: [] };
  return {
    grant: {
      tokenUrl,
      clientId,
      clientSecret,
      clientAuthMethod: "client_secret_basic",
      ...present(wishes),
      reach: { ...way, ...(tls === undefined ? {} : { tls: certificates }) },
    },
  };
}
