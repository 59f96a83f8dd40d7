// Readings 22 and 23: samples that are found, and those that somebody vouches for and that are not there
import { formOf, isRecordEndpoint, type RecordEndpoint, someOfEach } from "./forms.ts";
import type { Cook, Malformed } from "./recipes.ts";
import { type Asker, beforeQuery, type Reason, type Reply } from "../model/exchange.ts";
import {
  describe,
  documentedMessages,
  isObject,
  isServed,
  isStatusOfSuccess,
  looksMissing,
} from "../message/classify.ts";
import type { Candidate, Find, Sampled, SampledEndpoint } from "../clauses/prerequisites.ts";
import { noSamples, SAMPLED, toGive, Unavailable } from "../clauses/prerequisites.ts";
import { countOf } from "../model/model.ts";
import { naming } from "../model/reason.ts";
import { inQuotes } from "../secrets/escape.ts";
import { ENTITY_ID, EVM_ADDRESS, HASH } from "../../schemas/formats.ts";
import { isFound, mentionedIn, sample } from "./listings.ts";
import { spread } from "../clauses/clause.ts";
import { bareHex } from "../model/compare.ts";

/** Samples that are missing although somebody vouches for them. */
export interface Gone {
  /** How many, of what kind, and what came, in words. */
  readonly text: string;
  /** The same with who can mend it. */
  readonly why: Reason;
  /** The forms of the missing ones: equal in runs that show the same. */
  readonly about: string;
  readonly replies: readonly Reply[];
  /** Nothing at all was found. */
  readonly isAll: boolean;
}

/** The samples of an endpoint that are not there, by who vouches for them: the service by its own lists, or the user. */
export function goneAmong(endpoint: SampledEndpoint, samples: readonly Sampled[]): readonly Gone[] {
  const sure = [...new Map(samples.map((one) => [one.asked, one])).values()].filter(
    ({ asked, vouched, listed }) =>
      (vouched || listed !== undefined) &&
      (!isRecordEndpoint(endpoint) || formOf(endpoint, asked) !== undefined),
  );
  const isAll = !samples.some(({ reply }) => isServed(reply));
  const groups = [sure.filter(isListed), sure.filter((one) => !isListed(one))];
  return groups.flatMap((group) => {
    const missing = group.filter(
      ({ reply }) => !isServed(reply) && (showsNone(reply) || (isAll && isTurnedDown(reply))),
    );
    return missing.length === 0 || (!isAll && isFair(endpoint, samples))
      ? []
      : [told(endpoint, group, missing, isAll)];
  });
}

/**
 * A success by its status that shows no record may say in its own way that there is none, but of messages, for which there is
 * one way (reading 13); a broken body says nothing.
 */
const showsNone = (reply: Reply): boolean =>
  looksMissing(reply) ||
  (isStatusOfSuccess(reply) && reply.body.fault === undefined && reply.ask.endpoint !== "topicMessage");

/** An error that blames the request: where each sample gets one, nothing tells whether it is there. */
const isTurnedDown = ({ status }: Reply): boolean => status >= 400 && status < 500;

const isListed = ({ listed }: Sampled): boolean => listed !== undefined;

/** A token without balances may be missing (reading 13): a warning only where others without any have an empty list. */
const isFair = (endpoint: SampledEndpoint, samples: readonly Sampled[]): boolean =>
  endpoint === "tokenBalances" &&
  !samples.some(({ reply }) => isServed(reply) && /"balances"\s*:\s*\[\s*\]/.test(reply.body.text));

function told(
  endpoint: SampledEndpoint,
  group: readonly Sampled[],
  missing: readonly Sampled[],
  isAll: boolean,
): Gone {
  const { noun, member } = SAMPLED[endpoint];
  const forms =
    isRecordEndpoint(endpoint) && missing.length < group.length
      ? missing.map(({ asked }) => formOf(endpoint, asked) ?? "")
      : [];
  const about = [...new Set(forms)].toSorted().join(", ");
  const lists = [...new Set(group.flatMap(({ listed = [] }) => listed))];
  const who =
    lists.length === 0
      ? `named in samples.${member} of the target file`
      : `listed by ${lists.slice(0, 2).join(" and ")}`;
  const came = [...new Set(missing.map(({ reply }) => cameOf(reply)))].slice(0, 2).join(" or ");
  const text = `${missing.length} of ${countOf(group.length, noun)} ${who} returned ${came}${about === "" ? "" : ` (${about})`}`;
  // A success without a record says of none that it is missing.
  const unsaid = missing.every(({ reply }) => !looksMissing(reply)) ? missing[0]?.reply.ask : undefined;
  const byUser: Reason =
    unsaid !== undefined
      ? naming(`${text}, which does not say that there is none`, unsaid, { obstacle: "service" })
      : {
          reason: `${text}; no list of the service shows them: correct samples.${member}`,
          obstacle: "user",
          remedy: { kind: "giveSamples", of: member },
        };
  const why = lists.length === 0 ? byUser : toMend(`${text}; its own lists show them, so`);
  return { text, why, about, replies: missing.map(({ reply }) => reply), isAll };
}

/** What nobody but the service can do. */
export const toMend = (what: string): Reason => {
  return { reason: `${what} the service has to mend it`, obstacle: "service", remedy: { kind: "mendFirst" } };
};

function cameOf(reply: Reply): string {
  const [message, ...others] = documentedMessages(reply) ?? [];
  return message === "Not found" && others.length === 0 ? message : describe(reply);
}

/** Those that are sought (absent: all), unless nothing is there of what somebody vouches for among them. */
export function thereAmong(
  endpoint: SampledEndpoint,
  samples: readonly Sampled[],
  sought = samples,
): readonly Sampled[] {
  const gone = goneAmong(endpoint, samples).find(({ replies }) =>
    sought.some(({ reply }) => replies.includes(reply)),
  );
  if (gone !== undefined && !sought.some(({ reply }) => isServed(reply))) {
    throw new Unavailable("inconclusive", gone.why);
  }
  return sought;
}

/** What a list shows in the place of names, in words. */
export function malformedText(endpoint: SampledEndpoint, { values, all, list }: Malformed): string {
  const { noun } = SAMPLED[endpoint];
  const [first = ""] = values;
  const path = beforeQuery(list.ask.target);
  const have = values.size === 1 ? "has" : "have";
  return `${values.size} of ${countOf(all, "name")} of ${noun}s that ${path} lists ${have} no form of part 2, such as ${inQuotes(first, 100)}`;
}

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
