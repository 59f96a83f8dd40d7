// §4.3, §4.6, §4.7, §4.8: what a sample is answered with, whoever knows of it
import { callsMalformed, isAlike, inconclusive } from "./kit/requests/verdicts.ts";
import { sequence } from "../engine/clauses/declare.ts";
import {
  describe,
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
  noSamples,
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
import { holdsRecord, checkSample, COMPARISON_REQUESTS } from "./kit/records/records.ts";
import { legal, isPlainRequest, recordedSuccess, type Fits } from "./kit/requests/recorded.ts";

/** Statuses of a gateway in front of the service: they blame nobody where nothing else is answered. */
const GATEWAY = new Set([502, 503, 504]);

const ASKED = ["tokenBalances", "topicMessage", "contractResult", "contract"] as const;

const WELL_FORMED = {
  tokenBalances: "0.0.1001",
  topicMessage: "1700000000.000000001",
  contractResult: `0x${"a1".repeat(32)}`,
  contract: "0.0.5001",
};

/**
 * The recorded requests that JSON which is no object cannot answer. A missing message has a body of its own; of balances that
 * holds for a body given as theirs alone: what other missing records get is open (interpretation 13).
 */
const NO_OBJECT: Readonly<Partial<Record<Endpoint, Fits>>> = {
  tokenBalances: isPlainRequest,
  topicMessage: legal,
};

/** A token need not have balances, a name may be ambiguous, and what nobody vouches for may be gone. */
function mayBeMissing({ asked, fromUser }: Sampled, response: ApiResponse): boolean {
  const withoutBalances =
    response.request.endpoint === "tokenBalances" && looksMissing(response) && !callsMalformed(response);
  return !fromUser || isFarAddress(asked) || withoutBalances;
}

/** Rows without the object around them, or a body within a text. */
const isOutsideObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : typeof value === "string" && /^\s*[[{]/.test(value);

/** Whether it is what no service may answer for what its own list shows, be the record there or not. */
function isWrongOfListed({ asked, listed }: Sampled, response: ApiResponse): boolean {
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
 * What a sample is answered with; `others`: another sample of the endpoint was answered with success. What a list of the
 * service shows need not be there.
 */
function checkResponded(sampled: Sampled, response: ApiResponse, others: boolean): CheckResult {
  const name = `${candidateName(sampled)} (${sampled.origin})`;
  const isGateway = !others && GATEWAY.has(response.status);
  if (holdsRecord(response) || !(isGateway || mayBeMissing(sampled, response))) {
    return checkSample(response, name);
  }
  const isDown = isGateway || (!others && webPageIn(response) !== undefined);
  if (!isDown && !looksMissing(response) && isWrongOfListed(sampled, response)) {
    const message = "a request for a record that a list of the service shows does not succeed";
    return [
      wholeResponse(response, message, "status 200 with the success body, or that there is no such record"),
    ];
  }
  return inconclusive(
    `the sample ${name} is not used: its request returned ${describe(response)}`,
    undefined,
    {
      obstacle: sampled.listed === undefined ? "data" : "service",
    },
  );
}

/** That a record is unknown may be said in words of the service's own: those that a name gets which is hardly in use. */
async function whereUnknown(
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

/** Those that tell most come first: what broke, then one that is there, then what is not, of which a level sends so many. */
function mostRevealingFirst(samples: readonly Sampled[]): readonly Sampled[] {
  const broken = samples.filter(({ response }) => response.status >= 500);
  const there = samples.filter(({ response }) => response.status < 500 && looksLikeSuccess(response));
  const others = samples.filter((sample) => !broken.includes(sample) && !there.includes(sample));
  return [...broken, ...there.slice(0, 1), ...others, ...there.slice(1)];
}

function returnsSamples(endpoint: (typeof ASKED)[number]) {
  const { samples: key, member } = SAMPLED[endpoint];
  const fromUser = sampledAs("x", exampleResponse(endpoint, 200, SUCCESS[endpoint]));
  const listed = { ...fromUser, fromUser: false, listed: "/api/v1/list" };
  const named = { ...listed, asked: WELL_FORMED[endpoint] };
  const sample = (value: Sampled, status: number, body: unknown) => {
    return { value, responses: exampleResponse(endpoint, status, body) };
  };
  const examples = successExamples(endpoint);
  const isSure = NO_OBJECT[endpoint];
  return sequence({
    id: `${operations[endpoint].section}-answers-200`,
    statement: `a request for ${SAMPLE_WORDS[endpoint]} succeeds with status 200`,
    cites: [...successCites(endpoint), 7, 21, 23],
    needs: { samples: key },
    emptyPass: "status",
    given: ({ samples }) => {
      if (samples.length === 0) {
        throw noSamples(member);
      }
      return mostRevealingFirst(samples).map((sampled) => ({ name: candidateName(sampled), value: sampled }));
    },
    run: async (t, sampled) => {
      const response = await t.get({ ...candidateRequest(endpoint, sampled), gateways: "told" });
      const others = t.samples.some((other) => isSuccess(other.response));
      const checkResult = checkResponded(sampled, response, others);
      const isWrong = !isInconclusive(checkResult) && checkResult.length > 0;
      // What the server is to blame for may concern all records.
      const mayBeUnknown =
        isWrong && sampled.fromUser && (others || (response.status >= 400 && response.status < 500));
      return (mayBeUnknown ? await whereUnknown(t, sampled, response) : undefined) ?? checkResult;
    },
    ...(isSure === undefined ? {} : { recorded: recordedSuccess(isSure) }),
    proves: { value: fromUser, have: { samples: [] } },
    passes: examples.passes,
    fails: {
      ...examples.fails,
      "a success with an error status": sample(listed, 404, SUCCESS[endpoint]),
      "an error for what a list shows": sample(listed, 500, exampleErrorBody("Internal error")),
      "a refusal of what a list shows": sample(named, 400, exampleErrorBody("Invalid parameter: id")),
      "no JSON for what a list shows": sample(listed, 200, '{"balances":[,]}'),
      "rows alone for what a list shows": sample(listed, 200, [SUCCESS[endpoint]]),
      "a body within a text for what a list shows": sample(listed, 200, JSON.stringify('{"balances":[]}')),
      "a page without rows for what a list shows": sample(listed, 200, { links: { next: null } }),
    },
  });
}

export const sampleResponses = ASKED.map(returnsSamples);
