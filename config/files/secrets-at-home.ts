import { isLongEnough } from "../../engine/secrets/redact.ts";
import type { Service, Target } from "../../engine/model/settings.ts";
import type { Samples } from "../../engine/model/settings.ts";
import type { Secret } from "./secrets.ts";
import type { TargetFile } from "./target-schema.ts";

type Sent = Pick<Target, "headers" | "samples">;

/** Whether requests made from a target file carry anything secret. */
export function sendsSecrets(
  { headers = {}, samples = {}, authorization = {} }: TargetFile,
  secrets: readonly Secret[],
): boolean {
  const holds = holder(secrets);
  return Object.keys(authorization).length > 0 || textsIn([headers, samples]).some(holds);
}

/** What a file gives, without the secrets that these services would get: another origin takes their place. */
export function withoutSecrets(
  { headers, samples }: Sent,
  away: readonly Service[],
  secrets: readonly Secret[],
): Sent {
  const holds = holder(secrets);
  const own = Object.fromEntries(away.map((service) => [service, {}]));
  return {
    headers: { ...headers, ...own },
    samples: away.reduce((sofar, service) => cleaned(sofar, service, holds), samples),
  };
}

function cleaned(samples: Samples, service: Service, holds: (text: string) => boolean): Samples {
  const { verifications, missing, ...lists } = samples;
  if (service === "verify" && verifications !== undefined) {
    const open = verifications.filter(({ address, chainId }) => !holds(address) && !holds(chainId));
    return { ...samples, verifications: open.map(({ address, chainId }) => ({ address, chainId })) };
  }
  if (service !== "base") {
    return samples;
  }
  const shown = Object.entries(lists).map(([kind, texts]) => [kind, texts.filter((text) => !holds(text))]);
  const absent = Object.entries(missing ?? {}).filter(([, text]) => !holds(text));
  return {
    ...Object.fromEntries(shown),
    ...(verifications === undefined ? {} : { verifications }),
    missing: Object.fromEntries(absent),
  };
}

/** A text that is a secret, or holds one that is long enough to be told from other texts. */
function holder(secrets: readonly Secret[]): (text: string) => boolean {
  return (text) =>
    secrets.some(({ value }) => text === value || (isLongEnough(value) && text.includes(value)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
