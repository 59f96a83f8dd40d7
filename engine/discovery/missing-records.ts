// Interpretations 22 and 23: samples that are missing although they are said to exist; lists that could not be read for samples
import { type SampledEndpoint, type Sample, candidateName, SAMPLE_KINDS } from "../clauses/prerequisites.ts";
import { describeResponse, hasSuccessBody, looksMissing, hasSuccessStatus } from "../message/classify.ts";
import { isObject, documentedMessages, isClientError } from "../message/classify.ts";
import { type ApiResponse, beforeQuery, UnusableResponse } from "../model/exchange.ts";
import { bareHex } from "../model/compare.ts";
import { countOf, groupBy } from "../model/model.ts";
import { requestReason } from "../clauses/dependencies.ts";
import type { Reason } from "../model/reason.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { FoundKind } from "../model/settings.ts";
import { inQuotes } from "../secrets/escape.ts";
import { isRecordEndpoint, formOf, formOfCandidate } from "./forms.ts";

/** Samples that are missing although the user or a list of the service states that they exist. */
export interface MissingRecords {
  /** The number and kind of the missing samples, and the responses received instead. */
  readonly text: string;
  /** Why clauses that need the samples are not tested: `text`, and whether the user or the service can correct the cause. */
  readonly why: Reason;
  /** The form of the missing samples and the lists that show them: equal in every run with the same problem. */
  readonly about: string;
  readonly responses: readonly ApiResponse[];
}

/** Summarizes missing samples. If any sample was found: by form of identifier and source; otherwise: all lists, and the target file. */
export function missingRecords(
  endpoint: SampledEndpoint,
  samples: readonly Sample[],
): readonly MissingRecords[] {
  const certain = [...new Map(samples.map((sample) => [candidateName(sample), sample])).values()].filter(
    ({ identifier, fromUser, listed }) =>
      (fromUser || listed !== undefined) &&
      (!isRecordEndpoint(endpoint) || formOf(endpoint, identifier) !== undefined),
  );
  const isAll = !samples.some(({ response }) => hasSuccessBody(response));
  const kindOf = (sample: Sample): string => {
    const form = isRecordEndpoint(endpoint) && !isAll ? formOfCandidate(endpoint, sample) : "";
    return `${form} ${isAll ? sample.listed !== undefined : sample.listed}`;
  };
  return groupBy(certain, kindOf).flatMap(([, group]) => {
    const missing = group.filter(
      ({ response }) =>
        // If no sample is found, any status 4xx counts: it may be the service's response for a missing record.
        !hasSuccessBody(response) && (showsNoRecord(response) || (isAll && isClientError(response))),
    );
    return missing.length === 0 || (!isAll && mayLackBalances(endpoint, samples))
      ? []
      : [summarizeMissing(endpoint, group, missing, { samples, isAll })];
  });
}

/** Whether a response shows that there is no record. A 2xx with JSON shows it too, except for topic messages (interpretation 13). */
const showsNoRecord = (response: ApiResponse): boolean =>
  looksMissing(response) ||
  (hasSuccessStatus(response) && !response.body.fault && response.request.endpoint !== "topicMessage");

/** Evidence that the target file is not the cause of missing samples; undefined if there is none. */
function existenceEvidence(
  missing: readonly Sample[],
  samples: readonly Sample[],
  isAll: boolean,
): Readonly<{ text: string; isOfRecord?: true }> | undefined {
  if (missing.some(({ listed }) => listed !== undefined)) {
    return { text: "the service's own lists show them" };
  }
  const shownBy = recordShowing(missing, samples);
  if (shownBy !== undefined) {
    return { text: `the record ${shownBy} shows one of these identifiers`, isOfRecord: true };
  }
  return isAll && samples.some(({ listed }) => listed !== undefined)
    ? { text: "the records that the service's own lists show are not found either" }
    : undefined;
}

/** The name of a found record that shows the identifier of a missing sample, such as the hash of a transaction. */
function recordShowing(missing: readonly Sample[], samples: readonly Sample[]): string | undefined {
  const identifiers = new Set(missing.map(({ identifier }) => bareHex(identifier)));
  const shows = ({ response: { body } }: Sample): boolean =>
    isObject(body.value) &&
    Object.values(body.value).some((value) => typeof value === "string" && identifiers.has(bareHex(value)));
  const record = samples.find((sample) => hasSuccessBody(sample.response) && shows(sample));
  return record && candidateName(record);
}

/** Tokens without balances may be reported as missing (interpretation 13), but not if any token got an empty list. */
const mayLackBalances = (endpoint: SampledEndpoint, samples: readonly Sample[]): boolean =>
  endpoint === "tokenBalances" &&
  !samples.some(
    ({ response }) => hasSuccessBody(response) && /"balances"\s*:\s*\[\s*\]/.test(response.body.text),
  );

