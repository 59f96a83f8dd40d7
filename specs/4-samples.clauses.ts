// §4.3, §4.6, §4.7, §4.8: the response to a request for a sample, from the target file or found by discovery
import { callsMalformed, isAlike } from "./kit/requests/acceptance.ts";
import { inconclusive } from "./kit/requests/check-results.ts";
import type { ClauseId } from "../engine/clauses/clause.ts";
import { sequence } from "../engine/clauses/declare.ts";
import {
  describeResponse,
  isObject,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  webPageIn,
  wholeResponse,
} from "../engine/message/classify.ts";
import {
  isInconclusive,
  type ApiRequest,
  type RequestSender,
  type CheckResult,
} from "../engine/model/exchange.ts";
import type { ApiResponse, Inconclusive } from "../engine/model/exchange.ts";
import {
  candidateRequest,
  candidateName,
  missingSamples,
  SAMPLED,
  type Sampled,
} from "../engine/clauses/prerequisites.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import { sure } from "../schemas/sure.ts";
import {
  exampleResponse,
  exampleErrorBody,
  sampledAs,
  SUCCESS,
  successExamples,
} from "./examples/responses.ts";
import { successCites } from "./kit/requests/cites.ts";
import { isFarAddress } from "./kit/records/contracts.ts";
import { SAMPLE_WORDS } from "./kit/requests/endpoint-names.ts";
import { holdsRecord, COMPARISON_REQUESTS } from "./kit/records/records.ts";
import { checkSample } from "./kit/records/record-checks.ts";
import { legal, isPlainRequest, recordedSuccess, type Fits } from "./kit/requests/recorded.ts";

/** Statuses of a gateway in front of the service. If no sample succeeds, the gateway may be at fault: the clause is inconclusive. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

const CLAUSE_IDS = {
  tokenBalances: "4.3-answers-200",
  topicMessage: "4.6-answers-200",
  contractResult: "4.7-answers-200",
  contract: "4.8-answers-200",
} as const satisfies Partial<Record<Endpoint, ClauseId>>;

const SAMPLE_ENDPOINTS = ["tokenBalances", "topicMessage", "contractResult", "contract"] as const;

const WELL_FORMED = {
  tokenBalances: "0.0.1001",
  topicMessage: "1700000000.000000001",
  contractResult: `0x${"a1".repeat(32)}`,
  contract: "0.0.5001",
};

/**
 * Recorded requests whose response, with status 200, must be a JSON object. Only for these endpoints is every documented
 * response an object; for the contract endpoints the body of a missing record is unspecified (interpretation 13).
 */
const NEEDS_OBJECT: Readonly<Partial<Record<Endpoint, Fits>>> = {
  tokenBalances: isPlainRequest,
  topicMessage: legal,
};

/** A token need not have balances, a name may be ambiguous, and a record that the user did not name may be gone. */
function isMissingPossible({ asked, fromUser }: Sampled, response: ApiResponse): boolean {
  const withoutBalances =
    response.request.endpoint === "tokenBalances" && looksMissing(response) && !callsMalformed(response);
  return !fromUser || isFarAddress(asked) || withoutBalances;
}

