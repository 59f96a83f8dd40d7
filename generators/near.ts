// §2.1, §4.6, §4.7, §4.8: values close to the identifier of an existing record
import { ENTITY_ID } from "../schemas/formats.ts";
import { namedCases, type NamedCase } from "./cases.ts";

const TRANSACTION_ID_PARTS = /^(\d+)\.(\d+)\.(\d+)-(\d+)-(\d+)$/;

const LAST_SECOND = 9_999_999_999n;

const withSameLow32Bits = (digits: string): bigint => BigInt(digits) + 2n ** 32n;

const after = (digits: string): bigint => BigInt(digits) + 1n;
const before = (digits: string): bigint => (BigInt(digits) > 0n ? BigInt(digits) - 1n : 1n);

/** Several values close to that of the first sample of a run, and fewer, different ones for the second sample. */
export type NearValues = readonly [first: readonly NamedCase<string>[], second: readonly NamedCase<string>[]];

/** Valid timestamps close to a timestamp with nine decimals: within a microsecond, within the second, and a second away. */
export function timesNear(time: string): NearValues {
  const [seconds = "0", decimals = "000000000"] = time.split(".");
  const nanos = Number(decimals);
  const inSecond = (value: number): string => `${seconds}.${String(value % 1_000_000_000).padStart(9, "0")}`;
  const first = {
    "a nanosecond away": inSecond(nanos === 0 ? 1 : nanos - 1),
    "other last three digits": inSecond(nanos - (nanos % 1_000) + ((nanos + 500) % 1_000)),
    "another time within the second": inSecond(nanos + 500_000_000),
    "a second away": `${BigInt(seconds) === LAST_SECOND ? before(seconds) : after(seconds)}.${decimals}`,
    "a second with the same lowest 32 bits":
      withSameLow32Bits(seconds) > LAST_SECOND ? undefined : `${withSameLow32Bits(seconds)}.${decimals}`,
  };
  const second = {
    "a nanosecond later": inSecond(nanos + 1),
    "a second away": `${before(seconds)}.${decimals}`,
  };
  return [namedCases(first), namedCases(second)];
}

export function hexNear(hex: string): NearValues {
  const start = hex.startsWith("0x") ? 2 : 0;
  const middle = (hex.length + start) / 2;
  const other = (at: number): string => hex.slice(0, at) + (hex[at] === "0" ? "1" : "0") + hex.slice(at + 1);
  const first = {
    "another last digit": other(hex.length - 1),
    "another digit in the middle": other(middle),
    "another first digit": other(start),
  };
  return [namedCases(first), namedCases({ "another digit in the middle": other(middle - 1) })];
}

export function transactionsNear(id: string): NearValues {
  const [, shard = "0", realm = "0", num = "0", seconds = "0", nanos = "0"] =
    TRANSACTION_ID_PARTS.exec(id) ?? [];
  const at = (time: bigint | string, decimals = nanos) => `${shard}.${realm}.${num}-${time}-${decimals}`;
  const moment = `-${seconds}-${nanos}`;
  const nanosOf = (value: bigint): string =>
    value > 999_999_999n ? "000000000" : String(value).padStart(nanos.length, "0");
  const longer = `${seconds}0`.slice(0, 19);
  const extraDigit = BigInt(longer) === BigInt(seconds) ? undefined : at(longer);
  const first = {
    "another shard": `${after(shard)}.${realm}.${num}${moment}`,
    "another realm": `${shard}.${after(realm)}.${num}${moment}`,
    "another account": `${shard}.${realm}.${after(num)}${moment}`,
    "a second away": at(after(seconds)),
    "another nanosecond": at(seconds, nanosOf(after(nanos))),
    "an extra digit of seconds": extraDigit,
    "a second with the same lowest 32 bits":
      withSameLow32Bits(seconds) < 10n ** 19n ? at(withSameLow32Bits(seconds)) : undefined,
  };
  const second = {
    "another nanosecond": at(seconds, nanosOf(before(nanos))),
    "a second away": at(before(seconds)),
    "an extra digit of seconds": extraDigit,
  };
  return [namedCases(first), namedCases(second)];
}

/** The id whose number is 2^32 higher, with the same lowest 32 bits; none if that is not a valid id. */
export function idsWithSameLow32Bits(id: string): readonly NamedCase<string>[] {
  const [, parts = "", num = "0"] = /^(\d+\.\d+\.)(\d+)$/.exec(id) ?? [];
  const far = `${parts}${withSameLow32Bits(num)}`;
  return ENTITY_ID.test(far) ? namedCases({ "a number with the same lowest 32 bits": far }) : [];
}

/** An id directly below a known id, and one directly above, neither of them known: a service may return the record with the nearest id. */
export function adjacentIds(known: readonly string[]): readonly NamedCase<string>[] {
  const ids = known.filter((id) => ENTITY_ID.test(id));
  const first = (step: bigint): string | undefined =>
    ids
      .map((id) => id.replace(/\d+$/, (num) => (BigInt(num) + step).toString()))
      .find((id) => ENTITY_ID.test(id) && !known.includes(id));
  return namedCases({ "the next lower id": first(-1n), "the next higher id": first(1n) });
}

/** The id in another shard and in another realm; none for any other text. */
/**
 * An address whose last 8 bytes are the number of an id. A service may derive such addresses from ids; the first 12 bytes of this one are
 * no shard and realm.
 */
export function addressEndingWith(id: string): readonly NamedCase<string>[] {
  const num = BigInt(/\d+$/.exec(id)?.[0] ?? 0).toString(16);
  return namedCases({
    "an address that ends with the number": `0x${"f".repeat(24)}${num.padStart(16, "0")}`,
  });
}

export function idsInOtherShards(id: string): readonly NamedCase<string>[] {
  if (!ENTITY_ID.test(id)) return [];
  const [shard = "0", realm = "0", num = "0"] = id.split(".");
  const next = (digits: string): string => ((BigInt(digits) + 9n) % 9_999_999_999n).toString();
  return namedCases({
    "another shard": `${next(shard)}.${realm}.${num}`,
    "another realm": `${shard}.${next(realm)}.${num}`,
  });
}
