// §4.7, §4.8, §7.8: the path parameter of a record, well-formed and malformed
import { refusedProofs, wellFormedProofs } from "../fixtures/answers.ts";
import { law } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import { candidateAsk, type Sampled } from "../../engine/clauses/prerequisites.ts";
import type { Cases, Named } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { refusedNear } from "../../generators/refused.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import { operations } from "../../schemas/operations.ts";
import { editsOf } from "../laws/records/edited.ts";
import { askRefusal, judgeAccepted } from "../laws/requests/verdicts.ts";
import { firstOf, OTHERS, recordAsk, accepting } from "../laws/records/records.ts";
import { judgeMalformed, judgeNoRecord } from "../laws/records/records.ts";
import {
  allOf,
  byHash,
  byTransactionId,
  faulty,
  refusal,
  withoutQuery,
  wellFormed,
  type Fits,
} from "../laws/requests/recorded.ts";

/** A path parameter whose error body the document does not show. */
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

const FORMS: readonly PathForms[] = [
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

function common({ slug, endpoint, cites }: PathForms, what: "accepted" | "refused") {
  const id: ClauseId = `${operations[endpoint].section}-${slug}-${what}`;
  return { id, cites: [...cites, ...(what === "accepted" ? [7] : [10, 12])] as const };
}

/** How many made-up malformed values are sent where a sample has the format: edits of that show more. */
const MADE_UP = 2;

const SAMPLES = { contractResult: "contractResultSamples", contract: "contractSamples" } as const;
const FOUND = { contractResult: "contractResults", contract: "contracts" } as const;

function accepted(forms: PathForms) {
  const { endpoint, words, valid, spells = () => true } = forms;
  return law({
    ...common(forms, "accepted"),
    statement: `a well-formed ${words} is not refused as invalid`,
    admits: "path",
    needs: { samples: SAMPLES[endpoint], size: "size", seed: "seed" },
    // A contract has names of two forms.
    given: ({ size, seed }) => accepting(valid(seed), size),
    run: (t, value) => judgeAccepted(t, recordAsk(endpoint, value, "missing"), OTHERS[endpoint]),
    recorded: wellFormed(allOf(withoutQuery, spells)),
    ...wellFormedProofs(endpoint),
  });
}

/** Made-up malformed values: a few of each format, and all families of a format in which no record is known. */
function madeUp(found: readonly Sampled[], written: readonly Grammar[]): readonly Named<string>[] {
  return written.flatMap((format, at) => {
    const { boundaries } = refusedNear(format, format.examples);
    const isKnown = editsOf(format)(found).boundaries.length > 0;
    return boundaries
      .slice(0, isKnown ? MADE_UP / written.length : boundaries.length)
      .map((one) => ({ ...one, family: `format ${at + 1}, ${one.family}` }));
  });
}

function refused(forms: PathForms) {
  const { endpoint, words, spells = () => true } = forms;
  return law({
    ...common(forms, "refused"),
    statement: `a malformed ${words} does not succeed`,
    needs: { found: FOUND[endpoint] },
    given: ({ found }) => madeUp(found, forms.grammars),
    run: async (t, value) => {
      const twin = candidateAsk(endpoint, firstOf(t.found));
      return judgeMalformed(await askRefusal(t, recordAsk(endpoint, value, "refusal"), twin));
    },
    recorded: refusal(allOf(faulty("path"), spells), judgeNoRecord),
    ...refusedProofs(endpoint),
  });
}

export const pathForms = FORMS.flatMap((forms) => [accepted(forms), refused(forms)]);
