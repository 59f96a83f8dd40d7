// Makes the violations of a result: values without secrets, with the exchanges that show them.
import { exactBody } from "../message/body.ts";
import { hasSuccessBody } from "../message/classify.ts";
import { kindAt } from "../message/known-deviations.ts";
import { valueAt, writtenAt } from "../message/pointer.ts";
import type { Excerpt, ReportedExchange, ReportedViolation } from "../model/clause-results.ts";
import type { ApiResponse, CaseViolation, ResponseBody, Violation } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { present } from "../model/model.ts";
import { type Redact, redactDeep, BODY_CUT_AT, cutRedacted } from "../secrets/redact.ts";
import type { ExchangeFormatter } from "./exchange-formatter.ts";
import { describePage, excerptOfRows, responsesProving, excerptAt } from "./proof.ts";

/** Maximum length of the body of each exchange other than the violating one. */
const EXCHANGE_CUT_AT = 600;
/** Maximum length of a body from which an excerpt is made: removing the secrets of a longer body takes too long. */
const LONGEST_EXCERPTED_BODY = 128 * 1024;

/**
 * Makes the violation of a result from a violation and the response that shows it. `entry` is the known deviation that covers it.
 */
export function reportViolation(
  { violation, response, path, reproducible, among = [] }: CaseViolation,
  formatter: ExchangeFormatter,
  entry?: KnownDeviation,
): ReportedViolation {
  const { request, url, status, headers, body } = response;
  const { redact } = formatter;
  const { beside = [] } = violation;
  // A clause may compare with a response that another clause received earlier: it comes first.
  const received = [...beside.filter((other) => !among.includes(other)), ...among];
  const proving = responsesProving(received, response, beside);
  return {
    message: cutRedacted(violation.message, redact),
    pointer: cutRedacted(violation.pointer, redact),
    expected: cutRedacted(violation.expected, redact),
    actual: cutRedacted(actualAsWritten(violation, body), redact),
    ...present({ kind: kindAt(body.value, violation.pointer), fault: body.fault }),
    ...(body.faultAt === undefined ? {} : { faultAt: cutRedacted(body.faultAt, redact) }),
    request: {
      method: request.method,
      url: cutRedacted(url, redact, BODY_CUT_AT),
      headers: formatter.headers(response),
      body: request.body === undefined ? null : cutRedacted(request.body, redact, BODY_CUT_AT),
    },
    response: {
      status,
      headers: formatter.redacted.headers(headers),
      body: formatter.redacted.body(body),
    },
    curl: formatter.curl(response),
    ...present({ excerpt: excerptOf(body, violation.pointer, formatter) }),
    ...reportRowFault(violation, response, proving, redact),
    ...present({ symptoms: violation.symptoms }),
    ...(proving.length > 1
      ? { exchanges: reportExchanges(received, proving, { violation, response }, formatter) }
      : {}),
    ...(request.origin === undefined ? {} : { origin: cutRedacted(request.origin, redact) }),
    expects: request.expects,
    ...present({ served: hasSuccessBody(response) ? true : undefined }),
    seed: formatter.seed ?? 0,
    path,
    placeCount: 1,
    ...present({ known: entry?.reason, reproducible }),
  };
}

/**
 * The actual value; a number that a double cannot hold, such as 2^63 - 1, as the response wrote it. Of a member that occurs twice, a
 * reader of the body may only see the first value.
 */
function actualAsWritten({ actual, pointer }: Violation, body: ResponseBody): string {
  const written = typeof valueAt(body.value, pointer) === "number" ? writtenAt(body, pointer) : undefined;
  const value = written !== undefined && Number(written) === Number(actual) ? written : actual;
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const isTwice = pointer !== "" && exactBody(body)?.duplicates.includes(name) === true;
  return isTwice ? `${value}, the last of several values of this member` : value;
}

/** The lines of the body around a place. Secrets are removed before the body is parsed. */
function excerptOf(
  body: ResponseBody,
  pointer: string,
  { redacted }: ExchangeFormatter,
): Excerpt | undefined {
  const isShown = pointer !== "" && body.text.length <= LONGEST_EXCERPTED_BODY;
  return isShown ? excerptAt(redacted.tree(body), pointer) : undefined;
}

/** The fault of the rows of a list, with the facts of its page unless the exchanges of the violation show them. */
const reportRowFault = (
  { rowFault }: Violation,
  response: ApiResponse,
  proving: readonly ApiResponse[],
  redact: Redact,
): Pick<ReportedViolation, "rowFault" | "page"> =>
  rowFault === undefined
    ? {}
    : {
        rowFault: redactDeep(rowFault, redact),
        ...(proving.length > 1 ? {} : describePage(response, redact)),
      };

/**
 * The place in one of several exchanges that makes the difference: the row, or the member at the pointer of the violation. A pointer
 * to a row of the violating page means another row on any other page.
 */
function excerptBeside(
  response: ApiResponse,
  violation: Violation,
  violating: ApiResponse,
  formatter: ExchangeFormatter,
): Excerpt | undefined {
  const isOfRow = violation.rowFault !== undefined && /\/\d/.test(violation.pointer);
  return isOfRow || response === violating
    ? excerptOfRows(response, violation, violating, formatter.redact)
    : (excerptOfRows(response, violation, violating, formatter.redact) ??
        excerptOf(response.body, violation.pointer, formatter));
}

const reportExchanges = (
  among: readonly ApiResponse[],
  proving: readonly ApiResponse[],
  { violation, response: violating }: Pick<CaseViolation, "violation" | "response">,
  formatter: ExchangeFormatter,
): readonly ReportedExchange[] =>
  proving.map((response) => ({
    number: among.indexOf(response) + 1,
    url: cutRedacted(response.url, formatter.redact, BODY_CUT_AT),
    curl: formatter.curl(response),
    status: response.status,
    body: cutRedacted(response.body.text, formatter.redact, EXCHANGE_CUT_AT),
    ...describePage(response, formatter.redact),
    ...present({ excerpt: excerptBeside(response, violation, violating, formatter) }),
    ...(response === violating ? { violates: true as const } : {}),
    ...(response !== violating && violation.beside?.includes(response) === true
      ? { beside: true as const }
      : {}),
  }));
