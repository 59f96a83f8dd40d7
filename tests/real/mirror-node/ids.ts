import { splitAgain, type Filter } from "./filters.ts";
import { Refused, type Reads } from "./query.ts";
import type { Release } from "./releases.ts";

const ALONE = /^\d{1,19}$/;
const ADDRESS = /^(?:0x)?([0-9A-Fa-f]{40})$/;
const FAR_ADDRESS = /^(?:\d{1,5}\.){1,2}([0-9A-Fa-f]{40})$/;

function partsOf(text: string, { digits }: Release): RegExpExecArray | null {
  const match = /^(?:(\d{1,5})\.)?(\d{1,5})\.(\d{1,12})$/.exec(text);
  return (match?.[3]?.length ?? 0) > digits ? null : match;
}

/** Whether a text has the form of an id; its parts may still be too large. */
export function isId(text: string, release: Release): boolean {
  return (
    (release.tellsWhole && /^-\d{1,19}$/.test(text)) || ALONE.test(text) || partsOf(text, release) !== null
  );
}

/** The number under which an entity is kept: shard, realm and number in one. */
export function entityId(text: string, release: Release): bigint {
  const told = release.tellsWhole && !text.includes(".") ? `0.0.${text}` : text;
  if (!text.includes(".")) {
    return demandFit(BigInt(text), release.alone, told);
  }
  const [, shard = "0", realm = "0", num = ""] = partsOf(text, release) ?? [];
  const high =
    (demandFit(BigInt(shard), release.largestShard, told) << 16n) |
    demandFit(BigInt(realm), 2n ** 16n - 1n, told);
  return (high << 38n) | demandFit(BigInt(num), release.largest, told);
}

function demandFit(value: bigint, largest: bigint, text: string): bigint {
  if (value < 0n || value > largest) {
    throw unfit(text);
  }
  return value;
}

export function unfit(text: string): Refused {
  return new Refused(400, `Invalid entity ID "${text}"`);
}

/** The digits of an address; behind a shard and a realm too. */
export function addressIn(text: string): string | undefined {
  return (ADDRESS.exec(text) ?? FAR_ADDRESS.exec(text))?.[1]?.toLowerCase();
}

/** Shard and realm stand before an address. */
export function isFar(text: string): boolean {
  return FAR_ADDRESS.test(text);
}

/** Whether an address is one of shard and realm 0, or stands alone. */
export function isHere(text: string): boolean {
  return !isFar(text) || /^0\.(?:0\.)?[0-9a-f]{40}$/i.test(text);
}

/** Which entities a parameter names: accounts by id or address, tokens in later releases by address too. */
export type Kind = "account" | "token";

function takesAddress(kind: Kind, { addresses }: Release): boolean {
  return kind === "account" || addresses;
}

export function isName(text: string, kind: Kind, release: Release): boolean {
  return isId(text, release) || (takesAddress(kind, release) && addressIn(text) !== undefined);
}

export function idOf(text: string, kind: Kind, release: Release): bigint {
  const digits = takesAddress(kind, release) ? addressIn(text) : undefined;
  return digits === undefined ? entityId(text, release) : BigInt(`0x${digits}`);
}

/** A filter by id: release 0.123 takes a colon for a dot behind the operator. */
function splitId(text: string, { colons, readsOver }: Release): Filter<string> | undefined {
  const filter = splitAgain(text, readsOver);
  return filter === undefined || !colons || !/^\d+[.:]\d+:\d+$/.test(filter.value)
    ? filter
    : { ...filter, value: filter.value.replaceAll(":", ".") };
}

export function readsIds(kind: Kind, release: Release): Reads {
  return (text) => {
    const filter = splitId(text, release);
    return filter !== undefined && isName(filter.value, kind, release);
  };
}

export function idFilter(text: string, kind: Kind, release: Release): Filter<bigint> {
  const { operator, value } = splitId(text, release) ?? { operator: "eq", value: text };
  return { operator, value: idOf(value, kind, release) };
}
