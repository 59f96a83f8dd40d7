// §2.1, §4.7, §4.8: values adjacent to the value of an existing record
import { ENTITY_ID } from "../schemas/formats.ts";
import { namedCases, type NamedCase } from "./cases.ts";

const TRANSACTION_ID_PARTS = /^(\d+)\.(\d+)\.(\d+)-(\d+)-(\d+)$/;

/** The last second that has ten digits. */
const LAST_SECOND = 9_999_999_999n;

/** A number with the same lowest 32 bits. */
const beyond = (digits: string): bigint => BigInt(digits) + 2n ** 32n;

/** The next number, or with `isBefore` the previous one if there is one. */
const beside = (digits: string, isBefore = false): bigint =>
  isBefore && BigInt(digits) > 0n ? BigInt(digits) - 1n : BigInt(digits) + 1n;

/**
 * Valid timestamps close to one with nine decimals: within a microsecond, within the second, and a second away. For the second
 * timestamp of a run (`at` 1), of which every second value is sent, the timestamps lie on the other side.
 */
export function timesNear(time: string, at = 0): readonly NamedCase<string>[] {
  const [seconds = "0", decimals = "000000000"] = time.split(".");
  const isSecond = at > 0;
  const nanos = Number(decimals);
  const inSecond = (value: number): string => `${seconds}.${String(value).padStart(9, "0")}`;
  return namedCases({
    "a nanosecond away": inSecond(nanos === 0 ? 1 : nanos - 1),
    ...(isSecond
      ? { "a nanosecond later": inSecond((nanos + 1) % 1_000_000_000) }
      : { "other last three digits": inSecond(nanos - (nanos % 1_000) + ((nanos + 500) % 1_000)) }),
    "another time within the second": inSecond((nanos + 500_000_000) % 1_000_000_000),
    "a second away": `${beside(seconds, isSecond || BigInt(seconds) === LAST_SECOND)}.${decimals}`,
    "a second with the same lowest 32 bits":
      beyond(seconds) > LAST_SECOND ? undefined : `${beyond(seconds)}.${decimals}`,
  });
}

/** Valid hashes or addresses that differ in one digit; the middle one differs `turn` digits before the middle. */
export function hexNear(hex: string, before = 0): readonly NamedCase<string>[] {
  const start = hex.startsWith("0x") ? 2 : 0;
  const other = (at: number): string => hex.slice(0, at) + (hex[at] === "0" ? "1" : "0") + hex.slice(at + 1);
  return namedCases({
    "another last digit": other(hex.length - 1),
    "another digit in the middle": other((hex.length + start) / 2 - before),
    "another first digit": other(start),
  });
}

/**
 * Valid transaction ids that differ in one part. For the second id of a run (`at` 1), of which every second value is sent, the
 * order of the values differs, and numbers are decremented.
 */
export function transactionsNear(id: string, at = 0): readonly NamedCase<string>[] {
  const [, shard = "0", realm = "0", num = "0", seconds = "0", nanos = "0"] =
    TRANSACTION_ID_PARTS.exec(id) ?? [];
  const next = (digits: string): string => beside(digits, at > 0).toString();
  const moved = next(nanos).padStart(nanos.length, "0");
  const longer = `${seconds}0`.slice(0, 19);
  const ofRealm = { "another realm": `${shard}.${next(realm)}.${num}-${seconds}-${nanos}` };
  const ofNanos = {
    "another nanosecond": `${shard}.${realm}.${num}-${seconds}-${moved.length > 9 ? "000000000" : moved}`,
  };
  return namedCases({
    "another shard": `${next(shard)}.${realm}.${num}-${seconds}-${nanos}`,
    ...(at > 0 ? ofNanos : ofRealm),
    "another account": `${shard}.${realm}.${next(num)}-${seconds}-${nanos}`,
    "a second away": `${shard}.${realm}.${num}-${next(seconds)}-${nanos}`,
    ...(at > 0 ? ofRealm : ofNanos),
    ...(BigInt(longer) === BigInt(seconds)
      ? {}
      : { "an extra digit of seconds": `${shard}.${realm}.${num}-${longer}-${nanos}` }),
    ...(beyond(seconds) < 10n ** 19n
      ? { "a second with the same lowest 32 bits": `${shard}.${realm}.${num}-${beyond(seconds)}-${nanos}` }
      : {}),
  });
}

/** The id whose number has the same lowest 32 bits; undefined if it exceeds the highest id. */
export function idsBeyond(id: string): readonly NamedCase<string>[] {
  const [, parts = "", num = "0"] = /^(\d+\.\d+\.)(\d+)$/.exec(id) ?? [];
  const far = `${parts}${beyond(num)}`;
  return ENTITY_ID.test(far) ? namedCases({ "a number with the same lowest 32 bits": far }) : [];
}

/** The ids next to the first ids that are unused: a service may return the nearest one. */
export function idsBeside(known: readonly string[]): readonly NamedCase<string>[] {
  const ids = known.filter((id) => ENTITY_ID.test(id));
  const first = (step: bigint): string | undefined =>
    ids
      .map((id) => id.replace(/\d+$/, (num) => (BigInt(num) + step).toString()))
      .find((id) => ENTITY_ID.test(id) && !known.includes(id));
  return namedCases({ "the next lower id": first(-1n), "the next higher id": first(1n) });
}

/** The id in another shard and in another realm; none if the sample of the target file is not an id. */
export function idsElsewhere(id: string): readonly NamedCase<string>[] {
  if (!ENTITY_ID.test(id)) {
    return [];
  }
  const [shard = "0", realm = "0", num = "0"] = id.split(".");
  const next = (digits: string): string => ((BigInt(digits) + 9n) % 9_999_999_999n).toString();
  return namedCases({
    "another shard": `${next(shard)}.${realm}.${num}`,
    "another realm": `${shard}.${next(realm)}.${num}`,
  });
}
