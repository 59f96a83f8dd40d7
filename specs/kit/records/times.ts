// §2.1, §4.6: when two ways of writing a time may mean the same
/** No time has more than 20 digits of seconds: a million of them would keep the processor busy. */
const TIME_PATTERN = /^(\d{1,20})(?:\.(\d*))?$/;
const NANOS = 9;

/** Nanoseconds since the epoch by each fair reading of the decimals; none where the text is no time. */
function instantsOf(text: string): readonly bigint[] {
  const [, seconds, decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  if (seconds === undefined || decimals.length > NANOS) {
    return [];
  }
  // Whether .5 is half a second or five nanoseconds is not said.
  const nanos = [decimals.padEnd(NANOS, "0"), decimals.padStart(NANOS, "0")];
  return nanos.map((digits) => BigInt(seconds) * 1_000_000_000n + BigInt(digits));
}

/** Whether some reading of one is some reading of the other. */
export function maySame(a: string, b: string): boolean {
  const instants = new Set(instantsOf(b));
  return a === b || instantsOf(a).some((instant) => instants.has(instant));
}

/** Whether the first is after the second by every reading of both; false where one of them is no time. */
export function surelyAfter(a: string, b: string): boolean {
  const [later, earlier] = [instantsOf(a), instantsOf(b)];
  return (
    later.length > 0 && earlier.length > 0 && later.every((one) => earlier.every((other) => one > other))
  );
}

/** The time with nine decimals, where its decimals have but one reading. */
export function withNineDecimals(text: string): string | undefined {
  const [, seconds, decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  if (seconds === undefined || (decimals.length !== 0 && decimals.length !== NANOS)) {
    return undefined;
  }
  return `${seconds}.${decimals.padEnd(NANOS, "0")}`;
}

/** Shorter ways to write the decimals, whose reading is open. */
export function shortenedTimes(text: string): readonly string[] {
  const [, seconds = "", decimals = ""] = TIME_PATTERN.exec(text) ?? [];
  const shorter = [decimals.replace(/0+$/, ""), decimals.replace(/^0+/, "")];
  return shorter
    .filter((short) => short !== decimals)
    .map((short) => (short === "" ? seconds : `${seconds}.${short}`));
}

/** The last whole second before a time, and the first one behind it, if ten digits can write it. */
export function secondsBeside(text: string): Readonly<Record<"before" | "behind", string | undefined>> {
  const [, seconds] = TIME_PATTERN.exec(text) ?? [];
  const second = seconds === undefined ? -1n : BigInt(seconds);
  const written = (at: bigint) => (second >= 0n && at >= 0n && at < 10n ** 10n ? String(at) : undefined);
  return { before: written(second - 1n), behind: written(second + 1n) };
}

/** A range may have no end, and an end of zero may say so (interpretation 17). */
export const NO_END = /^0+(\.0+)?$/;
