// Interpretations 22 and 23: requests samples of records, and returns the samples whose records were found
import { formOf, type RecordEndpoint, selectCandidates } from "./forms.ts";
import type { RecipeReader } from "./recipes.ts";
import { type RequestSender, UnusableResponse } from "../model/exchange.ts";
import { describeResponse, isObject, hasSuccessBody, looksMissing } from "../message/classify.ts";
import type { Candidate, Find, Sample } from "../clauses/prerequisites.ts";
import { isSmoke, type Size } from "../clauses/size.ts";
import { candidateName, missingSamples, SAMPLE_KINDS } from "../clauses/prerequisites.ts";
import { unavailable } from "../clauses/dependencies.ts";
import { ENTITY_ID, EVM_ADDRESS, TRANSACTION_HASH_PATTERN } from "../../schemas/formats.ts";
import { isFound, isTransactionId, mentionedIn, requestSamples } from "./listings.ts";
import { bareHex } from "../model/compare.ts";
import { malformedReasons, requireFound } from "./missing-records.ts";

/** By endpoint: the members of a record that identify this record, with the formats in which it can be requested. */
const OTHER_NAMES: Readonly<Record<RecordEndpoint, Readonly<Record<string, RegExp>>>> = {
  topicMessage: {},
  contractResult: { hash: TRANSACTION_HASH_PATTERN },
  contract: { contract_id: ENTITY_ID, evm_address: EVM_ADDRESS },
};

const MOST_NONCE = 3;

/**
 * Requests samples, and returns all of them:
 * 1. one candidate of each shape, up to `size.shapes`, and at least one of each form;
 * 2. further candidates, up to {@link recordLimit} different records or {@link MOST_ROUNDS} rounds (one at smoke);
 * 3. candidates of forms of which no record was found;
 * 4. if no record was found, hashes and addresses without the prefix 0x, now with it;
 * 5. found records by their other identifiers ({@link OTHER_NAMES}), at smoke only by those of a form of which no record was found;
 * 6. above smoke, contract results by the nonces of their transactions.
 */
export async function sampleRecords(
  t: RequestSender,
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  size: Size,
  seed: number,
): Promise<readonly Sample[]> {
  const { shapes, records } = size;
  const add = async (
    samples: readonly Sample[],
    pool: readonly Candidate[],
    limits: { readonly records: number; readonly shapes: number },
    most = Number.POSITIVE_INFINITY,
  ): Promise<readonly Sample[]> => {
    const selected = selectCandidates(endpoint, pool, { ...limits, seed }).slice(0, most);
    return [...samples, ...(await requestSamples(t, endpoint, selected))];
  };
  let all = await add([], candidates, { records: 0, shapes });
  for (let round = 0; round < (isSmoke(size) ? 1 : MOST_ROUNDS); round += 1) {
    const foundRecords = new Set(all.filter(isFound).map(({ response }) => response.body.text));
    const missing = Math.max(0, recordLimit(size) - (isSmoke(size) ? all.length : foundRecords.size));
    all = await add(all, unreadCandidates(candidates, all), { records: missing, shapes: 0 }, missing);
  }
  const formsFound = new Set(all.filter(isFound).map(({ identifier }) => formOf(endpoint, identifier)));
  const isNewForm = ({ identifier }: Candidate): boolean => !formsFound.has(formOf(endpoint, identifier));
  const otherForms = unreadCandidates(candidates, all).filter(isNewForm);
  all = await add(all, otherForms, { records, shapes: 0 });
  if (!all.some(isFound)) all = [...all, ...(await requestSamples(t, endpoint, addHexPrefix(candidates)))];
  const foundRecords = all.filter(isFound);
  const requestedNames = new Set(all.map(({ identifier }) => bareHex(identifier)));
  const otherNames = Object.entries(OTHER_NAMES[endpoint])
    .filter(([, form]) => !isSmoke(size) || !foundRecords.some(({ identifier }) => form.test(identifier)))
    .flatMap(([member, form]) => mentionedIn(foundRecords, { [member]: form }))
    .filter(({ identifier }) => !requestedNames.has(bareHex(identifier)))
    .slice(0, recordLimit(size));
  all = [...all, ...(await requestSamples(t, endpoint, otherNames))];
  return endpoint === "contractResult" && !isSmoke(size) ? await addNonces(t, all) : all;
}

const MOST_ROUNDS = 4;

