// §4.7, §4.8, §7.8: the path parameter of a record, well-formed and malformed
import { formats } from "../../generators/formats.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** A clause on malformed edits of the names of known records, which a lenient service takes for these names. */
interface EditedNames {
  readonly id: kit.ClauseId;
  readonly words: string;
  readonly needs: "hashes" | "transactions" | "contracts";
  readonly grammar: Grammar;
}

/** A path parameter whose error body the contract does not show (§7.8), and the ids of its clauses. */
interface PathForms {
  readonly accepted: kit.ClauseId;
  readonly refused: kit.ClauseId;
  readonly endpoint: "contractResult" | "contract";
  readonly words: string;
  readonly contract: kit.ContractLines;
  readonly aspect?: kit.ClauseAspect;
  /** Pattern of this format, if the path parameter has another format too. */
  readonly acceptsForm?: RegExp;
  readonly format: kit.Format;
  readonly edited: readonly EditedNames[];
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
    format: formats.transactionHash,
    edited: [{ id: "4.7-malformed-hash", words: "hash", needs: "hashes", grammar: grammars.transactionHash }],
  },
  // a transaction id in the form shard.realm.num-seconds-nanoseconds (§4.7, line 255)
  {
    accepted: "4.7-transaction-id-accepted",
    refused: "4.7-transaction-id-refused",
    endpoint: "contractResult",
    acceptsForm: /-/,
    words: "transaction id",
    contract: [255],
    format: formats.transactionId,
    edited: [
      {
        id: "4.7-malformed-transaction-id",
        words: "transaction id",
        needs: "transactions",
        grammar: grammars.transactionId,
      },
    ],
  },
  // a contract id, shard and realm optional, or an EVM address of 40 hex digits with optional 0x prefix (§4.8, line 262)
  {
    accepted: "4.8-id-or-address-accepted",
    refused: "4.8-id-or-address-refused",
    endpoint: "contract",
    words: "contract id or address",
    contract: [21, 262, 313],
    aspect: "form",
    format: formats.contractIdOrAddress,
    edited: [
      { id: "4.8-malformed-id", words: "id", needs: "contracts", grammar: grammars.contractId },
      {
        id: "4.8-malformed-address",
        words: "address",
        needs: "contracts",
        grammar: grammars.contractAddress,
      },
    ],
  },
];

const SAMPLES = { contractResult: "contractResultSamples", contract: "contractSamples" } as const;
const FOUND_RECORD = { contractResult: "contractResults", contract: "contracts" } as const;

function acceptedForms(forms: PathForms) {
  const { endpoint, words, format, aspect, acceptsForm } = forms;
  return kit.sequence({
    id: forms.accepted,
    contract: forms.contract,
    interpretations: [7, 22],
    ...kit.present({ aspect, acceptsForm }),
    statement: `a well-formed ${words} is not refused as invalid`,
    acceptsParameter: "path",
    needs: { samples: SAMPLES[endpoint], size: "size", seed: "seed" },
    values: ({ size, seed }) => kit.valuesOfLevel(format.valid(seed), size),
    run: (t, value) =>
      kit.checkAccepted(t, kit.recordRequest(endpoint, value, "missing"), kit.COMPARISON_REQUESTS[endpoint]),
    ...examples.wellFormedExamples(endpoint),
  });
}

type RecordSamples = "contractResults" | EditedNames["needs"];

/** A clause that requests a known record and a malformed name, which must not find a record (§7.8). */
const refusedNames = (
  { endpoint, contract, aspect }: PathForms,
  head: { readonly id: kit.ClauseId; readonly statement: string; readonly recorded?: kit.RecordedCheck },
  needs: RecordSamples,
  values: (found: readonly kit.Sample[]) => readonly kit.NamedCase<kit.NearName>[],
) =>
  kit.sequence({
    ...head,
    contract,
    interpretations: [10, 12],
    ...kit.present({ aspect }),
    needs: { found: needs },
    values: ({ found }) => values(found),
    run: (t, { known, near }) =>
      kit.checkMalformed(
        t,
        kit.recordRequest(endpoint, near, "refusal"),
        kit.candidateRequest(endpoint, known),
      ),
    ...examples.refusedExamples(endpoint),
  });

/** A path parameter has a pattern (§4.7, line 255; §4.8, line 262); a value that violates it finds no record (§7.8). */
const refusedForms = (forms: PathForms) => [
  refusedNames(
    forms,
    {
      id: forms.refused,
      statement: `a malformed ${forms.words} does not succeed`,
      recorded: kit.recordedWithInvalidPath(kit.checkNoRecord, forms.acceptsForm),
    },
    FOUND_RECORD[forms.endpoint],
    // One value: edits of known names reveal more than edits of unknown ones.
    (found) =>
      forms.format
        .invalid()
        .boundaries.slice(0, 1)
        .map((one) => ({ ...one, value: { known: kit.firstResult(found), near: one.value } })),
  ),
  ...forms.edited.map(({ id, words, needs, grammar }) =>
    refusedNames(
      forms,
      { id, statement: `a known ${words}, edited so that it is malformed, finds no record` },
      needs,
      (found) => kit.malformedNames(found)(grammar),
    ),
  ),
];

export const pathForms = PATH_FORMS.flatMap((forms) => [acceptedForms(forms), ...refusedForms(forms)]);
