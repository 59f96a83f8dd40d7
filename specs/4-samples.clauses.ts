// §4.3, §4.6, §4.7, §4.8: the response to a request for a sample, from the target file or found by discovery
import { validityOf } from "../schemas/validity.ts";
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

/** A gateway in front of the service may return these statuses: if no sample succeeds, the clause is inconclusive. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

const SAMPLED = [
  ["tokenBalances", "4.3-answers-200", "the balances of a known token", "0.0.1001"],
  ["topicMessage", "4.6-answers-200", "a known topic message", "1700000000.000000001"],
  ["contractResult", "4.7-answers-200", "a known contract result", examples.HASH_A],
  ["contract", "4.8-answers-200", "a known contract", "0.0.5001"],
] as const;

/** A record may be missing if the user did not name it, its name is ambiguous, or the token may have no balances. */
function isMissingPossible({ identifier, fromUser }: kit.Sample, response: kit.ApiResponse): boolean {
  const withoutBalances =
    response.request.endpoint === "tokenBalances" &&
    kit.looksMissing(response) &&
    !kit.callsMalformed(response);
  return !fromUser || kit.isAddressWithRealm(identifier) || withoutBalances;
}

/** Whether a body is an array of rows without the object around it, or a string that holds a JSON body. */
const isOutsideObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(kit.isObject) : typeof value === "string" && /^\s*[[{]/.test(value);

/**
 * Whether the sample comes from a list of the service, and the response is wrong even if the record is gone: a 5xx, a valid name refused as
 * invalid, or a status of success with a broken body.
 */
function isWrongForListed({ identifier, listed }: kit.Sample, response: kit.ApiResponse): boolean {
  const { request, status, body } = response;
  const { format } = kit.operations[request.endpoint].pathParameter ?? {};
  const isRefused =
    format !== undefined && validityOf(format, identifier) === "valid" && kit.callsMalformed(response);
  const links = kit.isObject(body.value) ? body.value["links"] : undefined;
  const isBroken =
    body.fault !== undefined || (kit.isObject(links) && "next" in links) || isOutsideObject(body.value);
  const claimsSuccess = status <= 299 && body.text.trim() !== "";
  return listed !== undefined && (status >= 500 || isRefused || (claimsSuccess && isBroken));
}

/** `hasSuccess`: another sample returned a success. If the user did not name the record, most errors are inconclusive. */
function checkSampleResponse(
  sampled: kit.Sample,
  response: kit.ApiResponse,
  hasSuccess: boolean,
): kit.CheckResult {
  const name = `${kit.candidateName(sampled)} (${sampled.origin})`;
  const isGateway = !hasSuccess && GATEWAY_STATUSES.has(response.status);
  if (kit.hasRecordBody(response) || !(isGateway || isMissingPossible(sampled, response))) {
    return kit.checkSample(response, name);
  }
  const isDown = isGateway || (!hasSuccess && kit.webPageIn(response) !== undefined);
  if (!isDown && !kit.looksMissing(response) && isWrongForListed(sampled, response)) {
    const message = "a request for a listed record does not succeed";
    const expected = "status 200 with the success body, or the error for a missing record";
    return [kit.wholeResponse(response, message, expected)];
  }
  const reason = `the sample ${name} is not used: its request returned ${kit.describeResponse(response)}`;
  return { code: sampled.listed === undefined ? "dataUnsuitable" : "refused", reason };
}

/** Inconclusive if an identifier that most likely does not exist gets an error like `response` (`isAlike`). */
async function inconclusiveIfUnknown(
  t: kit.RequestSender,
  { identifier }: kit.Sample,
  response: kit.ApiResponse,
): Promise<kit.Inconclusive | undefined> {
  const others: Readonly<Partial<Record<kit.Endpoint, { readonly missing: kit.ApiRequest }>>> =
    kit.COMPARISON_REQUESTS;
  const missing = others[response.request.endpoint]?.missing;
  if (missing === undefined || kit.hasSuccessBody(response)) return undefined;
  const unknown = await t.get({ ...missing, expects: "missing" });
  const isUnknown =
    !kit.isSuccess(unknown) && !kit.callsMalformed(response) && kit.isAlike(unknown, response);
  const reason = `the sample ${identifier} gets the same error as an identifier that most likely does not exist`;
  return isUnknown ? kit.inconclusive(reason, response, { code: "samplesUnsuitable" }) : undefined;
}

/** The most revealing samples first, because a level may send only some: 5xx, one success, other errors, then the other successes. */
function mostRevealingFirst(samples: readonly kit.Sample[]): readonly kit.Sample[] {
  const broken = samples.filter(({ response }) => response.status >= 500);
  const there = samples.filter(({ response }) => response.status < 500 && kit.hasSuccessBody(response));
  const others = samples.filter((sample) => !broken.includes(sample) && !there.includes(sample));
  return [...broken, ...there.slice(0, 1), ...others, ...there.slice(1)];
}

/** Success is HTTP 200 (§4, §4.3, §4.6, §4.7, §4.8). */
function sampleClause([endpoint, id, words, wellFormed]: (typeof SAMPLED)[number]) {
  const { samples: key, member } = kit.SAMPLE_KINDS[endpoint];
  const fromUser = examples.sampledAs("x", examples.successOf(endpoint));
  const listed = { ...fromUser, fromUser: false, listed: "/api/v1/list" };
  const named = { ...listed, identifier: wellFormed };
  const sample = (value: kit.Sample, status: number, body: unknown) => {
    return { value, responses: examples.responseOf(endpoint, status, body) };
  };
  const successes = examples.successExamples(endpoint);
  return kit.sequence({
    id,
    statement: `a request for ${words} succeeds with status 200`,
    contract: kit.successLines(endpoint),
    interpretations: [7, 21, 23],
    aspect: "success",
    needs: { samples: key },
    emptyPass: "status",
    values: ({ samples }) => {
      if (samples.length === 0) throw kit.missingSamples(member);
      return mostRevealingFirst(samples).map((value) => ({ name: kit.candidateName(value), value }));
    },
    run: async (t, sampled) => {
      const response = await t.get({ ...kit.candidateRequest(endpoint, sampled), gateways: "always" });
      const hasSuccess = t.samples.some((other) => kit.isSuccess(other.response));
      const checkResult = checkSampleResponse(sampled, response, hasSuccess);
      const isWrong = !kit.isInconclusive(checkResult) && checkResult.length > 0;
      // Unless another sample succeeded, a 5xx may affect every record, and does not show that the service lacks this one.
      const mayBeUnknown =
        isWrong && sampled.fromUser && (hasSuccess || (response.status >= 400 && response.status < 500));
      return (mayBeUnknown ? await inconclusiveIfUnknown(t, sampled, response) : undefined) ?? checkResult;
    },
    examplesWith: { value: fromUser, inputs: { samples: [] } },
    passes: successes.passes,
    fails: {
      ...successes.fails,
      "a success with an error status": sample(listed, 404, examples.SUCCESS[endpoint]),
      "an error for a listed record": sample(listed, 500, examples.errorBodyOf("Internal error")),
      "a listed identifier refused as invalid": sample(named, 400, examples.invalidParameter("id")),
      "a listed record without JSON": sample(listed, 200, '{"balances":[,]}'),
      "an array for a listed record": sample(listed, 200, [examples.SUCCESS[endpoint]]),
      "a JSON string for a listed record": sample(listed, 200, JSON.stringify('{"balances":[]}')),
      "a page without rows for a listed record": sample(listed, 200, { links: { next: null } }),
    },
  });
}

export const sampleResponses = SAMPLED.map(sampleClause);