/** A candidate that was not requested is left out too if a found record shows it in any member: it probably returns this record again. */
function unreadCandidates(
  candidates: readonly Candidate[],
  samples: readonly Sample[],
): readonly Candidate[] {
  const requested = new Set(samples.map(candidateName));
  const records = samples.filter(isFound).map(({ response }) => response.body.value);
  const recordValues = records.flatMap((record) => (isObject(record) ? Object.values(record) : []));
  const shownNames = new Set(recordValues.filter((value) => typeof value === "string").map(bareHex));
  const unread = candidates.filter((one) => !requested.has(candidateName(one)));
  return unread.filter(({ identifier }) => !shownNames.has(bareHex(identifier)));
}

/** Maximum number of different records of one endpoint for which further ones are searched, at any level. */
const MOST_RECORDS = 60;

const recordLimit = (size: Size): number =>
  isSmoke(size) ? size.records : Math.min(2 * size.records, MOST_RECORDS);

/** Requests each transaction id that has a result with the nonces from 1 to {@link MOST_NONCE}, as long as the one before has a result. */
async function addNonces(t: RequestSender, samples: readonly Sample[]): Promise<readonly Sample[]> {
  const requestedNames = new Set(samples.map(candidateName));
  const all = [...samples];
  let parents = samples.filter(
    ({ identifier, nonce, response }) =>
      nonce === undefined && isTransactionId(identifier) && hasSuccessBody(response),
  );
  for (let nonce = 1; nonce <= MOST_NONCE && parents.length > 0; nonce += 1) {
    const children = parents.map(({ identifier }): Candidate => {
      return { identifier, nonce: String(nonce), origin: `nonce ${nonce} of ${identifier}`, fromUser: false };
    });
    const received = await requestSamples(t, "contractResult", children);
    all.push(...received.filter((one) => !requestedNames.has(candidateName(one))));
    const foundIds = new Set(received.filter(isFound).map(({ identifier }) => identifier));
    parents = parents.filter(({ identifier }) => foundIds.has(identifier));
  }
  return all;
}

/** Up to three hashes and addresses without the prefix 0x, with it added. They are not `fromUser`, since the user gave another form. */
const addHexPrefix = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates
    .map((candidate) => ({ ...candidate, identifier: `0x${candidate.identifier}`, fromUser: false }))
    .filter(({ identifier }) => TRANSACTION_HASH_PATTERN.test(identifier) || EVM_ADDRESS.test(identifier))
    .slice(0, 3);

/** Finds the samples without a nonce that were found and match; throws an `UnusableResponse` if there are none. `form`: what matches. */
export const foundSamples =
  (
    endpoint: RecordEndpoint,
    recipeReader: RecipeReader,
    isMatching: (identifier: string) => boolean = () => true,
    form?: string,
  ) =>
  async (find: Find): Promise<readonly Sample[]> => {
    const { member, samples: key } = SAMPLE_KINDS[endpoint];
    const samples = await find(key);
    const matching = samples.filter(({ identifier, nonce }) => nonce === undefined && isMatching(identifier));
    const foundMatching = requireFound(endpoint, samples, matching).filter(isFound);
    if (foundMatching.length > 0) {
      // A transaction with a result for a nonce above 0 comes first: with it, clauses can test what a nonce selects.
      const withNonce = samples.filter((one) => one.nonce !== undefined && isFound(one));
      const parents = new Set(withNonce.map(({ identifier }) => identifier));
      const rank = ({ identifier }: Sample): number => (parents.has(identifier) ? 0 : 1);
      return foundMatching.toSorted((a, b) => rank(a) - rank(b));
    }
    const [malformed] = malformedReasons(recipeReader.problems(), endpoint);
    if (malformed !== undefined && !samples.some(isFound)) throw new UnusableResponse("missing", malformed);
    const [missing] = matching;
    if (form !== undefined && (missing === undefined || looksMissing(missing.response))) {
      throw missingSamples(member, "no sample", { form });
    }
    if (missing === undefined) throw missingSamples(member, `no sample${recipeReader.hint(member)}`);
    const { identifier, origin, response } = missing;
    const received = `the sample ${identifier} (${origin}) returned ${describeResponse(response)}`;
    const remedy = { kind: "giveSamples", of: member } as const;
    if (!looksMissing(response)) throw unavailable(received, response.request, { code: "refused" });
    const advice = `give another one as samples.${member}`;
    throw unavailable(`${received}: ${advice}`, undefined, { code: "samplesUnsuitable", remedy });
  };
