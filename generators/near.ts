// §2.1, §4.7, §4.8: values next to one that is known to exist
import type { Named } from "./cases.ts";

type Edits = Readonly<Record<string, string>>;

function named(edits: Edits): readonly Named<string>[] {
  return Object.entries(edits).map(([name, value]) => ({ name, value }));
}

/** An entity id with one edit that no statement allows: a lenient parser would still find the record behind it. */
export function brokenIdsNear(id: string): readonly Named<string>[] {
  const cut = id.lastIndexOf(".") + 1;
  const [home, num] = [id.slice(0, cut), id.slice(cut)];
  return named({
    "a letter behind the num": `${id}z`,
    "a hex digit behind the num": `${id}a`,
    "a letter in front of the num": `${home}a${num}`,
    "zeros up to 11 digits": `${home}${num.padStart(11, "0")}`,
    "a fourth part behind": `${id}.0`,
    "a fourth part in front": `0.${id}`,
    "a negative num": `${home}-${num}`,
    "a dot behind": `${id}.`,
    "hyphens for dots": id.replaceAll(".", "-"),
  });
}

/** A hash of 64 digits with one edit that no statement allows. */
export function brokenHashesNear(hash: string): readonly Named<string>[] {
  const digits = hash.replace(/^0x/, "");
  return named({
    "the last digit is missing": hash.slice(0, -1),
    "a digit more": `${hash}0`,
    "two digits more": `${hash}00`,
    "the last digit is no hex digit": `${hash.slice(0, -1)}g`,
    "the first digit is no hex digit": `0xg${digits.slice(1)}`,
    "two prefixes": `0x0x${digits}`,
  });
}

const TRANSACTION = /^(\d+)\.(\d+)\.(\d+)-(\d+)-(\d+)$/;

/** A transaction id with one edit that no statement allows. */
export function brokenTransactionsNear(id: string): readonly Named<string>[] {
  const [, shard = "0", realm = "0", num = "0", seconds = "0", nanos = "0"] = TRANSACTION.exec(id) ?? [];
  const account = `${shard}.${realm}.${num}`;
  return named({
    "an at sign behind the account": `${account}@${seconds}-${nanos}`,
    "the form of the network's own ids": `${account}@${seconds}.${nanos}`,
    "a dot in front of the nanoseconds": `${account}-${seconds}.${nanos}`,
    "no nanoseconds": `${account}-${seconds}`,
    "ten digits of nanoseconds": `${account}-${seconds}-${nanos.padStart(9, "0")}0`,
    "ten digits of nanoseconds, a zero in front": `${account}-${seconds}-${nanos.padStart(10, "0")}`,
    "20 digits of seconds": `${account}-${seconds.padStart(20, "0")}-${nanos}`,
    "an account of 11 digits": `${shard}.${realm}.${num.padStart(11, "0")}-${seconds}-${nanos}`,
    "an account without shard": `${realm}.${num}-${seconds}-${nanos}`,
    "an account that is a num alone": `${num}-${seconds}-${nanos}`,
    "a letter in the account": `${account}a-${seconds}-${nanos}`,
    "a sixth part": `${id}-0`,
    "a letter behind": `${id}a`,
  });
}

/** An EVM address of 40 digits with one edit that no statement of 4.8 allows. */
export function brokenAddressesNear(address: string): readonly Named<string>[] {
  const digits = address.replace(/^0x/, "");
  return named({
    "39 digits": digits.slice(0, -1),
    "42 digits": `${digits}00`,
    "0x, 43 digits": `0x${digits}000`,
    "the last digit is no hex digit": `0x${digits.slice(0, -1)}g`,
    "two prefixes": `0x0x${digits}`,
  });
}

/** Malformed bounds on a time that a lenient parser would take for ones that every record meets. */
export function brokenTimeBounds(): readonly Named<string>[] {
  return named({
    "tenth decimal": "gte:1.0000000000",
    "21 digits": `gte:${"1".padStart(21, "0")}`,
    "a letter behind": "gte:1a",
    "a dot behind": "gte:1.",
    "a negative bound": "gte:-1",
    "an operator twice": "gte:gte:1",
    "an unknown operator": "ge:1",
    "no colon": "gte1",
  });
}

/** Well-formed times close to a time with nine decimals: within a microsecond, within the second, a second later. */
export function timesNear(time: string): readonly Named<string>[] {
  const [seconds = "0", decimals = "000000000"] = time.split(".");
  const nanos = Number(decimals);
  const at = (value: number): string => `${seconds}.${String(value).padStart(9, "0")}`;
  return named({
    "a nanosecond away": at(nanos === 0 ? 1 : nanos - 1),
    "other last three digits": at(nanos - (nanos % 1_000) + ((nanos + 500) % 1_000)),
    "another time within the second": at((nanos + 500_000_000) % 1_000_000_000),
    "a second later": `${BigInt(seconds) + 1n}.${decimals}`,
  });
}

/** Well-formed hashes or addresses that differ in one digit. */
export function hexNear(hex: string): readonly Named<string>[] {
  const start = hex.startsWith("0x") ? 2 : 0;
  const other = (digit: string): string => (digit === "0" ? "1" : "0");
  return named({
    "another last digit": hex.slice(0, -1) + other(hex.slice(-1)),
    "another first digit": hex.slice(0, start) + other(hex.charAt(start)) + hex.slice(start + 1),
  });
}

/** Well-formed transaction ids that differ in one part. */
export function transactionsNear(id: string): readonly Named<string>[] {
  const [, shard = "0", realm = "0", num = "0", seconds = "0", nanos = "0"] = TRANSACTION.exec(id) ?? [];
  const next = (digits: string): string => (BigInt(digits) + 1n).toString();
  const later = next(nanos).padStart(nanos.length, "0");
  return named({
    "another shard": `${next(shard)}.${realm}.${num}-${seconds}-${nanos}`,
    "another account": `${shard}.${realm}.${next(num)}-${seconds}-${nanos}`,
    "a second later": `${shard}.${realm}.${num}-${next(seconds)}-${nanos}`,
    "another nanosecond": `${shard}.${realm}.${num}-${seconds}-${later.length > 9 ? "000000000" : later}`,
  });
}

/** The id in another shard, and in another realm. */
export function idsElsewhere(id: string): readonly Named<string>[] {
  const [shard = "0", realm = "0", num = "0"] = id.split(".");
  const next = (digits: string): string => ((BigInt(digits) + 9n) % 9_999_999_999n).toString();
  return named({
    "another shard": `${next(shard)}.${realm}.${num}`,
    "another realm": `${shard}.${next(realm)}.${num}`,
  });
}
