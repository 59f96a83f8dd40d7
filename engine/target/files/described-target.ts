import type { Discovered } from "../../discovery/sample-report.ts";
import type { Redact } from "../../secrets/redact.ts";
import { SERVICE_NAMES } from "../../../schemas/operations.ts";
import type { Samples } from "../../model/settings.ts";
import { MEMBERS, type Chosen } from "../choose-target.ts";
import { present } from "../../model/model.ts";
import { asWritten, freeName, isShowable, memberOf, textAt, variablesIn } from "./template.ts";

/**
 * A target as a file tells it, what a file told before with what was found, and the variables that it newly needs.
 * Secrets stand as variables, those of the file as it has them, and others by a name of their own. `raw` is the file that
 * was read, as it was written; an empty object where there was none.
 */
export function describedTarget(raw: unknown, chosen: Chosen, found: Discovered, redact: Redact) {
  const { target, options, placeholders = {} } = chosen;
  const variables = new Set<string>();
  const urls = SERVICE_NAMES.flatMap((service) => {
    const member = MEMBERS[service];
    const written = textAt(raw, [member]);
    // What was given elsewhere wins over the file.
    const url = options[member] !== undefined || written === "" ? target.urls[service] : written;
    return url === undefined ? [] : [[member, url] as const];
  });
  const headers = SERVICE_NAMES.map((service) => {
    const fields = Object.keys(target.headers[service]).map((name) => {
      const written = textAt(raw, ["headers", service, name]);
      const value = (placeholders[service]?.[name] ?? "").replace(/\$(\w+)/g, "${$1}");
      if (value !== written) {
        variables.add(value);
      }
      return [name, value] as const;
    });
    return [service, Object.fromEntries(fields)] as const;
  });
  const taken = new Set(variablesIn(JSON.stringify([raw, headers])));
  const kept = keptSamples(raw, target.samples, taken, variables);
  return {
    content: {
      ...Object.fromEntries(urls),
      ...asItWas(raw, redact),
      ...notEmpty({
        headers: notEmpty(Object.fromEntries(headers)),
        parameters: notEmpty(asWritten(target.parameters, memberOf(raw, "parameters"))),
        samples: { ...kept, ...withFound(kept, found, redact) },
      }),
    },
    variables: [...variables],
  };
}

/** The members that hold anything. */
const notEmpty = (all: Readonly<Record<string, object>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(all).filter(([, members]) => Object.keys(members).length > 0));

/** How services are reached stays as it was written; what holds a secret in plain words is left out. */
function asItWas(raw: unknown, redact: Redact): object {
  const members = ["tls", "proxy", "resolve", "authorization"] as const;
  const written = members.map((member) => [member, memberOf(raw, member)] as const);
  const isOpen = (text: string): boolean => redact(text) === text;
  return Object.fromEntries(
    written.filter(([, value]) => value !== undefined && isOpen(JSON.stringify(value))),
  );
}

/** What the file told, each key as a variable of its own, which joins the others. */
function keptSamples(raw: unknown, samples: Samples, taken: Set<string>, variables: Set<string>): Samples {
  const ofKeys = new Map<string, string>();
  const variableOf = (apiKey: string): string => {
    const variable = ofKeys.get(apiKey) ?? `\${${freeName("API_KEY", taken)}}`;
    ofKeys.set(apiKey, variable);
    variables.add(variable);
    return variable;
  };
  const verifications = samples.verifications?.map((sample, index) => {
    const told = asWritten(sample, memberOf(raw, "samples", "verifications", String(index)));
    const { apiKey } = told;
    return apiKey === undefined || isShowable(apiKey) ? told : { ...told, apiKey: variableOf(apiKey) };
  });
  const told = asWritten(samples, memberOf(raw, "samples"));
  return { ...told, ...present({ verifications }) };
}

/** What the file told, and behind it what was found; a text that holds a secret is left out. */
function withFound(given: Samples, { samples }: Discovered, redact: Redact): Samples {
  const kinds = samples.map(({ kind, found }) => {
    const texts = found.map(({ asked }) => asked).filter((text) => redact(text) === text);
    return [kind, [...new Set([...(given[kind] ?? []), ...texts])]] as const;
  });
  return Object.fromEntries(kinds.filter(([, texts]) => texts.length > 0));
}
