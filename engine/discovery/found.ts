import { ENTITY_ID, EVM_ADDRESS, HASH } from "../../schemas/formats.ts";
import type { Asker } from "../model/exchange.ts";
import { isFound, mentionedIn, sample } from "./listings.ts";
import { malformedText, thereAmong, toMend } from "./gone.ts";
import { spread } from "../clauses/clause.ts";
import { describe, isObject, looksMissing } from "../message/classify.ts";
import { bareHex } from "../model/compare.ts";
import { naming } from "../model/reason.ts";
import { formOf, someOfEach, type RecordEndpoint } from "./forms.ts";
import type { Cook } from "./recipes.ts";
import {
  noSamples,
  SAMPLED,
  toGive,
  Unavailable,
  type Candidate,
  type Find,
  type Sampled,
} from "../clauses/prerequisites.ts";

/** The names of its own that a record shows, by their members. */
const SHOWN: Readonly<Record<RecordEndpoint, Readonly<Record<string, RegExp>>>> = {
  topicMessage: {},
  contractResult: { hash: HASH },
  contract: { contract_id: ENTITY_ID, evm_address: EVM_ADDRESS },
};

/**
 * Asks for some candidates of each form (reading 23), for more of a form of which none is there, and then for `more` from
 * all over their list that no record showed by another name. Where none of a form is found, those that records show are
 * asked for. Where nothing is found, some hex without 0x is asked for with it.
 */
export async function sampleEach(
  t: Asker,
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  most: number,
  more = 0,
): Promise<readonly Sampled[]> {
  const chosen = someOfEach(endpoint, candidates, most);
  const samples = await sample(t, endpoint, chosen);
  const there = new Set(samples.filter(isFound).map(({ asked }) => formOf(endpoint, asked)));
  const others = candidates.filter(
    (candidate) => !chosen.includes(candidate) && !there.has(formOf(endpoint, candidate.asked)),
  );
  const further = await sample(t, endpoint, someOfEach(endpoint, others, most));
  const first = [...samples, ...further];
  const read = [...first, ...(await sample(t, endpoint, spread(unread(candidates, first), more)))];
  const all = read.some(isFound) ? read : [...read, ...(await sample(t, endpoint, withPrefix(candidates)))];
  const found = all.filter(isFound);
  const lacking = Object.entries(SHOWN[endpoint]).filter(
    ([, form]) => !found.some(({ asked }) => form.test(asked)),
  );
  const shown = lacking.flatMap(([member, form]) => mentionedIn(found, { [member]: form }));
  return [...all, ...(await sample(t, endpoint, shown.slice(0, most)))];
}

/** Some of the hashes and addresses without 0x, with it: nobody vouches for this form. */
function withPrefix(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ ...candidate, asked: `0x${candidate.asked}`, vouched: false }))
    .filter(({ asked }) => HASH.test(asked) || EVM_ADDRESS.test(asked))
    .slice(0, 3);
}

/** What is left of the candidates, without other names that the records show. */
function unread(candidates: readonly Candidate[], samples: readonly Sampled[]): readonly Candidate[] {
  const records = samples.filter(isFound).map(({ reply }) => reply.body.value);
  const shown = records.flatMap((record) => (isObject(record) ? Object.values(record) : []));
  const names = [...samples.map(({ asked }) => asked), ...shown.filter((value) => typeof value === "string")];
  const known = new Set(names.map(bareHex));
  return candidates.filter(({ asked }) => !known.has(bareHex(asked)));
}

/** The samples that were found; of contract results those of one form, where `form` says what else to add. */
export const foundSamples =
  (endpoint: RecordEndpoint, cook: Cook, isSought: (asked: string) => boolean = () => true, form?: string) =>
  async (find: Find): Promise<readonly Sampled[]> => {
    const { member, samples: key } = SAMPLED[endpoint];
    const samples = await find(key);
    const sought = samples.filter(({ asked }) => isSought(asked));
    const found = thereAmong(endpoint, samples, sought).filter(isFound);
    if (found.length > 0) {
      return found;
    }
    const [malformed] = cook.malformed(member);
    if (malformed !== undefined && !samples.some(isFound)) {
      throw new Unavailable("inconclusive", toMend(`${malformedText(endpoint, malformed)};`));
    }
    const [lost] = sought;
    if (form !== undefined && (lost === undefined || looksMissing(lost.reply))) {
      throw toGive("giveSamples", member, `no sample: add ${form} to samples.${member} of the target file`);
    }
    if (lost === undefined) {
      throw noSamples(member, `no sample${cook.hint(member)}`);
    }
    const { asked, origin, reply } = lost;
    const came = `the sample ${asked} (${origin}) is answered with ${describe(reply)}`;
    const remedy = { kind: "giveSamples", of: member } as const;
    throw new Unavailable(
      "inconclusive",
      looksMissing(reply)
        ? { reason: `${came}: give others as samples.${member}`, obstacle: "user", remedy }
        : naming(came, reply.ask, { obstacle: "service" }),
    );
  };
