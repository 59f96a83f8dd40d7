// Readings 22 and 23: samples that are found, and those that somebody vouches for and that are not there
import { formOf, formOfCandidate, isRecordEndpoint, type RecordEndpoint, someOfEach } from "./forms.ts";
import type { RecipeReader, MalformedRecipe } from "./recipes.ts";
import { type RequestSender, beforeQuery, type Reason, type ApiResponse } from "../model/exchange.ts";
import {
  describe,
  documentedMessages,
  isObject,
  isServed,
  isStatusOfSuccess,
  looksMissing,
} from "../message/classify.ts";
import type { Candidate, Find, Sampled, SampledEndpoint, Size } from "../clauses/prerequisites.ts";
import { candidateName, noSamples, SAMPLED, toGive, Unavailable } from "../clauses/prerequisites.ts";
import { countOf } from "../model/model.ts";
import { naming } from "../model/reason.ts";
import { inQuotes } from "../secrets/escape.ts";
import { ENTITY_ID, EVM_ADDRESS, TRANSACTION_HASH_PATTERN } from "../../schemas/formats.ts";
import { isFound, isTransactionId, mentionedIn, sample } from "./listings.ts";
import { bareHex } from "../model/compare.ts";

/** Samples that are missing although the user or a list of the service says that they exist. */
export interface Gone {
  /** How many of which kind are missing, and what was returned instead, in words. */
  readonly text: string;
  /** The same, with who can mend it. */
  readonly why: Reason;
  /** The form of the missing samples and the list that shows them: equal in runs that show the same. */
  readonly about: string;
  readonly responses: readonly ApiResponse[];
  /** No sample of the endpoint was found. */
  readonly isAll: boolean;
}

/**
 * The missing samples of an endpoint. If others are found, each kind has an entry of its own: the samples of one form that one
 * list, or the user, names. Its share is that of its own kind.
 */
export function goneAmong(endpoint: SampledEndpoint, samples: readonly Sampled[]): readonly Gone[] {
  const sure = [...new Map(samples.map((one) => [candidateName(one), one])).values()].filter(
    ({ asked, fromUser, listed }) =>
      (fromUser || listed !== undefined) &&
      (!isRecordEndpoint(endpoint) || formOf(endpoint, asked) !== undefined),
  );
  const isAll = !samples.some(({ response }) => isServed(response));
  const kindOf = (one: Sampled): string => {
    const form = isRecordEndpoint(endpoint) && !isAll ? formOfCandidate(endpoint, one) : "";
    return `${form} ${isAll ? isListed(one) : one.listed}`;
  };
  const groups = [...new Set(sure.map(kindOf))].map((kind) => sure.filter((one) => kindOf(one) === kind));
  return groups.flatMap((group) => {
    const missing = group.filter(
      ({ response }) => !isServed(response) && (showsNone(response) || (isAll && isTurnedDown(response))),
    );
    return missing.length === 0 || (!isAll && isFair(endpoint, samples))
      ? []
      : [searchSummary(endpoint, group, missing, isAll)];
  });
}

/**
 * A success by its status that shows no record may say in its own way that there is none, but of messages, for which there is
 * one way (interpretation 13); a broken body says nothing.
 */
const showsNone = (response: ApiResponse): boolean =>
  looksMissing(response) ||
  (isStatusOfSuccess(response) &&
    response.body.fault === undefined &&
    response.request.endpoint !== "topicMessage");

/** An error that blames the request: where each sample gets one, nothing tells whether it is there. */
const isTurnedDown = ({ status }: ApiResponse): boolean => status >= 400 && status < 500;

const isListed = ({ listed }: Sampled): boolean => listed !== undefined;

/** A token without balances may be missing (interpretation 13): a warning only where others without any have an empty list. */
const isFair = (endpoint: SampledEndpoint, samples: readonly Sampled[]): boolean =>
  endpoint === "tokenBalances" &&
  !samples.some(({ response }) => isServed(response) && /"balances"\s*:\s*\[\s*\]/.test(response.body.text));

