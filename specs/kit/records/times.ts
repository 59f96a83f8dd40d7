// §2.1, §4.6: comparison of timestamps whose decimals are ambiguous

/** At most 20 digits of seconds: to parse a million digits would take too long. */
const TIME_PATTERN = /^(\d{1,20})(?:\.(\d*))?$/;
const NANOS = 9;

/** Nanoseconds since the epoch: .5 may be half a second or five nanoseconds. Empty if the text is no time. */
function instantsOf(text: string): readonly bigint[] {
  const [, seconds, decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  if (seconds === undefined || decimals.length > NANOS) return [];
  const nanos = [decimals.padEnd(NANOS, "0"), decimals.padStart(NANOS, "0")];
  return nanos.map((digits) => BigInt(seconds) * 1_000_000_000n + BigInt(digits));
}

export function mayBeSameTime(a: string, b: string): boolean {
  const instants = new Set(instantsOf(b));
  return a === b || instantsOf(a).some((instant) => instants.has(instant));
}

/** Whether `a` is after `b` by every interpretation of both; false if one of them is no time. */
export function isCertainlyAfter(a: string, b: string): boolean {
  const [later, earlier] = [instantsOf(a), instantsOf(b)];
  return (
    later.length > 0 && earlier.length > 0 && later.every((one) => earlier.every((other) => one > other))
  );
}

/** The time with nine decimals; undefined if the text is no time, or has one to eight decimals, which are ambiguous. */
export function withNineDecimals(text: string): string | undefined {
  const [, seconds, decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  if (seconds === undefined || (decimals.length !== 0 && decimals.length !== NANOS)) return undefined;
  return `${seconds}.${decimals.padEnd(NANOS, "0")}`;
}

/** The shorter times without trailing, and without leading zeros of the decimals: their meaning is ambiguous. */
export function shortenedTimes(text: string): readonly string[] {
  const [, seconds = "", decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  const shorter = [decimals.replace(/0+$/, ""), decimals.replace(/^0+/, "")];
  return shorter
    .filter((short) => short !== decimals)
    .map((short) => (short === "" ? seconds : `${seconds}.${short}`));
}

/** 4 and 6 for `5.7`; undefined if negative or of more than ten digits, or if the text is no time. */
export function adjacentSeconds(text: string): Readonly<Record<"before" | "after", string | undefined>> {
  const [, seconds] = TIME_PATTERN.exec(text) ?? [];
  const second = seconds === undefined ? -1n : BigInt(seconds);
  const written = (at: bigint) => (second >= 0n && at >= 0n && at < 10n ** 10n ? String(at) : undefined);
  return { before: written(second - 1n), after: written(second + 1n) };
}

/** A service may mark a range without an end by a time of 0 (interpretation 17). */
export const NO_END = /^0+(\.0+)?$/;
