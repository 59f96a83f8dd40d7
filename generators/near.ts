// §2.1, §4.3 to §4.8: valid values close to the identifier of an existing record
import { ENTITY_ID } from "../schemas/formats.ts";
import type { Grammar, GrammarPart } from "../schemas/grammars.ts";
import { validityAmong } from "../schemas/validity.ts";
import { namedCases, type NamedCase } from "./cases.ts";
import { splitParts } from "./edits.ts";

const LOWEST_32_BITS = 2n ** 32n;

/**
 * Valid values that differ from a value of a format in one group: of digits, by one, by 2^32 (a service may compare only the lowest 32
 * bits), and by a digit at the end; of hex digits or of a fraction, in the first or the last digit, or in one of two in the middle.
 */
export function neighboursOf(grammar: Grammar, value: string): readonly NamedCase<string>[] {
  const form = grammar.forms.find((one) => splitParts(one, value) !== undefined) ?? [];
  const texts = splitParts(form, value) ?? [];
  return form.flatMap((part, at) =>
    namedCases(changesOfGroup(part, texts[at] ?? ""))
      .map(({ name, value: text }) => ({ name, value: texts.with(at, text).join("") }))
      .filter((near) => validityAmong([grammar], near.value) === "valid"),
  );
}

function changesOfGroup(part: GrammarPart, text: string): Readonly<Record<string, string>> {
  if (part.kind === "hex" || (part.kind === "digits" && part.fraction === true)) {
    const other = (at: number): string =>
      text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);
    const middle = text.length >> 1;
    return {
      "another last digit": other(text.length - 1),
      "another digit in the middle": other(middle),
      "another digit before the middle": other(Math.max(middle - 1, 0)),
      "another first digit": other(0),
    };
  }
  if (part.kind !== "digits") return {};
  return {
    [`${part.name} plus 1`]: sumText(text, 1n),
    [`the same lowest 32 bits of ${part.name}`]: sumText(text, LOWEST_32_BITS),
    ...(/[1-9]/.test(text) ? { [`an extra digit of ${part.name}`]: `${text}0` } : {}),
  };
}

const sumText = (digits: string, step: bigint): string =>
  (BigInt(digits) + step).toString().padStart(digits.length, "0");

type Steps = readonly [shard: bigint, realm: bigint, num: bigint];

/** An entity id with steps added to its parts; undefined for any other text, or if the sum is no valid id. */
function shiftedParts(id: string, steps: Steps): string | undefined {
  if (!ENTITY_ID.test(id)) return undefined;
  const parts = id.split(".").map((digits, at) => String(BigInt(digits) + (steps[at] ?? 0n)));
  return ENTITY_ID.test(parts.join(".")) ? parts.join(".") : undefined;
}

/** The id in another shard and in another realm; none for any other text. */
export const idsInOtherShards = (id: string): readonly NamedCase<string>[] =>
  namedCases({
    "another shard": shiftedParts(id, [9n, 0n, 0n]),
    "another realm": shiftedParts(id, [0n, 9n, 0n]),
  });

export const idsWithSameLow32Bits = (id: string): readonly NamedCase<string>[] =>
  namedCases({ "a number with the same lowest 32 bits": shiftedParts(id, [0n, 0n, LOWEST_32_BITS]) });

/** An id directly below a known id, and one directly above, neither of them known: a service may return the record with the nearest id. */
export function adjacentIds(known: readonly string[]): readonly NamedCase<string>[] {
  const first = (step: bigint): string | undefined =>
    known.flatMap((id) => shiftedParts(id, [0n, 0n, step]) ?? []).find((id) => !known.includes(id));
  return namedCases({ "the next lower id": first(-1n), "the next higher id": first(1n) });
}

/** An address whose last 8 bytes are the number of an id, from which a service may derive addresses; it starts with no shard and realm. */
export const addressEndingWith = (id: string): string =>
  `0x${"f".repeat(24)}${BigInt(/\d+$/.exec(id)?.[0] ?? 0)
    .toString(16)
    .padStart(16, "0")}`;