function searchSummary(
  endpoint: SampledEndpoint,
  group: readonly Sampled[],
  missing: readonly Sampled[],
  isAll: boolean,
): Gone {
  const { noun, member } = SAMPLED[endpoint];
  const [one] = missing;
  const form =
    isRecordEndpoint(endpoint) && one !== undefined && !isAll ? formOfCandidate(endpoint, one) : undefined;
  const lists = [...new Set(group.flatMap(({ listed = [] }) => listed))];
  const who =
    lists.length === 0
      ? `named in samples.${member} of the target file`
      : `listed by ${lists.slice(0, 2).join(" and ")}`;
  const came = [...new Set(missing.map(({ response }) => cameOf(response)))].slice(0, 2).join(" or ");
  const kind = form === undefined ? "" : ` requested ${form}`;
  const text = `${missing.length} of ${countOf(group.length, noun)} ${who}${kind} returned ${came}`;
  const about = [form, ...lists].filter((part) => part !== undefined).join(" ");
  // A success without a record says of none that it is missing.
  const unsaid = missing.every(({ response }) => !looksMissing(response))
    ? missing[0]?.response.request
    : undefined;
  const byUser: Reason =
    unsaid !== undefined
      ? naming(`${text}, which does not say that there is none`, unsaid, { obstacle: "service" })
      : {
          reason: `${text}; no list of the service shows them: correct samples.${member}`,
          obstacle: "user",
          remedy: { kind: "giveSamples", of: member },
          // Where no hash of the service's own records is found either, the samples are right.
          dependsOn: endpoint === "contractResult" ? ["4.7-own-hash-found"] : [],
        };
  const why = lists.length === 0 ? byUser : toMend(`${text}; its own lists show them, so`);
  return { text, why, about, responses: missing.map(({ response }) => response), isAll };
}

/** What nobody but the service can do. */
export const toMend = (what: string): Reason => {
  return { reason: `${what} the service has to mend it`, obstacle: "service", remedy: { kind: "mendFirst" } };
};

function cameOf(response: ApiResponse): string {
  const [message, ...others] = documentedMessages(response) ?? [];
  return message === "Not found" && others.length === 0 ? message : describe(response);
}

/** Those that are sought (absent: all), unless nothing is there of what somebody vouches for among them. */
export function thereAmong(
  endpoint: SampledEndpoint,
  samples: readonly Sampled[],
  sought = samples,
): readonly Sampled[] {
  const gone = goneAmong(endpoint, samples).find(({ responses }) =>
    sought.some(({ response }) => responses.includes(response)),
  );
  if (gone !== undefined && !sought.some(({ response }) => isServed(response))) {
    throw new Unavailable("inconclusive", gone.why);
  }
  return sought;
}

/** What a list shows in the place of names, in words. */
export function malformedText(endpoint: SampledEndpoint, { values, all, list }: MalformedRecipe): string {
  const { noun } = SAMPLED[endpoint];
  const [first = ""] = values;
  const path = beforeQuery(list.request.target);
  const have = values.size === 1 ? "has" : "have";
  return `${values.size} of ${countOf(all, "name")} of ${noun}s that ${path} lists ${have} no form of part 2, such as ${inQuotes(first, 100)}`;
}

/** The names of its own that a record shows, by their members. */
const OTHER_NAMES: Readonly<Record<RecordEndpoint, Readonly<Record<string, RegExp>>>> = {
  topicMessage: {},
  contractResult: { hash: TRANSACTION_HASH_PATTERN },
  contract: { contract_id: ENTITY_ID, evm_address: EVM_ADDRESS },
};

/** Nonces that are requested of a transaction, each only if the one before it selects a record. */
const MOST_NONCE = 3;

/**
 * Requests one record of each form and shape, then others by chance, and more of a form of which none was found. Then each record is requested by the
 * other names that it shows: a contract by its id and address, a result by its hash and by the nonces of its transaction (at
 * smoke only by names of a form that is not found yet). If nothing is found, hex without 0x is requested with it.
 */
export async function sampleEach(
  t: RequestSender,
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  size: Size,
  seed: number,
): Promise<readonly Sampled[]> {
  const { shapes, contexts } = size;
  const shaped = await sample(t, endpoint, someOfEach(endpoint, candidates, { records: 0, shapes, seed }));
  const samples = await untilEnough(t, endpoint, candidates, shaped, size, seed);
  const there = new Set(samples.filter(isFound).map(({ asked }) => formOf(endpoint, asked)));
  const others = unreadCandidates(candidates, samples).filter(
    ({ asked }) => !there.has(formOf(endpoint, asked)),
  );
  const further = someOfEach(endpoint, others, { records: size.records, shapes: 0, seed });
  const first = [...samples, ...(await sample(t, endpoint, further))];
  const all = first.some(isFound)
    ? first
    : [...first, ...(await sample(t, endpoint, withPrefix(candidates)))];
  const found = all.filter(isFound);
  const known = new Set(all.map(({ asked }) => bareHex(asked)));
  const shown = Object.entries(OTHER_NAMES[endpoint])
    .filter(([, form]) => contexts > 0 || !found.some(({ asked }) => form.test(asked)))
    .flatMap(([member, form]) => mentionedIn(found, { [member]: form }))
    .filter(({ asked }) => !known.has(bareHex(asked)));
  const named = [...all, ...(await sample(t, endpoint, shown.slice(0, recordsAt(size))))];
  return endpoint === "contractResult" && contexts > 0 ? await addNonces(t, named) : named;
}

/** Rounds in which others are requested until there are enough records. */
const MOST_ROUNDS = 4;

