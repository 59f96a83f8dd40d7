// Interpretations 22 and 23: requests samples of records, and returns those that were found
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

/** The identifiers that a record contains, by their members. */
const OTHER_NAMES: Readonly<Record<RecordEndpoint, Readonly<Record<string, RegExp>>>> = {
  topicMessage: {},
  contractResult: { hash: TRANSACTION_HASH_PATTERN },
  contract: { contract_id: ENTITY_ID, evm_address: EVM_ADDRESS },
};

/**
 * Highest nonce that is requested with a transaction id; each nonce is requested only if the one before it selects a record.
 */
const MOST_NONCE = 3;

/**
 * Requests one record of each form and shape, then further records at random until enough different ones are found, and more of a
 * form of which none was found. Then each record is requested by its other names: a contract by its id and address, a result by its
 * hash and by the nonces of its transaction (at smoke only by names of a form that is not found yet). If no record is found, hex
 * values that were given without the prefix 0x are requested with it.
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
  const otherForms = unreadCandidates(candidates, all).filter(
    ({ identifier }) => !formsFound.has(formOf(endpoint, identifier)),
  );
  all = await add(all, otherForms, { records, shapes: 0 });
  if (!all.some(isFound)) {
    all = [...all, ...(await requestSamples(t, endpoint, addHexPrefix(candidates)))];
  }
  const foundRecords = all.filter(isFound);
  const requestedNames = new Set(all.map(({ identifier }) => bareHex(identifier)));
  const otherNames = Object.entries(OTHER_NAMES[endpoint])
    .filter(([, form]) => !isSmoke(size) || !foundRecords.some(({ identifier }) => form.test(identifier)))
    .flatMap(([member, form]) => mentionedIn(foundRecords, { [member]: form }))
    .filter(({ identifier }) => !requestedNames.has(bareHex(identifier)));
  const withOtherNames = [
    ...all,
    ...(await requestSamples(t, endpoint, otherNames.slice(0, recordLimit(size)))),
  ];
  return endpoint === "contractResult" && !isSmoke(size)
    ? await addNonces(t, withOtherNames)
    : withOtherNames;
}

/** Maximum number of rounds in which further records are requested until there are enough. */
const MOST_ROUNDS = 4;

/** The candidates that were not requested and that no record shows as another of its names. */
function unreadCandidates(
  candidates: readonly Candidate[],
  samples: readonly Sample[],
): readonly Candidate[] {
  const requested = new Set(samples.map(candidateName));
  const records = samples.filter(isFound).map(({ response }) => response.body.value);
  const recordValues = records.flatMap((record) => (isObject(record) ? Object.values(record) : []));
  const shownNames = new Set(recordValues.filter((value) => typeof value === "string").map(bareHex));
  return candidates.filter(
    (one) => !requested.has(candidateName(one)) && !shownNames.has(bareHex(one.identifier)),
  );
}

/** Maximum number of records of one kind that are requested in addition to one of each form and shape. */
const MOST_RECORDS = 60;

const recordLimit = (size: Size): number =>
  isSmoke(size) ? size.records : Math.min(2 * size.records, MOST_RECORDS);

/** Adds the results of the transactions that were found, with the nonces that these have. */
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

/**
 * The candidates that are a hash or an address without the prefix 0x, at most three, with this prefix added. They are not
 * `fromUser`, because the user gave another form.
 */
const addHexPrefix = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates
    .map((candidate) => ({ ...candidate, identifier: `0x${candidate.identifier}`, fromUser: false }))
    .filter(({ identifier }) => TRANSACTION_HASH_PATTERN.test(identifier) || EVM_ADDRESS.test(identifier))
    .slice(0, 3);

/**
 * Finds the samples that the service returned and whose identifier matches. `form` describes these identifiers: if no sample has
 * one, the reason asks the user to add a sample in this form.
 */
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
      // A transaction with further nonces comes first: it shows what a nonce selects.
      const parents = new Set(
        samples.filter((one) => one.nonce !== undefined && isFound(one)).map(({ identifier }) => identifier),
      );
      return foundMatching.toSorted(
        (a, b) => Number(parents.has(b.identifier)) - Number(parents.has(a.identifier)),
      );
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
    throw looksMissing(response)
      ? unavailable(`${received}: give another one as samples.${member}`, undefined, {
          code: "samplesUnsuitable",
          remedy,
        })
      : unavailable(received, response.request, { code: "refused" });
  };
