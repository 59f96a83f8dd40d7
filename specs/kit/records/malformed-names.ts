// §4.7, §4.8: malformed edits of the names of known records
import { memoizeByObject } from "../../../engine/model/model.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import type { NamedCase } from "../../../generators/cases.ts";
import { splitDigits } from "../../../generators/edits.ts";
import { invalidEditsNear } from "../../../generators/refused.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { grammars, type Grammar } from "../../../schemas/grammars.ts";
import { firstItem, prefixedAndBare, memberText } from "./records.ts";

/** A known record, and a malformed name that is one edit away from one of its names (`near`). */
export interface EditedName {
  readonly known: Sample;
  readonly near: string;
}

/**
 * Malformed names, each one edit away from a name of a known record. Names of two records with the format of `grammar` are edited: the
 * names by which the records are requested or, if no sample has such a name, the names in their bodies. Each name is edited with and
 * without its prefix (0x, or shard and realm). Computed once per format and samples.
 */
export const malformedNames = memoizeByObject((samples: readonly Sample[]) =>
  memoizeByObject((grammar: Grammar): readonly NamedCase<EditedName>[] => {
    const named = (names: (sample: Sample) => readonly string[]) =>
      samples
        .toSorted((a, b) => Number(isPadded(b.identifier)) - Number(isPadded(a.identifier)))
        .map((known) => ({ known, names: names(known).filter((name) => hasForm(grammar, name)) }))
        .filter(({ names: fitting }) => fitting.length > 0)
        .slice(0, 2)
        .flatMap(({ known, names: fitting }) => fitting.map((name) => ({ known, name })));
    const requested = named(({ identifier }) => formsOf(identifier));
    const bases = requested.length > 0 ? requested : named(shownNames);
    return invalidEditsNear(
      grammar,
      bases.map(({ name }) => name),
    ).map(({ base, value: near, ...labels }) => ({
      ...labels,
      value: { known: firstItem(bases.filter(({ name }) => name === base)).known, near },
    }));
  }),
);

/** Whether a name is hex digits that begin with 0: a service that pads hex finds the record even if this 0 is removed. */
const isPadded = (name: string): boolean => /^(0x)?0[0-9a-f]{30}/i.test(name);

const hasForm = ({ forms }: Grammar, name: string): boolean =>
  forms.some((form) => splitDigits(form, name) !== undefined);

/** The forms of a name: an id whole, without its shard, and without shard and realm; any other name with and without 0x. */
const formsOf = (name: string): readonly string[] =>
  ENTITY_ID.test(name)
    ? [name, name.replace(/^\d+\./, ""), name.replace(/^.*\./, "")]
    : prefixedAndBare(name);

const shownNames = ({ response }: Sample): readonly string[] =>
  ["contract_id", "evm_address", "hash"].flatMap((member) => formsOf(memberText(response, member) ?? ""));

/** Malformed timestamp filters, each one edit away from one of `filters`. */
export const malformedTimes = (filters: readonly string[]): readonly NamedCase<string>[] =>
  invalidEditsNear(grammars.timestampFilter, filters);
