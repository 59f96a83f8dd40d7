// §4.7, §4.8: malformed edits of the names of known records, and malformed timestamp filters
import { type ApiRequest, requestTo } from "../../../engine/model/exchange.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import type { Size } from "../../../engine/clauses/size.ts";
import { computeOnce, uniqueValues, type Cases } from "../../../generators/cases.ts";
import { refusedNear } from "../../../generators/refused.ts";
import { formats, inEachOperator } from "../../../generators/formats.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { grammars, type Grammar } from "../../../schemas/grammars.ts";
import { prefixedAndBare, memberText } from "./records.ts";

/** A known record, and a name that is an edit of one of its names. */
export interface NearName {
  readonly known: Sample;
  readonly near: string;
}

/**
 * Malformed edits of the names of known records, each family once: first of the requested names (full ids before short ones, each
 * with 0x and without), then of shorter ids and of other names in the records, for families that the requested names lack.
 */
function editSamples(
  grammar: Grammar,
  samples: readonly Sample[],
): Required<Pick<Cases<NearName>, "boundaries" | "revealing">> {
  const isWhole = ({ identifier }: Sample): boolean => ENTITY_ID.test(identifier);
  const sorted = samples.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
  const sources = [
    ...sorted.map((known) => ({ known, names: [known.identifier] })),
    ...sorted.map((known) => ({ known, names: otherNames(known) })),
  ];
  const families = new Set<string | undefined>();
  const edits = sources.flatMap(({ known, names }) => {
    const { revealing, boundaries } = refusedNear(grammar, names.flatMap(prefixedAndBare));
    const added = boundaries.filter(({ family }) => !families.has(family));
    added.forEach(({ family }) => families.add(family));
    const values = added.map(({ value: near, ...named }) => ({ ...named, value: { known, near } }));
    return values.length === 0 ? [] : [{ revealing, values }];
  });
  return { boundaries: edits.flatMap(({ values }) => values), revealing: edits[0]?.revealing ?? 0 };
}

const editsBy = memoizeByObject((samples: readonly Sample[]) =>
  memoizeByObject((grammar: Grammar) => editSamples(grammar, samples)),
);

/** The edits of {@link editSamples}, computed once: at smoke every malformed id and every malformed filter needs those of the ids. */
export const editedBounds = (grammar: Grammar, samples: readonly Sample[]) => editsBy(samples)(grammar);

/** The shorter forms of a requested id, and the id, address and hash that the record shows. */
function otherNames({ identifier, response }: Sample): readonly string[] {
  const shown = ["contract_id", "evm_address", "hash"].map((member) => memberText(response, member) ?? "");
  const ids = [identifier, ...shown].filter((name) => ENTITY_ID.test(name));
  const shorter = ids.flatMap((id) => [id.replace(/^\d+\./, ""), id.replace(/^.*\./, "")]);
  return [...shorter, ...shown];
}

/** A bound in the future. A service that accepts a malformed variant of it finds the contract. */
const MET_BY_MOST = "lte:2000000000.000000001";
/** Operators with which most contracts meet that bound too. */
const MET_OPERATORS = ["lte", "ne", "lte", "lt"];
/** Malformed bounds that a lenient service reads as that bound, or as one at about 0: it then finds the contract. */
const LENIENT_BOUNDS = [
  { name: "a letter before the operator", value: `z${MET_BY_MOST}` },
  { name: "a minus", value: "gte:-1" },
  { name: "no seconds", value: "gt:.5" },
];

/** A bound of this kind in the other forms of a filter: without an operator, and without decimals. */
const OTHER_FORMS = ["1999999999.000000001", "lte:1999999999", "1999999999"];

/** Malformed edits of a filter that most contracts meet, in each form, and the bounds above. */
export const malformedFilters = computeOnce((): Cases<string> => {
  const near = refusedNear(grammars.timestampFilter, [MET_BY_MOST]);
  const families = new Set(near.boundaries.map(({ family }) => family));
  const inOtherForms = refusedNear(grammars.timestampFilter, OTHER_FORMS).boundaries;
  const boundaries = [...near.boundaries, ...inOtherForms.filter(({ family }) => !families.has(family))];
  const behind = boundaries
    .slice(1)
    .filter(({ value }) => LENIENT_BOUNDS.every((other) => other.value !== value));
  // An operator without a value is always sent as eq.
  const inEach = inEachOperator(behind, MET_OPERATORS).map((one) => ({
    ...one,
    value: one.value.replace(/^[a-z]+:$/, "eq:"),
  }));
  return {
    boundaries: uniqueValues([...boundaries.slice(0, 1), ...LENIENT_BOUNDS, ...inEach]),
    revealing: near.revealing + LENIENT_BOUNDS.length,
    middle: formats.timestampFilter.invalid().middle,
  };
});

/**
 * At smoke, one request with a malformed contract id and a malformed filter, which saves requests: a response may name
 * each of them.
 */
export function bothMalformed(
  contracts: readonly Sample[],
  name: string | undefined,
  turn: number,
  { contexts }: Size,
): ApiRequest | undefined {
  if (contexts > 0 || name === undefined) {
    return undefined;
  }
  const path = editedBounds(grammars.contractId, contracts).boundaries[turn]?.value.near;
  const filter = malformedFilters().boundaries[turn]?.value;
  return path === undefined || filter === undefined
    ? undefined
    : requestTo("contract", { path, query: [[name, filter]], expects: "refusal" });
}
