import type { Discovered } from "../../engine/discovery/sample-report.ts";
import type { Redact } from "../../engine/secrets/redact.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import type { Samples } from "../../engine/model/settings.ts";
import { MEMBERS, type Chosen } from "../choose-target.ts";
import { asWritten, freeName, isShowable, memberOf, textAt, variablesIn } from "./template.ts";

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

/**
 * A target as a file tells it, what a file told before with what was found, and the variables that it newly needs. Secrets stand as variables, those of the
 * file as it has them, and others by a name of their own.
 */
export function describedTarget({ raw, chosen, outside, found, redact }: Described) {
  const { target, placeholders = {} } = chosen;
  const variables = new Set<string>();
  const urls = SERVICE_NAMES.flatMap((service) => {
    const written = textAt(raw, [MEMBERS[service]]);
    const url = outside[service] === true || written === "" ? target.urls[service] : written;
    return url === undefined ? [] : [[MEMBERS[service], url] as const];
  });
  const headers = SERVICE_NAMES.flatMap((service) => {
    const named = Object.keys(target.headers[service]).map((name) => {
      const written = textAt(raw, ["headers", service, name]);
      const value = (placeholders[service]?.[name] ?? "").replace(/\$(\w+)/g, "${$1}");
      if (value !== written) {
        variables.add(value);
      }
      return [name, value] as const;
    });
    return named.length === 0 ? [] : [[service, Object.fromEntries(named)] as const];
  });
  const parameters = Object.entries(asWritten(target.parameters, memberOf(raw, "parameters"))).filter(
    ([, names]) => Object.keys(names).length > 0,
  );
  const taken = new Set(variablesIn(JSON.stringify([raw, headers])));
  const kept = keptSamples(raw, target.samples, taken);
  kept.added.forEach((variable) => variables.add(variable));
  const samples = { ...kept.samples, ...withFound(kept.samples, found, redact) };
  return {
    content: {
      ...Object.fromEntries(urls),
      ...asItWas(raw, redact),
      ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
      ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
      ...(Object.keys(samples).length === 0 ? {} : { samples }),
    },
    variables: [...variables],
  };
}

/** How services are reached stays as it was written; what holds a secret in plain words is left out. */
function asItWas(raw: unknown, redact: Redact): object {
  const members = ["tls", "proxy", "resolve", "authorization"] as const;
  const written = members.map((member) => [member, memberOf(raw, member)] as const);
  const isOpen = (text: string): boolean => redact(text) === text;
  return Object.fromEntries(
    written.filter(([, value]) => value !== undefined && isOpen(JSON.stringify(value))),
  );
}

/** What the file told, each key as a variable of its own. */
function keptSamples(
  raw: unknown,
  samples: Samples,
  taken: Set<string>,
): { readonly samples: Samples; readonly added: readonly string[] } {
  const variables = new Map<string, string>();
  const variableOf = (apiKey: string): string => {
    const variable = variables.get(apiKey) ?? `\${${freeName("API_KEY", taken)}}`;
    variables.set(apiKey, variable);
    return variable;
  };
  const verifications = samples.verifications?.map((sample, index) => {
    const told = asWritten(sample, memberOf(raw, "samples", "verifications", String(index)));
    const { apiKey } = told;
    return apiKey === undefined || isShowable(apiKey) ? told : { ...told, apiKey: variableOf(apiKey) };
  });
  const told = asWritten(samples, memberOf(raw, "samples"));
  return {
    samples: { ...told, ...(verifications === undefined ? {} : { verifications }) },
    added: [...variables.values()],
  };
}

/** What the file told, and behind it what was found; a text that holds a secret is left out. */
function withFound(given: Samples, { samples }: Discovered, redact: Redact): Samples {
  const kinds = samples.map(({ kind, found }) => {
    const texts = found.map(({ asked }) => asked).filter((text) => redact(text) === text);
    return [kind, [...new Set([...(given[kind] ?? []), ...texts])]] as const;
  });
  return Object.fromEntries(kinds.filter(([, texts]) => texts.length > 0));
}
