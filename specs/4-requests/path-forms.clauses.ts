// §4.7, §4.8, §7.8: the path parameter of a record, well-formed and malformed
import { refusedExamples, wellFormedExamples } from "../examples/responses.ts";
import { sequence } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import { candidateRequest, type Sampled } from "../../engine/clauses/prerequisites.ts";
import type { Cases, NamedCase } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { refusedNear } from "../../generators/refused.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import { operations } from "../../schemas/operations.ts";
import { editedBounds } from "../kit/records/edited.ts";
import { requestRefusal, checkAccepted } from "../kit/requests/verdicts.ts";
import { firstResult, COMPARISON_REQUESTS, recordRequest, accepting } from "../kit/records/records.ts";
import { checkMalformed, checkNoRecord } from "../kit/records/records.ts";
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

/** A path parameter whose error body the contract does not show. */
interface PathForms {
  readonly slug: string;
  readonly endpoint: "contractResult" | "contract";
  readonly words: string;
  readonly cites: Cites;
  /** The recorded requests whose path is meant to be of this format; absent: all. */
  readonly spells?: Fits;
  readonly valid: (seed?: number) => Cases<string>;
  readonly grammars: readonly Grammar[];
}

const PATH_FORMS: readonly PathForms[] = [
  {
    slug: "hash",
    endpoint: "contractResult",
    spells: byHash,
    words: "hash",
    cites: ["4.7 hash"],
    valid: formats.transactionHash.valid,
    grammars: [grammars.transactionHash],
  },
  {
    slug: "transaction-id",
    endpoint: "contractResult",
    spells: byTransactionId,
    words: "transaction id",
    cites: ["4.7 transaction id"],
    valid: formats.transactionId.valid,
    grammars: [grammars.transactionId],
  },
  {
    slug: "id-or-address",
    endpoint: "contract",
    words: "contract id or address",
    cites: ["2.1 EvmAddress requests", "4.8 contractIdOrAddress form", "8 entity id parts"],
    valid: formats.contractIdOrAddress.valid,
    grammars: [grammars.contractId, grammars.contractAddress],
  },
];

function commonPath({ slug, endpoint, cites }: PathForms, what: "accepted" | "refused") {
  const id: ClauseId = `${operations[endpoint].section}-${slug}-${what}`;
  return { id, cites: [...cites, ...(what === "accepted" ? [7] : [10, 12])] as const };
}

/** How many example malformed values are sent where a sample has the format: edits of that show more. */
const FAKE_FORM = 2;

const SAMPLES = { contractResult: "contractResultSamples", contract: "contractSamples" } as const;
const FOUND_RECORD = { contractResult: "contractResults", contract: "contracts" } as const;

function acceptedForms(forms: PathForms) {
  const { endpoint, words, valid, spells = () => true } = forms;
  return sequence({
    ...commonPath(forms, "accepted"),
    statement: `a well-formed ${words} is not refused as invalid`,
    acceptsParameter: "path",
    needs: { samples: SAMPLES[endpoint], size: "size", seed: "seed" },
    // A contract has names of two forms.
    given: ({ size, seed }) => accepting(valid(seed), size),
    run: (t, value) =>
      checkAccepted(t, recordRequest(endpoint, value, "missing"), COMPARISON_REQUESTS[endpoint]),
    recorded: wellFormed(fitsAll(hasNoQuery, spells)),
    ...wellFormedExamples(endpoint),
  });
}

/** Example malformed values: a few of each format, and all families of a format in which no record is known. */
function madeUp(found: readonly Sampled[], written: readonly Grammar[]): readonly NamedCase<string>[] {
  return written.flatMap((format, at) => {
    const { boundaries } = refusedNear(format, format.examples);
    const isKnown = editedBounds(format)(found).boundaries.length > 0;
    return boundaries
      .slice(0, isKnown ? FAKE_FORM / written.length : boundaries.length)
      .map((one) => ({ ...one, family: `format ${at + 1}, ${one.family}` }));
  });
}

function refusedForms(forms: PathForms) {
  const { endpoint, words, spells = () => true } = forms;
  return sequence({
    ...commonPath(forms, "refused"),
    statement: `a malformed ${words} does not succeed`,
    needs: { found: FOUND_RECORD[endpoint] },
    given: ({ found }) => madeUp(found, forms.grammars),
    run: async (t, value) => {
      const twin = candidateRequest(endpoint, firstResult(t.found));
      return checkMalformed(await requestRefusal(t, recordRequest(endpoint, value, "refusal"), twin));
    },
    recorded: refusal(fitsAll(faulty("path"), spells), checkNoRecord),
    ...refusedExamples(endpoint),
  });
}

export const pathForms = PATH_FORMS.flatMap((forms) => [acceptedForms(forms), refusedForms(forms)]);