function summarizeMissing(
  endpoint: SampledEndpoint,
  group: readonly Sample[],
  missing: readonly Sample[],
  { samples, isAll }: { readonly samples: readonly Sample[]; readonly isAll: boolean },
): MissingRecords {
  const { noun, member } = SAMPLE_KINDS[endpoint];
  const [first] = missing;
  const form = isRecordEndpoint(endpoint) && first && !isAll ? formOfCandidate(endpoint, first) : undefined;
  const lists = [...new Set(group.flatMap(({ listed = [] }) => listed))];
  const source =
    lists.length === 0
      ? `named in samples.${member} of the target file`
      : `listed by ${lists.slice(0, 2).join(" and ")}`;
  const descriptions = new Set(missing.map(({ response }) => describeMissing(response)));
  const received = [...descriptions].slice(0, 2).join(" or ");
  const [what, how] = form === undefined ? [`requested ${noun}`, ""] : [noun, ` requested ${form}`];
  const text = `${missing.length} of ${countOf(group.length, what)} ${source}${how} returned ${received}`;
  const about = [form, ...lists].filter((part) => part !== undefined).join(" ");
  const dependsOn: Reason["dependsOn"] = [{ endpoint, needs: "lookup" }];
  const evidence = existenceEvidence(missing, samples, isAll);
  // A web framework responds to a path that it does not know with 404 and another error body than that of §7.
  const mayLackPath =
    isAll && missing.every(({ response }) => response.status === 404 && !documentedMessages(response));
  const fault = mayLackPath
    ? "the service does not have this path, or does not find its records"
    : "this is a fault of the service";
  const remedy = { kind: "giveSamples", of: member } as const;
  const why: Reason =
    evidence !== undefined
      ? {
          reason: `${text}; ${evidence.text}: ${fault}`,
          code: "recordsNotFound",
          ...(evidence.isOfRecord === true ? { dependsOn } : {}),
        }
      : missing.some(({ response }) => looksMissing(response))
        ? { reason: `${text}: correct samples.${member}`, code: "samplesUnsuitable", remedy, dependsOn }
        : // A success without a record does not state that a record is missing.
          requestReason(`${text}, which is not an error for a missing record`, first?.response.request, {
            code: "refused",
          });
  return { text, why, about, responses: missing.map(({ response }) => response) };
}

function describeMissing(response: ApiResponse): string {
  const [message, ...furtherMessages] = documentedMessages(response) ?? [];
  return message === "Not found" && furtherMessages.length === 0 ? message : describeResponse(response);
}

/** Returns `requested`. Throws an `UnusableResponse` if none of them was found although the user or a list states that one exists. */
export function requireFound(
  endpoint: SampledEndpoint,
  samples: readonly Sample[],
  requested = samples,
): readonly Sample[] {
  const missing = missingRecords(endpoint, samples).find(({ responses }) =>
    requested.some(({ response }) => responses.includes(response)),
  );
  if (missing !== undefined && !requested.some(({ response }) => hasSuccessBody(response))) {
    throw new UnusableResponse("missing", missing.why);
  }
  return requested;
}

/** A problem of a list that is read for samples: a warning, since the records of the list are not tested (interpretation 22). */
export interface ListProblem {
  readonly kind: "samples-list-unread" | "samples-malformed";
  readonly endpoint: Endpoint;
  readonly target: string;
  readonly message: string;
  readonly response?: ApiResponse;
}

/** Why a list was not read; undefined if it was, or if the run ended. `isOfRecord`: a record need not have such a list, so 404 is no error. */
export function unreadText(
  response: ApiResponse | UnusableResponse,
  isOfRecord: boolean,
): string | undefined {
  if (response instanceof UnusableResponse) return response.kind === "ended" ? undefined : response.message;
  const { status } = response;
  return status < 400 || (status === 404 && isOfRecord) ? undefined : `status ${status}`;
}

export function malformedText(
  sample: FoundKind,
  target: string,
  values: readonly string[],
  total: number,
): string {
  const noun = Object.values(SAMPLE_KINDS).find(({ member }) => member === sample)?.noun ?? "record";
  const example = inQuotes(values[0] ?? "", 100);
  return `${values.length} of ${total} identifiers of ${noun}s in ${beforeQuery(target)} violate their format (section 2), such as ${example}`;
}

export const malformedReasons = (problems: readonly ListProblem[], endpoint: Endpoint): readonly Reason[] =>
  problems
    .filter((problem) => problem.kind === "samples-malformed" && problem.endpoint === endpoint)
    .map(({ message }) => ({ reason: `${message}; the service must fix this`, code: "recordsNotFound" }));
