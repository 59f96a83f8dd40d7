import { CannotRun, messageOf } from "../model/cannot-run.ts";
import type { Service } from "../model/settings.ts";
import { type RunOptions, targetSchema } from "./options.ts";
import { validated } from "./files/json-file.ts";

type SourceFields = Readonly<Record<string, string>>;

/** Returns the header fields of a service; called before the first request, and again when a response is 401. */
export type HeaderSource = () => SourceFields | Promise<SourceFields>;

/** The content of a target file, in which the headers of a service may also be a function. */
export type TargetOptions = Omit<RunOptions, "headers"> & {
  readonly headers?: Readonly<Partial<Record<Service, SourceFields | HeaderSource>>>;
};

export type HeaderSources = Readonly<Partial<Record<Service, HeaderSource>>>;

/** Separates the functions among the headers of a target from the rest of the target. */
export function splitHeaders(target: TargetOptions): {
  readonly target: RunOptions;
  readonly sources: HeaderSources;
} {
  const { headers, ...others } = target;
  if (headers === undefined) {
    return { target: others, sources: {} };
  }
  const fixed: [string, SourceFields][] = [];
  const sources: [string, HeaderSource][] = [];
  for (const [service, source] of Object.entries(headers)) {
    if (typeof source === "function") {
      sources.push([service, source]);
    } else {
      fixed.push([service, source]);
    }
  }
  // The order of the members is kept: the command line of the run lists them in this order.
  return { target: { ...target, headers: Object.fromEntries(fixed) }, sources: Object.fromEntries(sources) };
}

/** Calls a function for headers; throws `CannotRun` if it fails, or returns no header fields. */
export async function readHeaders(service: Service, source: HeaderSource): Promise<SourceFields> {
  let fields: unknown;
  try {
    fields = await source();
  } catch (error) {
    throw new CannotRun(`headers.${service}: the function failed: ${messageOf(error)}`);
  }
  const { headers } = validated({ headers: { [service]: fields } }, targetSchema, "the function for headers");
  return headers?.[service] ?? {};
}
