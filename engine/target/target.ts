import type { Service, Target } from "../model/settings.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { CannotRun } from "../model/cannot-run.ts";
import type { RunOptions } from "./options.ts";
import type { Environment, ReadTarget, Secret } from "./files/target-file.ts";
import { redactMessage, sendsSecrets, withoutSecrets } from "./files/target-file.ts";
import { reachOf } from "./reach.ts";
import { baseUrl } from "./url.ts";

/** How the URL of each service is called in a target file, on the command line, and in the environment. */
export const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;
export const URL_FLAGS = { status: "--status-url", base: "--base-url", verify: "--verify-url" } as const;
export const VARIABLES = { status: "STATUS_URL", base: "BASE_URL", verify: "VERIFY_URL" } as const;

export type Urls = Pick<RunOptions, (typeof MEMBERS)[Service]>;

/**
 * The services of a run: what a target file says, over it what variables say (`outside`), and over both what options say
 * (`own`). `name` stands for the file in messages. Secrets of the file go to the origin that it names, and nowhere else.
 */
export function chooseTarget(
  read: ReadTarget,
  own: RunOptions,
  outside: Urls,
  env: Environment,
  name: string,
): { readonly target: Target; readonly secrets: readonly Secret[]; readonly warnings: readonly string[] } {
  const { file, secrets } = read;
  const redact = redactMessage(secrets);
  const urls: Partial<Record<Service, string>> = {};
  const away: Away[] = [];
  for (const service of SERVICE_NAMES) {
    const member = MEMBERS[service];
    const inFile = file[member];
    const source = own[member] === undefined ? VARIABLES[service] : URL_FLAGS[service];
    const other = own[member] ?? outside[member];
    const text = other ?? inFile;
    if (text !== undefined) {
      const shown = redact((other === undefined ? `${name}: ${member}` : source) + shownUrl(text));
      urls[service] = baseUrl(text, shown, service);
    }
    if (other !== undefined && inFile !== undefined && originOf(inFile) !== originOf(other)) {
      away.push({ service, name: source, url: other, told: redact(`${name} gives ${inFile} for ${member}`) });
    }
  }
  const warnings = sendsSecrets(file, secrets) ? away.map(awayFromFile) : [];
  const given = {
    headers: { status: {}, base: {}, verify: {}, ...file.headers },
    samples: file.samples ?? {},
  };
  const services = away.map(({ service }) => service);
  const reached = reachOf(urls, { tls: own.tls, env, read, away: services });
  return {
    target: {
      urls,
      parameters: file.parameters ?? {},
      ...withoutSecrets(given, services, secrets),
      ...(Object.keys(reached.reach).length === 0 ? {} : { reach: reached.reach }),
    },
    secrets: [...secrets, ...reached.secrets],
    warnings,
  };
}

/** A URL that leads away from the origin which a target file names, and what the file says instead. */
interface Away {
  readonly service: Service;
  readonly name: string;
  readonly url: string;
  readonly told: string;
}

/**
 * Secrets go to the origin that their file names. An option that leads elsewhere is meant: the secrets stay behind.
 * A variable may be there by chance: it is bad usage.
 */
function awayFromFile({ name, url, told }: Away): string {
  const both = `${name} names ${url}, and ${told}`;
  if (!name.startsWith("--")) {
    throw new CannotRun(
      `${both}: its headers and keys go nowhere else; unset ${name}, or write the URL into the file`,
    );
  }
  return `${both}: what the file holds of secrets for that service is not sent`;
}

function originOf(url: string): string {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : url;
}

/** Whatever stands in front of an @, or behind a ? or a #, may be a secret, where the URL is a slip most of all. */
const shownUrl = (text: string): string => (/[@?#]/.test(text) ? "" : ` ${JSON.stringify(text)}`);
