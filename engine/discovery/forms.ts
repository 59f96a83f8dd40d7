// §4.6, §4.7, §4.8, interpretation 23: the forms of the values by which a record is requested
import type { Candidate } from "../clauses/prerequisites.ts";
import type { Endpoint } from "../model/settings.ts";
import { interleaved } from "../../generators/cases.ts";
import { ENTITY_ID, EVM_ADDRESS, TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import { oneOfEachShape, shuffled } from "./shapes.ts";

/** Endpoints that show one record, found by samples. */
export type RecordEndpoint = "topicMessage" | "contractResult" | "contract";

export const isRecordEndpoint = (endpoint: Endpoint): endpoint is RecordEndpoint => endpoint in RECORD_FORMS;

const hasHexPrefix = (text: string): boolean => text.startsWith("0x");

/** The forms of each endpoint, with their descriptions. A value that matches none has a form of its own. */
const RECORD_FORMS: Readonly<Record<RecordEndpoint, Readonly<Record<string, (text: string) => boolean>>>> = {
  topicMessage: {
    "with nine decimals": (text) => /\.\d{9}$/.test(text),
    "with fewer decimals": () => true,
  },
  contractResult: {
    "by hash": (text) => TRANSACTION_HASH_PATTERN.test(text) && hasHexPrefix(text),
    "by hash without 0x": (text) => TRANSACTION_HASH_PATTERN.test(text),
    "by transaction id": (text) => TRANSACTION_ID.test(text),
  },
  contract: {
    "by id": (text) => ENTITY_ID.test(text),
    "by address": (text) => EVM_ADDRESS.test(text) && hasHexPrefix(text),
    "by address without 0x": (text) => EVM_ADDRESS.test(text),
    "by short id": (text) => /^(?:\d+\.)?\d+$/.test(text),
  },
};

/** The form of a text among those of its endpoint, in words; undefined if the form is unspecified (interpretation 8). */
export function formOf(endpoint: RecordEndpoint, text: string): string | undefined {
  return Object.entries(RECORD_FORMS[endpoint]).find(([, fits]) => fits(text))?.[0];
}

/** The form in which a candidate is requested, with or without a nonce; undefined if its form is ambiguous. */
export function formOfCandidate(
  endpoint: RecordEndpoint,
  { identifier, nonce }: Pick<Candidate, "identifier" | "nonce">,
): string | undefined {
  const form = formOf(endpoint, identifier);
  return nonce === undefined ? form : `${form} and nonce`;
}

/**
 * Selects candidates of each form and shape: the first candidate of every form, then one record of each shape that lists show, then
 * further candidates of each form in turn, until there are `records`. Candidates that no list shows keep the order of the user;
 * those of lists are drawn at random.
 */
export function selectCandidates(
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  { records, shapes, seed }: { readonly records: number; readonly shapes: number; readonly seed: number },
): readonly Candidate[] {
  const shaped = candidates.map((candidate) => {
    const form = formOfCandidate(endpoint, candidate) ?? "of another form";
    return { candidate, form, forms: new Set([form, ...(candidate.forms ?? [])]) };
  });
  const [listed, others] = [true, false].map((isListed) =>
    shaped.filter(({ candidate }) => (candidate.forms !== undefined) === isListed),
  );
  const inOrder = [...(others ?? []), ...shuffled(listed ?? [], seed)];
  const byForm = [...new Set(inOrder.map(({ form }) => form))].map((form) =>
    inOrder.filter((one) => one.form === form),
  );
  const first = byForm.flatMap((list) => list.slice(0, 1));
  const chosen = [...oneOfEachShape(inOrder, Math.max(shapes, first.length)), ...first];
  const rest = interleaved(byForm).filter((one) => !chosen.includes(one));
  const fill = rest.slice(0, Math.max(0, records - new Set(chosen).size));
  return [...new Set([...chosen, ...fill])].map(({ candidate }) => candidate);
}