/** Adds candidates by chance until as many different records are found as the level looks at; at smoke once. */
async function untilEnough(
  t: RequestSender,
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  shaped: readonly Sampled[],
  size: Size,
  seed: number,
): Promise<readonly Sampled[]> {
  let samples = shaped;
  for (let round = 0; round < (size.contexts > 0 ? MOST_ROUNDS : 1); round += 1) {
    const found = new Set(samples.filter(isFound).map(({ response }) => response.body.text));
    const records = Math.max(
      0,
      recordsAt(size) - (round === 0 && size.contexts === 0 ? samples.length : found.size),
    );
    const others = someOfEach(endpoint, unreadCandidates(candidates, samples), { records, shapes: 0, seed });
    samples = [...samples, ...(await sample(t, endpoint, others.slice(0, records)))];
  }
  return samples;
}

/** The candidates that were not requested and that no record shows as another of its names. */
function unreadCandidates(
  candidates: readonly Candidate[],
  samples: readonly Sampled[],
): readonly Candidate[] {
  const requested = new Set(samples.map(candidateName));
  const records = samples.filter(isFound).map(({ response }) => response.body.value);
  const shown = records.flatMap((record) => (isObject(record) ? Object.values(record) : []));
  const known = new Set(shown.filter((value) => typeof value === "string").map(bareHex));
  return candidates.filter((one) => !requested.has(candidateName(one)) && !known.has(bareHex(one.asked)));
}

/** Records of one kind that are requested at most, beside those of a form or shape of their own. */
const MOST_RECORDS = 60;

const recordsAt = ({ records, contexts }: Size): number =>
  contexts > 0 ? Math.min(2 * records, MOST_RECORDS) : records;

/** Adds the results of the transactions that were found, with the nonces that these have. */
async function addNonces(t: RequestSender, samples: readonly Sampled[]): Promise<readonly Sampled[]> {
  const known = new Set(samples.map(candidateName));
  const all = [...samples];
  let parents = samples.filter(
    ({ asked, nonce, response }) => nonce === undefined && isTransactionId(asked) && isServed(response),
  );
  for (let nonce = 1; nonce <= MOST_NONCE && parents.length > 0; nonce += 1) {
    const children = parents.map(({ asked }): Candidate => {
      return { asked, nonce: String(nonce), origin: `nonce ${nonce} of ${asked}`, fromUser: false };
    });
    const came = await sample(t, "contractResult", children);
    all.push(...came.filter((one) => !known.has(candidateName(one))));
    const found = new Set(came.filter(isFound).map(({ asked }) => asked));
    parents = parents.filter(({ asked }) => found.has(asked));
  }
  return all;
}

/** Some of the hashes and addresses without 0x, with it: nobody vouches for this form. */
function withPrefix(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ ...candidate, asked: `0x${candidate.asked}`, fromUser: false }))
    .filter(({ asked }) => TRANSACTION_HASH_PATTERN.test(asked) || EVM_ADDRESS.test(asked))
    .slice(0, 3);
}

/** The samples that were found; of contract results those of one form, where `form` says what else to add. */
export const foundSamples =
  (
    endpoint: RecordEndpoint,
    recipeReader: RecipeReader,
    isSought: (asked: string) => boolean = () => true,
    form?: string,
  ) =>
  async (find: Find): Promise<readonly Sampled[]> => {
    const { member, samples: key } = SAMPLED[endpoint];
    const samples = await find(key);
    const sought = samples.filter(({ asked, nonce }) => nonce === undefined && isSought(asked));
    const found = thereAmong(endpoint, samples, sought).filter(isFound);
    if (found.length > 0) {
      // A transaction with further nonces comes first: it shows what a nonce selects.
      const parents = new Set(
        samples.filter((one) => one.nonce !== undefined && isFound(one)).map(({ asked }) => asked),
      );
      return found.toSorted((a, b) => Number(parents.has(b.asked)) - Number(parents.has(a.asked)));
    }
    const [malformed] = recipeReader.malformed(member);
    if (malformed !== undefined && !samples.some(isFound)) {
      throw new Unavailable("inconclusive", toMend(`${malformedText(endpoint, malformed)};`));
    }
    const [lost] = sought;
    if (form !== undefined && (lost === undefined || looksMissing(lost.response))) {
      throw toGive("giveSamples", member, `no sample: add ${form} to samples.${member} of the target file`);
    }
    if (lost === undefined) {
      throw noSamples(member, `no sample${recipeReader.hint(member)}`);
    }
    const { asked, origin, response } = lost;
    const came = `the sample ${asked} (${origin}) is answered with ${describe(response)}`;
    const remedy = { kind: "giveSamples", of: member } as const;
    throw new Unavailable(
      "inconclusive",
      looksMissing(response)
        ? { reason: `${came}: give others as samples.${member}`, obstacle: "user", remedy }
        : naming(came, response.request, { obstacle: "service" }),
    );
  };
