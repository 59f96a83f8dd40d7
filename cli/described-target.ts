import type { Discovered } from "../engine/discover.ts";
import type { Redact } from "../engine/redact.ts";
import type { Samples, Service } from "../engine/settings.ts";
import type { Chosen } from "./choose-target.ts";

/** What a target file is made of. */
export interface Described {
  /** The target file that was read, as it was written; an empty object where there was none. */
  readonly raw: unknown;
  readonly chosen: Chosen;
  /** Services whose URL was given elsewhere. */
  readonly outside: Readonly<Record<string, boolean>>;
  readonly found: Discovered;
  readonly redact: Redact;
}

/** The content of a target file, and the variables that it newly needs. */
export interface Description {
  readonly content: object;
  readonly variables: readonly string[];
}

const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;
const SERVICES: readonly Service[] = ["status", "base", "verify"];
const VARIABLE = /\$\{[A-Za-z_]\w*\}/;

/**
 * A target as a file tells it: what a file told before, with what was found. Secrets stand as variables, those of the
 * file as it has them, and others by a name of their own.
 */
export function describedTarget({ raw, chosen, outside, found, redact }: Described): Description {
  const { target, placeholders = {} } = chosen;
  const variables = new Set<string>();
  const urls = SERVICES.flatMap((service) => {
    const written = textAt(raw, [MEMBERS[service]]);
    const url = outside[service] === true || written === "" ? target.urls[service] : written;
    return url === undefined ? [] : [[MEMBERS[service], url] as const];
  });
  const headers = SERVICES.flatMap((service) => {
    const named = Object.keys(target.headers[service]).map((name) => {
      const written = textAt(raw, ["headers", service, name]);
      const value = (placeholders[service]?.[name] ?? "").replace(/\$(\w+)/g, "${$1}");
      if (!VARIABLE.test(written)) {
        variables.add(value);
      }
      return [name, value] as const;
    });
    return named.length === 0 ? [] : [[service, Object.fromEntries(named)] as const];
  });
  const parameters = Object.entries(target.parameters).filter(([, names]) => Object.keys(names).length > 0);
  const samples = {
    ...keptSamples(raw, target.samples, variables),
    ...withFound(target.samples, found, redact),
  };
  return {
    content: {
      ...Object.fromEntries(urls),
      ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
      ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
      ...(Object.keys(samples).length === 0 ? {} : { samples }),
    },
    variables: [...variables],
  };
}

/** What the file told, a key as a variable. */
function keptSamples(raw: unknown, samples: Samples, variables: Set<string>): Samples {
  const { verifications } = samples;
  const keyless = verifications?.map(({ apiKey, ...sample }, index) => {
    if (apiKey === undefined) {
      return sample;
    }
    const written = textAt(raw, ["samples", "verifications", String(index), "apiKey"]);
    const variable = VARIABLE.test(written) ? written : "${API_KEY}";
    if (written !== variable) {
      variables.add(variable);
    }
    return { ...sample, apiKey: variable };
  });
  return { ...samples, ...(keyless === undefined ? {} : { verifications: keyless }) };
}

/** What the file told, and behind it what was found; a text that holds a secret is left out. */
function withFound(given: Samples, { samples }: Discovered, redact: Redact): Samples {
  const kinds = samples.map(({ kind, found }) => {
    const texts = found.map(({ asked }) => asked).filter((text) => redact(text) === text);
    return [kind, [...new Set([...(given[kind] ?? []), ...texts])]] as const;
  });
  return Object.fromEntries(kinds.filter(([, texts]) => texts.length > 0));
}

/** The text at a place of a file as it was written. */
function textAt(content: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (value, member) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, member)
        ? Reflect.get(value, member)
        : undefined,
    content,
  );
  return typeof found === "string" ? found : "";
}