/** Whether the body is an array of rows without the object around it, or a string that holds a JSON body. */
const isOutsideObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : typeof value === "string" && /^\s*[[{]/.test(value);

/**
 * Whether the sample comes from a list of the service and the response is wrong whether the record still exists or not: a 5xx, a
 * valid name refused as invalid, or a status of success with a broken body.
 */
function isWrongForListed({ asked, listed }: Sampled, response: ApiResponse): boolean {
  const { request, status, body } = response;
  const { format } = operations[request.endpoint].pathParameter ?? {};
  const isRefused = format !== undefined && sure(format, asked) === "valid" && callsMalformed(response);
  const links = isObject(body.value) ? body.value["links"] : undefined;
  const isBroken =
    body.fault !== undefined || (isObject(links) && "next" in links) || isOutsideObject(body.value);
  const claimsSuccess = status <= 299 && body.text.trim() !== "";
  return listed !== undefined && (status >= 500 || isRefused || (claimsSuccess && isBroken));
}

/**
 * Checks the response to a request for a sample. A record that only a list of the service shows may be gone.
 * @param hasSuccess whether another sample of the endpoint returned a success
 */
function checkSampleResponse(sampled: Sampled, response: ApiResponse, hasSuccess: boolean): CheckResult {
  const name = `${candidateName(sampled)} (${sampled.origin})`;
  const isGateway = !hasSuccess && GATEWAY_STATUSES.has(response.status);
  if (holdsRecord(response) || !(isGateway || isMissingPossible(sampled, response))) {
    return checkSample(response, name);
  }
  const isDown = isGateway || (!hasSuccess && webPageIn(response) !== undefined);
  if (!isDown && !looksMissing(response) && isWrongForListed(sampled, response)) {
    const message = "a request for a listed record does not succeed";
    return [
      wholeResponse(response, message, "status 200 with the success body, or the error for a missing record"),
    ];
  }
  return inconclusive(
    `the sample ${name} is not used: its request returned ${describeResponse(response)}`,
    undefined,
    {
      obstacle: sampled.listed === undefined ? "data" : "service",
    },
  );
}

/**
 * Inconclusive if the service answers the sample like a name that is hardly in use: it says in words of its own that there is no
 * such record. Sends the request for that name.
 */
async function inconclusiveIfUnknown(
  t: RequestSender,
  { asked }: Sampled,
  response: ApiResponse,
): Promise<Inconclusive | undefined> {
  const others: Readonly<Partial<Record<Endpoint, { readonly missing: ApiRequest }>>> = COMPARISON_REQUESTS;
  const missing = others[response.request.endpoint]?.missing;
  if (missing === undefined || looksLikeSuccess(response)) {
    return undefined;
  }
  const unknown = await t.get({ ...missing, expects: "missing" });
  const isUnknown = !isSuccess(unknown) && !callsMalformed(response) && isAlike(unknown, response);
  const reason = `the sample ${asked} gets the same error as a name that is hardly in use`;
  return isUnknown ? inconclusive(reason, response, { obstacle: "user" }) : undefined;
}

/** The most revealing samples first, because a level may send only some: a 5xx, then one success, then errors, then the other successes. */
function mostRevealingFirst(samples: readonly Sampled[]): readonly Sampled[] {
  const broken = samples.filter(({ response }) => response.status >= 500);
  const there = samples.filter(({ response }) => response.status < 500 && looksLikeSuccess(response));
  const others = samples.filter((sample) => !broken.includes(sample) && !there.includes(sample));
  return [...broken, ...there.slice(0, 1), ...others, ...there.slice(1)];
}

/**
 * Success is HTTP 200 (§4, line 195): token balances (§4.3, line 211), a topic message (§4.6, line 250), a contract result (§4.7,
 * line 257), a contract (§4.8, line 264).
 */
function sampleClause(endpoint: (typeof SAMPLE_ENDPOINTS)[number]) {
  const { samples: key, member } = SAMPLED[endpoint];
  const fromUser = sampledAs("x", exampleResponse(endpoint, 200, SUCCESS[endpoint]));
  const listed = { ...fromUser, fromUser: false, listed: "/api/v1/list" };
  const named = { ...listed, asked: WELL_FORMED[endpoint] };
  const sample = (value: Sampled, status: number, body: unknown) => {
    return { value, responses: exampleResponse(endpoint, status, body) };
  };
  const examples = successExamples(endpoint);
  const needsObject = NEEDS_OBJECT[endpoint];
  return sequence({
    id: CLAUSE_IDS[endpoint],
    statement: `a request for ${SAMPLE_WORDS[endpoint]} succeeds with status 200`,
    cites: [...successCites(endpoint), 7, 21, 23],
    needs: { samples: key },
    emptyPass: "status",
    given: ({ samples }) => {
      if (samples.length === 0) {
        throw missingSamples(member);
      }
      return mostRevealingFirst(samples).map((sampled) => ({ name: candidateName(sampled), value: sampled }));
    },
    run: async (t, sampled) => {
      const response = await t.get({ ...candidateRequest(endpoint, sampled), gateways: "told" });
      const hasSuccess = t.samples.some((other) => isSuccess(other.response));
      const checkResult = checkSampleResponse(sampled, response, hasSuccess);
      const isWrong = !isInconclusive(checkResult) && checkResult.length > 0;
      // A 5xx may concern every record: without another success it does not say that this one is unknown.
      const mayBeUnknown =
        isWrong && sampled.fromUser && (hasSuccess || (response.status >= 400 && response.status < 500));
      return (mayBeUnknown ? await inconclusiveIfUnknown(t, sampled, response) : undefined) ?? checkResult;
    },
    ...(needsObject === undefined ? {} : { recorded: recordedSuccess(needsObject) }),
    proves: { value: fromUser, have: { samples: [] } },
    passes: examples.passes,
    fails: {
      ...examples.fails,
      "a success with an error status": sample(listed, 404, SUCCESS[endpoint]),
      "an error for a listed record": sample(listed, 500, exampleErrorBody("Internal error")),
      "a listed identifier rejected as invalid": sample(
        named,
        400,
        exampleErrorBody("Invalid parameter: id"),
      ),
      "a listed record without JSON": sample(listed, 200, '{"balances":[,]}'),
      "an array for a listed record": sample(listed, 200, [SUCCESS[endpoint]]),
      "a JSON string for a listed record": sample(listed, 200, JSON.stringify('{"balances":[]}')),
      "a page without rows for a listed record": sample(listed, 200, { links: { next: null } }),
    },
  });
}

export const sampleResponses = SAMPLE_ENDPOINTS.map(sampleClause);
