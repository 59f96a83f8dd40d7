// Reading 22: samples that somebody vouches for, and that are not there
import { formOf, isRecordEndpoint } from "./forms.ts";
import type { Malformed } from "./recipes.ts";
import { beforeQuery, type Reason, type Reply } from "../model/exchange.ts";
import {
  describe,
  documentedMessages,
  isServed,
  isStatusOfSuccess,
  looksMissing,
} from "../message/classify.ts";
import { SAMPLED, Unavailable, type Sampled, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { countOf } from "../model/model.ts";
import { naming } from "../model/reason.ts";
import { inQuotes } from "../secrets/escape.ts";

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
  const sure = [...new Map(samples.map((sample) => [sample.asked, sample])).values()].filter(
    ({ asked, vouched, listed }) =>
      (vouched || listed !== undefined) &&
      (!isRecordEndpoint(endpoint) || formOf(endpoint, asked) !== undefined),
  );
  const isAll = !samples.some(({ reply }) => isServed(reply));
  const groups = [sure.filter(isListed), sure.filter((sample) => !isListed(sample))];
  return groups.flatMap((group) => {
    const missing = group.filter(({ reply }) => showsNone(reply) && !isServed(reply));
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

const isListed = ({ listed }: Sampled): boolean => listed !== undefined;

/** A token without balances may be missing (reading 13): odd only where others without any have an empty list. */
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
