import { redactDeep, type Redact } from "../secrets/redact.ts";
import type { Invocation } from "../model/results.ts";
import type { Settings } from "../model/settings.ts";
import type { Chosen } from "./choose-target.ts";
import { RUN_DEFAULTS, type RunFlags } from "./options.ts";

type Value = Invocation["options"][string];

/** The options that are not as usual, as data; secrets are taken out. */
export function invocationOf(
  program: string,
  options: object,
  usual: object,
  redact: Redact,
  operands: readonly string[] = [],
): Invocation {
  const defaults = new Map<string, unknown>(Object.entries(usual));
  const given = Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const plain = plainOf(value);
    return plain === undefined || plain === (defaults.get(name) ?? false) ? [] : [[name, plain] as const];
  });
  return redactDeep(
    { program, ...(operands.length === 0 ? {} : { operands }), options: Object.fromEntries(given) },
    redact,
  );
}

/** An option that was read into an object keeps its text. */
function plainOf(value: unknown): Value | undefined {
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.flatMap((item: unknown) => String(plainOf(item)));
  }
  if (typeof value === "object" && value !== null && "text" in value) {
    return String(value.text);
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

/** What repeats a run, its seed included; what only concerns its reports is left out. */
export function runInvocation(
  program: string,
  flags: RunFlags,
  { seed }: Pick<Settings, "seed">,
  chosen: Pick<Chosen, "options">,
  redact: Redact,
): Invocation {
  const {
    levelGiven: _given,
    replay: _replay,
    allure: _allure,
    previous: _earlier,
    failOn: _on,
    ...kept
  } = flags;
  const { fault, variant, level } = flags;
  const first = { ...chosen.options, fault, variant, seed, level };
  return invocationOf(program, { ...first, ...kept, ...chosen.options, seed }, RUN_DEFAULTS, redact);
}
