// §2.6, §2.7, §2.8, §4.6, §4.7, §4.8: requests for single records, and the names that are sent
import { bareHex } from "../../../engine/model/compare.ts";
import { call } from "../../../engine/model/call.ts";
import type { Given } from "../../../engine/clauses/clause.ts";
import type { Ask, Expectation } from "../../../engine/model/exchange.ts";
import type { Sampled, Size } from "../../../engine/clauses/prerequisites.ts";
import { asNamed, type Cases } from "../../../generators/cases.ts";
import type { Endpoint } from "../../../schemas/operations.ts";

/** A request for one record, answered from memory where the run has asked it before. */
export function recordAsk(endpoint: Endpoint, path: string, expects: Expectation = "success"): Ask {
  return call(endpoint, { path, expects });
}

/** The request for a sample; only one that the user vouches for has to be there. */
export function sampleAsk(endpoint: Endpoint, { asked, origin, vouched }: Sampled): Ask {
  return call(endpoint, { path: asked, origin, expects: vouched ? "success" : "missing" });
}

/** Requests to compare an answer with: for names that are surely malformed, and for one that is hardly in use. */
export const OTHERS = {
  contractResult: {
    malformed: ["abc", "0.0.1001-1", `0x${"f".repeat(63)}`].map((path) => recordAsk("contractResult", path)),
    missing: recordAsk("contractResult", "0.0.1001-1-000000001"),
  },
  tokenBalances: {
    malformed: ["abc", "0.0.12345678901"].map((path) => recordAsk("tokenBalances", path)),
    missing: recordAsk("tokenBalances", "0.0.101003"),
  },
  contract: {
    malformed: ["abc", "0.0.0.1", "12345678901"].map((path) => recordAsk("contract", path)),
    missing: recordAsk("contract", "0.0.4200000011"),
  },
} as const;

/**
 * The 0x kept away or put in front, in lower case, in upper case and in both. In both cases an address would have a checksum
 * (EIP-55), of which the document does not speak: it comes in upper case instead.
 */
export function hexForms(text: string): readonly string[] {
  const lower = bareHex(text);
  const upper = lower.toUpperCase();
  const both = lower.replaceAll(
    /([a-f])(\d*[a-f]?)/g,
    (_, one: string, more: string) => one.toUpperCase() + more,
  );
  return [`0x${lower}`, `0x${lower.length === 40 ? upper : both}`, lower, upper];
}

/** A hash or an address that nothing has: eight digits made from the seed, so many times. */
export function madeUpHex(seed: number, times: number): string {
  return `0x${(seed >>> 0).toString(16).padStart(8, "7").repeat(times)}`;
}

/** A hash or an address as it is, and with the 0x that it lacks or without that. */
export function prefixedAndBare(name: string): readonly string[] {
  return name.startsWith("0x") ? [name, name.slice(2)] : [name, `0x${name}`];
}

/**
 * Some of the well-formed values of a property, for they show less than the malformed ones: of as many as the level sends of
 * a property one in so many, the first ones; those that tell most alone at smoke, all of them and chance at thorough.
 */
export function accepting<V>(
  { boundaries, middle, telling = 1 }: Cases<V>,
  { values, contexts }: Size,
  { oneIn }: { readonly oneIn: number } = { oneIn: 5 },
): Given<V> {
  const isMuch = values >= 100;
  const most = contexts === 0 ? telling : Math.ceil(values / oneIn);
  return isMuch ? { boundaries, middle } : { boundaries: boundaries.slice(0, most), telling };
}

/** A case of each sample, of so many at most. */
export const bySample = (samples: readonly Sampled[], most = samples.length) =>
  asNamed(samples.slice(0, most).map(({ asked }) => asked));

/** The first of them; a clause that needs samples has at least one. */
export function firstOf<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) {
    throw new Error("a clause was tested without a sample");
  }
  return first;
}
