// §7.2, §7.3, §7.8: whether a response calls a well-formed request malformed
import {
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  speaksOfInvalidParameter,
} from "../../../engine/message/classify.ts";
import {
  type ApiRequest,
  type RequestSender,
  type Violation,
  type ApiResponse,
  saidIn,
} from "../../../engine/model/exchange.ts";
import { violationIf } from "./check-results.ts";

/** How the target itself answers requests that are surely malformed, and one for a record that is not there. */
interface Manners {
  readonly malformed: readonly ApiResponse[];
  readonly missing?: ApiResponse;
}

/** The answer to a well-formed request for a record, and the responses that it is compared with. */
type Responded = Manners & { readonly response: ApiResponse };

/** Whether a response calls the request malformed in the words of 7.2 or 7.3, in any shape of body. */
function isRefusalInWords(response: ApiResponse): boolean {
  const text = saidIn(response.body);
  // Where a record is not found, the form of a name may be a hint.
  const saysMissing = /not found/i.test(text);
  return (
    speaksOfInvalidParameter(response) ||
    (!looksLikeSuccess(response) && !saysMissing && /invalid parameter|shard\.realm\.num-sss-nnn/i.test(text))
  );
}

/**
 * Whether a response calls the request malformed: in the words that part 7 shows, or, where the contract shows none,
 * just as the target answers what is surely malformed, and not as it answers what is missing.
 */
export function callsMalformed(
  response: ApiResponse,
  { malformed, missing }: Manners = { malformed: [] },
): boolean {
  return (
    isRefusalInWords(response) ||
    (!isSuccess(response) &&
      (missing === undefined || !isAlike(missing, response)) &&
      malformed.some((other) => !isSuccess(other) && isAlike(other, response)))
  );
}

/** Members of a body, which a refusal names. */
const BODY_MEMBERS = /\b(?:apiKey|address|chainId)\b/g;

/** Whether two responses have the same status, and say the same of what was sent for each. */
export const isAlike = (one: ApiResponse, other: ApiResponse): boolean =>
  responseGist(one) === responseGist(other);

/** Status and text of a response, without the names, values and marks in which equal responses differ. */
function responseGist({ status, body, request }: ApiResponse): string {
  const [path = "", query = ""] = request.target.split("?");
  const sent = [path.slice(path.lastIndexOf("/") + 1), ...new URLSearchParams(query).values()];
  const text = sent
    .filter((value) => value !== "")
    .reduce((rest, value) => rest.replaceAll(value, "#"), saidIn(body))
    .replaceAll(BODY_MEMBERS, "#");
  return `${status} ${text.replaceAll(/[0-9a-f]*\d[\w.:-]*/gi, "#")}`;
}

/** Requests to compare with: surely malformed ones, and one for a record that is hardly there. */
interface Others {
  readonly malformed: readonly ApiRequest[];
  readonly missing: ApiRequest;
}

/**
 * Asks for a record. If the response is no success, does not say that the record is missing, and is not in the
 * words of 7.2 or 7.3, also requests malformed names and for a missing record, to compare.
 */
export async function sendWellFormed(
  t: RequestSender,
  request: ApiRequest,
  others: Others,
): Promise<Responded> {
  const response = await t.get(request);
  if (isSuccess(response) || looksMissing(response) || isRefusalInWords(response)) {
    return { response, malformed: [] };
  }
  const malformed = await t.all(others.malformed.map((other) => ({ ...other, expects: "refusal" })));
  const missing = await t.get({ ...others.missing, expects: "missing" });
  return { response, malformed, missing };
}

/** Both: what a well-formed request gets, and whether that calls it malformed. */
export async function checkAccepted(
  ...asked: Parameters<typeof sendWellFormed>
): Promise<readonly Violation[]> {
  return checkWellFormed(await sendWellFormed(...asked));
}

/**
 * A well-formed request for a record gets it, or a response that does not call the request malformed (interpretation 7): neither in the
 * words of part 7, nor as malformed ones are answered and missing records are not. It always decides.
 */
export function checkWellFormed({ response, ...manners }: Responded): readonly Violation[] {
  const message = "a well-formed request is refused as invalid";
  const expected = "the record, or a response that does not call the request malformed";
  return violationIf(callsMalformed(response, manners), response, message, expected);
}
