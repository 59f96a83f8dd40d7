import type { Catalogue } from "../../clauses/catalogue.ts";
import { basicUser, createRedact, isLongEnough, type Redact, SHORTEST_SECRET } from "../../secrets/redact.ts";
import type { Service, Target } from "../../model/settings.ts";
import { resultsSchema } from "../../model/results.ts";
import { present } from "../../model/model.ts";
import { memberName, textsIn } from "./json-file.ts";
import type { RunOptions } from "../options.ts";

/** A value that no output may hold, and where it was given. */
export interface Secret {
  readonly value: string;
  readonly from: string;
}

const SECRET_MEMBER = /^headers\.|\.apiKey$/;

/** Values of a target file that no output may hold, apart from those that came from the environment. */
export function secretsOf(file: RunOptions): readonly Secret[] {
  const secrets = textsIn(file)
    .map(([value, path]) => ({ value, from: memberName(path) }))
    .filter(({ value, from }) => SECRET_MEMBER.test(from) && value.trim() !== "");
  return [...new Map(secrets.map((secret) => [secret.value, secret])).values()];
}

/** What the suite writes by itself, beside its clauses and the members of its results. */
const OWN_TEXT = "ledger-conformance content-type application/json conforms nonconforming incomplete";

/**
 * The secrets that are hidden, and a line for each that cannot be. Values that are too short, or words of the suite
 * itself, stay visible: hiding them would leave a report that nobody can read, and would show what they are.
 */
export function guard(secrets: readonly Secret[], { clauses, open }: Pick<Catalogue, "clauses" | "open">) {
  if (secrets.length === 0) {
    return { hidden: [], warnings: [] };
  }
  const own = OWN_TEXT + JSON.stringify([clauses, open, resultsSchema]);
  // A user is often a plain word, and the password stays hidden without it.
  const users = secrets.flatMap(({ value, from }) =>
    basicUser(value).map((user) => ({ value: user, from: `${from} (its user)` })),
  );
  const judged = [...secrets, ...users].map((secret) => ({ ...secret, why: whyShown(secret.value, own) }));
  const shown = judged.filter(({ why }) => why !== undefined);
  const warnings = shown.map(
    ({ from, why }) => `the value of ${from} is not hidden in what the service sends back: ${why}`,
  );
  const hidden = judged.filter(({ why }) => why === undefined).map(({ value }) => value);
  return { hidden, warnings: [...new Set(warnings)] };
}

/** Which of the values that were found in traffic may be hidden. */
export function hideable(catalogue: Parameters<typeof guard>[1]) {
  return (found: ReadonlySet<string>): readonly string[] =>
    guard(
      [...found].map((value) => ({ value, from: "" })),
      catalogue,
    ).hidden;
}

function whyShown(value: string, own: string): string | undefined {
  if (!isLongEnough(value)) {
    return `it has fewer than ${SHORTEST_SECRET} characters`;
  }
  return own.includes(value.trim()) ? "the report itself uses these words" : undefined;
}

/** For messages about a file that is still being read: its secrets go, short ones where they stand quoted. */
export function redactMessage(secrets: readonly Secret[]): Redact {
  const values = secrets.map(({ value }) => value);
  const redact = createRedact(values);
  return (text) =>
    values.reduce((clean, value) => clean.replaceAll(JSON.stringify(value), '"***"'), redact(text));
}

type Sent = Pick<Target, "headers" | "samples">;

export function sendsSecrets(
  { headers = {}, samples = {}, tls }: RunOptions,
  secrets: readonly Secret[],
): boolean {
  const holds = holder(secrets);
  return tls?.key !== undefined || textsIn([headers, samples]).some(([text]) => holds(text));
}

/** What a file gives, without the secrets that these services would get: another origin takes their place. */
export function withoutSecrets(
  { headers, samples }: Sent,
  away: readonly Service[],
  secrets: readonly Secret[],
): Sent {
  if (away.length === 0) {
    return { headers, samples };
  }
  const holds = holder(secrets);
  const keyless = samples.verifications?.map(({ address, chainId }) => ({ address, chainId }));
  const open = { ...samples, ...present({ verifications: keyless }) };
  const kept = away.includes("verify") ? open : samples;
  return {
    headers: { ...headers, ...Object.fromEntries(away.map((service) => [service, {}])) },
    samples: textsIn(open).some(([text]) => holds(text)) ? {} : kept,
  };
}

/** A text that is a secret, or holds one that is long enough to be told from other texts. */
function holder(secrets: readonly Secret[]): (text: string) => boolean {
  return (text) =>
    secrets.some(({ value }) => text === value || (isLongEnough(value) && text.includes(value)));
}
