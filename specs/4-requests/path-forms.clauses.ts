// §4.7, §4.8, §7.8: the path parameter of a record, well-formed and malformed
import { formats } from "../../generators/formats.ts";
import { refusedNear } from "../../generators/refused.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** A path parameter whose error body the contract does not show (§7.8), and the ids of its two clauses. */
interface PathForms {
  readonly accepted: kit.ClauseId;
  readonly refused: kit.ClauseId;
  readonly endpoint: "contractResult" | "contract";
  readonly words: string;
  readonly contract: kit.ContractLines;
  readonly aspect?: kit.ClauseAspect;
  /** Pattern of this format, if the path parameter has another format too. */
  readonly acceptsForm?: RegExp;
  readonly valid: (seed?: number) => kit.Cases<string>;
  readonly grammars: readonly Grammar[];
}

const PATH_FORMS: readonly PathForms[] = [
  // a 32-byte hash with optional 0x prefix (§4.7, line 255)
  {
    accepted: "4.7-hash-accepted",
    refused: "4.7-hash-refused",
    endpoint: "contractResult",
    acceptsForm: /^[^-]*$/,
    words: "hash",
    contract: [255],
    valid: formats.transactionHash.valid,
    grammars: [grammars.transactionHash],
  },
  // a transaction id in the form shard.realm.num-seconds-nanoseconds (§4.7, line 255)
  {
    accepted: "4.7-transaction-id-accepted",
    refused: "4.7-transaction-id-refused",
    endpoint: "contractResult",
    acceptsForm: /-/,
    words: "transaction id",
    contract: [255],
    valid: formats.transactionId.valid,
    grammars: [grammars.transactionId],
  },
  // a contract id, shard and realm optional, or an EVM address of 40 hex digits with optional 0x prefix (§4.8, line 262)
  {
    accepted: "4.8-id-or-address-accepted",
    refused: "4.8-id-or-address-refused",
    endpoint: "contract",
    words: "contract id or address",
    contract: [21, 262, 313],
    aspect: "form",
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
  const { endpoint, words, valid, aspect, acceptsForm } = forms;
  return kit.sequence({
    id: forms.accepted,
    contract: forms.contract,
    interpretations: [7],
    ...kit.present({ aspect, acceptsForm }),
    statement: `a well-formed ${words} is not refused as invalid`,
    acceptsParameter: "path",
    needs: { samples: SAMPLES[endpoint], size: "size", seed: "seed" },
    values: ({ size, seed }) => kit.valuesOfLevel(valid(seed), size),
    run: (t, value) =>
      kit.checkAccepted(t, kit.recordRequest(endpoint, value, "missing"), kit.COMPARISON_REQUESTS[endpoint]),
    ...examples.wellFormedExamples(endpoint),
  });
}

/** Malformed values made from the examples of each grammar: a few, or every family where no sample has that format. */
function malformedExamples(
  found: readonly kit.Sample[],
  written: readonly Grammar[],
): readonly kit.NamedCase<string>[] {
  return written.flatMap((format, at) => {
    const { boundaries } = refusedNear(format, format.examples);
    const isKnown = kit.editedBounds(format, found).boundaries.length > 0;
    return boundaries
      .slice(0, isKnown ? EXAMPLES_BESIDE_SAMPLE / written.length : boundaries.length)
      .map((one) => ({ ...one, family: `format ${at + 1}, ${one.family}` }));
  });
}

function refusedForms(forms: PathForms) {
  const { endpoint, words, acceptsForm } = forms;
  return kit.sequence({
    id: forms.refused,
    contract: forms.contract,
    interpretations: [10, 12],
    ...kit.present({ aspect: forms.aspect }),
    statement: `a malformed ${words} does not succeed`,
    needs: { found: FOUND_RECORD[endpoint] },
    values: ({ found }) => malformedExamples(found, forms.grammars),
    run: async (t, value) => {
      const twin = kit.candidateRequest(endpoint, kit.firstResult(t.found));
      return kit.checkMalformed(
        await kit.requestRefusal(t, kit.recordRequest(endpoint, value, "refusal"), twin),
      );
    },
    recorded: kit.recordedWithInvalidPath(kit.checkNoRecord, acceptsForm),
    ...examples.refusedExamples(endpoint),
  });
}

export const pathForms = PATH_FORMS.flatMap((forms) => [acceptedForms(forms), refusedForms(forms)]);
