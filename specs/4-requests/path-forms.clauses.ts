// §4.7, §4.8, §7.8: the path parameter of a record, well-formed and malformed
import { refusedExamples, wellFormedExamples } from "../examples/responses.ts";
import { sequence } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import { candidateRequest, type Sampled } from "../../engine/clauses/prerequisites.ts";
import type { Cases, NamedCase } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { refusedNear } from "../../generators/refused.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import { editedBounds } from "../kit/records/edited.ts";
import { requestRefusal } from "../kit/requests/refusals.ts";
import { checkAccepted } from "../kit/requests/acceptance.ts";
import { firstResult, COMPARISON_REQUESTS, recordRequest, valuesOfLevel } from "../kit/records/records.ts";
import { checkMalformed, checkNoRecord } from "../kit/records/record-checks.ts";
import {
  fitsAll,
  byHash,
  byTransactionId,
  faulty,
  refusal,
  hasNoQuery,
  wellFormed,
  type Fits,
} from "../kit/requests/recorded.ts";

/** A path parameter whose error body the contract does not show (§7.8), and the ids of its two clauses. */
interface PathForms {
  readonly accepted: ClauseId;
  readonly refused: ClauseId;
  readonly endpoint: "contractResult" | "contract";
  readonly words: string;
  readonly cites: Cites;
  /** Whether the path of a recorded request is meant to be of this format; absent: always. */
  readonly spells?: Fits;
  readonly valid: (seed?: number) => Cases<string>;
  readonly grammars: readonly Grammar[];
}

const PATH_FORMS: readonly PathForms[] = [
  // a 32-byte hash with optional 0x prefix (§4.7, line 255)
  {
    accepted: "4.7-hash-accepted",
    refused: "4.7-hash-refused",
    endpoint: "contractResult",
    spells: byHash,
    words: "hash",
    cites: ["4.7 hash"],
    valid: formats.transactionHash.valid,
    grammars: [grammars.transactionHash],
  },
  // a transaction id in the form shard.realm.num-seconds-nanoseconds (§4.7, line 255)
  {
    accepted: "4.7-transaction-id-accepted",
    refused: "4.7-transaction-id-refused",
    endpoint: "contractResult",
    spells: byTransactionId,
    words: "transaction id",
    cites: ["4.7 transaction id"],
    valid: formats.transactionId.valid,
    grammars: [grammars.transactionId],
  },
  // a contract id, shard and realm optional, or an EVM address of 40 hex digits with optional 0x prefix (§4.8, line 262)
  {
    accepted: "4.8-id-or-address-accepted",
    refused: "4.8-id-or-address-refused",
    endpoint: "contract",
    words: "contract id or address",
    cites: ["2.1 EvmAddress requests", "4.8 contractIdOrAddress form", "8 entity id parts"],
    valid: formats.contractIdOrAddress.valid,
    grammars: [grammars.contractId, grammars.contractAddress],
  },
];

/**
 * How many malformed values made from the examples of the grammar are sent if a sample has the format: edits of the sample
 * reveal more.
 */
const EXAMPLES_BESIDE_SAMPLE = 2;

const SAMPLES = { contractResult: "contractResultSamples", contract: "contractSamples" } as const;
const FOUND_RECORD = { contractResult: "contractResults", contract: "contracts" } as const;

function acceptedForms(forms: PathForms) {
  const { endpoint, words, valid, spells = () => true } = forms;
  return sequence({
    id: forms.accepted,
    cites: [...forms.cites, 7],
    statement: `a well-formed ${words} is not refused as invalid`,
    acceptsParameter: "path",
    needs: { samples: SAMPLES[endpoint], size: "size", seed: "seed" },
    given: ({ size, seed }) => valuesOfLevel(valid(seed), size),
    run: (t, value) =>
      checkAccepted(t, recordRequest(endpoint, value, "missing"), COMPARISON_REQUESTS[endpoint]),
    recorded: wellFormed(fitsAll(hasNoQuery, spells)),
    ...wellFormedExamples(endpoint),
  });
}

/** Malformed values made from the examples of each grammar: a few, or every family where no sample has that format. */
function malformedExamples(
  found: readonly Sampled[],
  written: readonly Grammar[],
): readonly NamedCase<string>[] {
  return written.flatMap((format, at) => {
    const { boundaries } = refusedNear(format, format.examples);
    const isKnown = editedBounds(format)(found).boundaries.length > 0;
    return boundaries
      .slice(0, isKnown ? EXAMPLES_BESIDE_SAMPLE / written.length : boundaries.length)
      .map((one) => ({ ...one, family: `format ${at + 1}, ${one.family}` }));
  });
}

function refusedForms(forms: PathForms) {
  const { endpoint, words, spells = () => true } = forms;
  return sequence({
    id: forms.refused,
    cites: [...forms.cites, 10, 12],
    statement: `a malformed ${words} does not succeed`,
    needs: { found: FOUND_RECORD[endpoint] },
    given: ({ found }) => malformedExamples(found, forms.grammars),
    run: async (t, value) => {
      const twin = candidateRequest(endpoint, firstResult(t.found));
      return checkMalformed(await requestRefusal(t, recordRequest(endpoint, value, "refusal"), twin));
    },
    recorded: refusal(fitsAll(faulty("path"), spells), checkNoRecord),
    ...refusedExamples(endpoint),
  });
}

export const pathForms = PATH_FORMS.flatMap((forms) => [acceptedForms(forms), refusedForms(forms)]);
