// §4.3, §4.7, §4.8, §7.8: the path of contract results and contracts, well-formed and malformed; of token balances, well-formed
import { formats } from "../../generators/formats.ts";
import { hasForm, invalidEditsNear } from "../../generators/refused.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** A path parameter with a clause on its well-formed values. */
interface AcceptedForms {
  readonly accepted: kit.ClauseId;
  readonly endpoint: keyof typeof kit.COMPARISON_REQUESTS;
  readonly noun: string;
  readonly contract: kit.ContractLines;
  readonly interpretations?: readonly number[];
  readonly aspect?: kit.ClauseAspect;
  /** The paths that have this format, if the parameter has another format too. */
  readonly acceptsForm?: RegExp;
  readonly format: kit.Format;
}

/** A path parameter with clauses on malformed values too; the contract does not show their error body (§7.8). */
interface PathForms extends AcceptedForms {
  readonly refused: kit.ClauseId;
  readonly endpoint: "contractResult" | "contract";
  readonly known: "hashes" | "transactions" | "contracts";
  /** The clauses that edit the name of a known record: the id, the noun for the name and its grammar. */
  readonly edited: readonly (readonly [id: kit.ClauseId, noun: string, grammar: Grammar])[];
}

const PATH_FORMS: readonly PathForms[] = [
  // a 32-byte hash with optional 0x prefix (§4.7)
  {
    accepted: "4.7-hash-accepted",
    refused: "4.7-hash-refused",
    endpoint: "contractResult",
    acceptsForm: /^[^-]*$/,
    noun: "hash",
    contract: [255],
    format: formats.transactionHash,
    known: "hashes",
    edited: [["4.7-malformed-hash", "hash", grammars.transactionHash]],
  },
  // a transaction id in the form shard.realm.num-seconds-nanoseconds (§4.7)
  {
    accepted: "4.7-transaction-id-accepted",
    refused: "4.7-transaction-id-refused",
    endpoint: "contractResult",
    acceptsForm: /-/,
    noun: "transaction id",
    contract: [255],
    format: formats.transactionId,
    known: "transactions",
    edited: [["4.7-malformed-transaction-id", "transaction id", grammars.transactionId]],
  },
  // a contract id, shard and realm optional, or an EVM address of 40 hex digits with optional 0x prefix (§4.8)
  {
    accepted: "4.8-id-or-address-accepted",
    refused: "4.8-id-or-address-refused",
    endpoint: "contract",
    noun: "contract id or address",
    contract: [21, 262, 313],
    aspect: "form",
    format: formats.contractIdOrAddress,
    known: "contracts",
    edited: [
      ["4.8-malformed-id", "id", grammars.contractId],
      ["4.8-malformed-address", "address", grammars.contractAddress],
    ],
  },
];

/** tokenId is an EntityId: shard, realm and number of 1 to 10 digits each (§2.1, §4.3, §8). */
const TOKEN_ID_FORMS: AcceptedForms = {
  accepted: "4.3-path-accepted",
  endpoint: "tokenBalances",
  noun: "tokenId",
  contract: [16, 210, 313],
  interpretations: [7, 13, 22],
  format: formats.entityId,
};

/** Prerequisites that request known records, if there are any, before well-formed values are sent. */
const SAMPLES = {
  tokenBalances: "balances",
  contractResult: "contractResultSamples",
  contract: "contractSamples",
} as const;
const FOUND_RECORD = { contractResult: "contractResults", contract: "contracts" } as const;

function acceptedForms(forms: AcceptedForms) {
  const { endpoint, noun, format, aspect, acceptsForm, interpretations = [7, 22] } = forms;
  return kit.sequence({
    id: forms.accepted,
    contract: forms.contract,
    interpretations,
    ...kit.present({ aspect, acceptsForm }),
    statement: `a well-formed ${noun} is refused neither as invalid nor by a server error`,
    acceptsParameter: "path",
    needs: { samples: SAMPLES[endpoint] },
    values: () => format.valid(),
    run: (t, value) =>
      kit.checkAccepted(t, kit.recordRequest(endpoint, value, "missing"), kit.COMPARISON_REQUESTS[endpoint]),
    ...examples.wellFormedExamples(endpoint),
  });
}

/**
 * Malformed names, each one edit away from a name of a known record. Names of two records with the format of `grammar` are edited: the
 * names by which the records are requested or, if no sample has such a name, the names in their bodies; each with and without its prefix
 * (0x, or shard and realm).
 */
function editedNames(
  samples: readonly kit.Sample[],
  grammar: Grammar,
): readonly kit.NamedCase<kit.EditedName>[] {
  const named = (names: (sample: kit.Sample) => readonly string[]) =>
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
    value: { known: kit.firstItem(bases.filter(({ name }) => name === base)).known, near },
  }));
}

/** A service that pads hex finds the record of these names even if the first 0 is removed. */
const isPadded = (name: string): boolean => /^(0x)?0[0-9a-f]{30}/i.test(name);

/** An id whole, without its shard, and without shard and realm; any other name with and without 0x. */
const formsOf = (name: string): readonly string[] =>
  kit.ENTITY_ID.test(name)
    ? [name, name.replace(/^\d+\./, ""), name.replace(/^.*\./, "")]
    : kit.prefixedAndBare(name);

const shownNames = ({ response }: kit.Sample): readonly string[] =>
  ["contract_id", "evm_address", "hash"].flatMap((member) => formsOf(kit.memberText(response, member) ?? ""));

/** A malformed name must find no record (§7.8); its counterpart is the name of a known record. */
const refusedName = ({ endpoint, contract, aspect }: PathForms) =>
  ({
    contract,
    interpretations: [10, 12],
    ...kit.present({ aspect }),
    run: (t: kit.RequestSender, { known, near }: kit.EditedName) =>
      kit.checkMalformed(t, kit.recordRequest(endpoint, near), kit.candidateRequest(endpoint, known)),
    ...examples.refusedExamples(endpoint),
  }) as const;

/** A value that violates the pattern of the path parameter finds no record (§4.7, §4.8, §7.8). */
function refusedForms(forms: PathForms) {
  const { refused, noun, endpoint, acceptsForm, format } = forms;
  return kit.sequence({
    ...refusedName(forms),
    id: refused,
    statement: `a malformed ${noun} finds no record`,
    recorded: kit.recordedWithInvalidPath(kit.checkNoRecord, acceptsForm),
    needs: { found: FOUND_RECORD[endpoint] },
    // One malformed value is enough: the edited names of known records, below, reveal more.
    values: ({ found }) =>
      format
        .invalid()
        .boundaries.slice(0, 1)
        .map((one) => ({ ...one, value: { known: kit.firstItem(found), near: one.value } })),
  });
}

/** A lenient parser may read a malformed name as the name of a known record (§4.7, §4.8). */
const editedForms = (forms: PathForms) =>
  forms.edited.map(([id, noun, grammar]) =>
    kit.sequence({
      ...refusedName(forms),
      id,
      statement: `a known ${noun}, edited so that it is malformed, finds no record`,
      needs: { found: forms.known },
      values: ({ found }) => editedNames(found, grammar),
    }),
  );

export const pathForms = [
  acceptedForms(TOKEN_ID_FORMS),
  ...PATH_FORMS.flatMap((forms) => [acceptedForms(forms), refusedForms(forms), ...editedForms(forms)]),
];
