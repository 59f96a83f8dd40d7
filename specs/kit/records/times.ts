// §2.1, §4.6: comparison of timestamps whose decimals are ambiguous

/** Accepts at most 20 digits of seconds: to parse a million digits would take too long. */
const TIME_PATTERN = /^(\d{1,20})(?:\.(\d*))?$/;
const NANOS = 9;

/** Nanoseconds since the epoch, by each interpretation of the decimals; empty if the text is not a time. */
function instantsOf(text: string): readonly bigint[] {
  const [, seconds, decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  if (seconds === undefined || decimals.length > NANOS) return [];
  // The contract does not say whether .5 is half a second or five nanoseconds.
  const nanos = [decimals.padEnd(NANOS, "0"), decimals.padStart(NANOS, "0")];
  return nanos.map((digits) => BigInt(seconds) * 1_000_000_000n + BigInt(digits));
}

/** Whether two texts are equal, or two times are equal by some interpretation of each. */
export function mayBeSameTime(a: string, b: string): boolean {
  const instants = new Set(instantsOf(b));
  return a === b || instantsOf(a).some((instant) => instants.has(instant));
}

/** Whether `a` is after `b` by every interpretation of both; false if one of them is not a time. */
export function isCertainlyAfter(a: string, b: string): boolean {
  const [later, earlier] = [instantsOf(a), instantsOf(b)];
  return (
    later.length > 0 && earlier.length > 0 && later.every((one) => earlier.every((other) => one > other))
  );
}

/** The time with nine decimals; undefined if it is no time, or its decimals are ambiguous (neither none nor nine). */
export function withNineDecimals(text: string): string | undefined {
  const [, seconds, decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  if (seconds === undefined || (decimals.length !== 0 && decimals.length !== NANOS)) return undefined;
  return `${seconds}.${decimals.padEnd(NANOS, "0")}`;
}

/**
 * The time with fewer decimals: without their trailing zeros, and without their leading zeros; only forms that are shorter. Their meaning
 * is ambiguous.
 */
export function shortenedTimes(text: string): readonly string[] {
  const [, seconds = "", decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  const shorter = [decimals.replace(/0+$/, ""), decimals.replace(/^0+/, "")];
  return shorter
    .filter((short) => short !== decimals)
    .map((short) => (short === "" ? seconds : `${seconds}.${short}`));
}

/**
 * The previous and the next second of a time, without its decimals: 4 and 6 for `5.7`. Each is undefined if it is negative or has more
 * than ten digits, and both are if the text is not a time.
 */
export function adjacentSeconds(text: string): Readonly<Record<"before" | "after", string | undefined>> {
  const [, seconds] = TIME_PATTERN.exec(text) ?? [];
  const second = seconds === undefined ? -1n : BigInt(seconds);
  const written = (at: bigint) => (second >= 0n && at >= 0n && at < 10n ** 10n ? String(at) : undefined);
  return { before: written(second - 1n), after: written(second + 1n) };
}

/** Matches a time of 0, with which some services mark a range that has no end (interpretation 17). */
export const NO_END = /^0+(\.0+)?$/;
