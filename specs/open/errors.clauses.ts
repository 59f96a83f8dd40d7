// §5 to §9: errors, limits and the services as a whole, where the document is silent
import { left, shown, type Sighting } from "../../engine/clauses/left.ts";
import { describe, isBarred } from "../../engine/message/classify.ts";
import { countOf } from "../../engine/model/model.ts";
import { operations } from "../../schemas/operations.ts";
import { isTurnedDown, named, shapeOf } from "./tell.ts";

const refusal = (seen: Sighting) => isTurnedDown(seen) && `${seen.endpoint}: ${shapeOf(seen)}`;

export const errors = [
  left("7.1-more-members", "which members an error body has beside _status, messages, message")
    .cites("7 error body")
    .assumes("other members and messages may stand beside the ones that are shown")
    .told(({ succeeds, more }) => !succeeds && more),
  left("7.2-path-parameter-names", "what an error calls a path parameter or a refused combination")
    .cites("4.3 tokenId", "4.4 name beside an id", "7 parameter error")
    .assumes("any name will do")
    .told(
      (seen) =>
        operations[seen.endpoint].pathParameter !== undefined &&
        seen.query.length === 0 &&
        named(seen).map((name) => `${seen.endpoint}: ${name}`),
    ),
  left("7.3-transaction-id-message", "whether a malformed transaction id gets the message of 7.3")
    .cites("4.7 transaction id", "7 transaction id error")
    .assumes("any response that is not a record counts as a refusal")
    .of("contractResult")
    .told(({ expects, messages, reply }) =>
      (expects !== "refusal" ? [] : messages.length > 0 ? messages : [describe(reply)]).filter((text) =>
        /shard\.realm\.num/.test(text),
      ),
    ),
  left("7.4-missing-elsewhere", "what a missing record looks like beside network fees or topic messages")
    .cites("7 missing elsewhere")
    .assumes("anything but another record says that there is none")
    .of("tokenBalances", "contractResult", "contract")
    .told(
      (seen) =>
        seen.expects === "missing" &&
        isTurnedDown(seen) &&
        `${seen.endpoint}: status ${seen.status}, ${shapeOf(seen)}`,
    ),
  left("7.5-signature-files", "when the fees of a moment lack signature files, how that message goes on")
    .cites("7 signature files")
    .assumes("such a response may come at any time; clauses of fees are then inconclusive")
    .told(({ messages }) => messages.filter((text) => text.startsWith("Require at least")).map(shown)),
  left("7.6-status-summary-errors", "what errors of the status summary look like")
    .cites("7 documented errors")
    .assumes("no request is sent to cause one")
    .of("statusSummary")
    .told((seen) => !seen.succeeds && `status ${seen.status}, ${shapeOf(seen)}`),
  left("7.7-error-status-codes", "which status codes errors have")
    .cites("7 error body", "7 parameter error", "7 status codes")
    .assumes("any status, also 5xx, as long as the body is the one that is shown")
    .told((seen) => isTurnedDown(seen) && `${seen.endpoint}, ${seen.expects}: status ${seen.status}`),
  left("7.7-error-under-200", "whether an error may have the status code of a success")
    .cites("7 status codes")
    .assumes("the body tells that it is an error")
    .told(
      (seen) =>
        seen.status === 200 &&
        seen.messages.length > 0 &&
        `${seen.endpoint}, ${seen.expects}: ${shapeOf(seen)}`,
    )
    .warns(),
  left("7.8-contract-error-bodies", "what error bodies of the contract endpoints look like")
    .cites("7 other error bodies")
    .assumes("any response that is not a record with status 200 counts as a refusal")
    .of("contract", "contractResult")
    .told(refusal),
  left("7.8-verification-error-bodies", "what error bodies of the verification endpoints look like")
    .cites("7 other error bodies")
    .assumes("any response that is not the success form with status 200 counts as a refusal")
    .of("sessionVerify", "verify")
    .told(refusal),
];

export const services = [
  left("5-other-authentication", "which credentials the ledger query or verification API wants")
    .cites("5 other services")
    .assumes("the configured headers are all that is needed")
    .told(({ headers, status, service }) => {
      const scheme = headers["www-authenticate"];
      const told = /^[A-Za-z0-9_-]{1,30}/.exec(scheme ?? "")?.[0] ?? "no scheme named";
      const wants = scheme !== undefined || isBarred({ status });
      return wants && `${service}: status ${status}, ${told}`;
    }),
  left("6-events", "whether a service sends events, callbacks or notifications")
    .cites("6 events")
    .assumes("there are none"),
  left("8-rate-limits", "how many requests are taken, how a limit is announced")
    .cites("8 requests")
    .assumes("after 429 the run waits, as long as its limits allow")
    .told(({ headers, status }) => [
      ...Object.keys(headers).filter((name) => /^(x-)?rate-?limit|^retry-after$/.test(name)),
      status === 429 && "status 429",
    ]),
  left("8-request-sizes", "how large a request may be")
    .cites("8 requests")
    .assumes("no request is sent to find out"),
  left("8-default-page-size", "how many rows a page has without a limit parameter")
    .cites("8 default page size")
    .assumes("up to 100 rows")
    .shows(
      (next, _path, { endpoint, query, rows }) =>
        query.length > 0 || rows.length === 0 || next === null
          ? undefined
          : `${endpoint}: ${countOf(rows.length, "row")}`,
      "links.next",
    ),
  left("8-time-outs", "how long a response may take")
    .cites("8 requests")
    .assumes("a response may take as long as the limits of the run allow"),
  left("8-limit-above-100", "whether a limit above 100 is refused or cut")
    .cites("4.3 limit form", "4.4 limit form", "8 item count")
    .assumes("it may be refused, or served with 100 rows at most")
    .tried(
      (value) => /^\d{3,31}$/.test(value) && value !== "100",
      ({ endpoint, outcome, rows }) => `${endpoint}: ${outcome}, ${countOf(rows.length, "row")}`,
    ),
  left("9-interface-version", "whether a response shows version 1.0.0 of the status API's description")
    .cites("9 status API description")
    .assumes("it is not looked for"),
  left("9-deprecation", "whether a service is deprecated, how it stays compatible")
    .cites("9 deprecation")
    .assumes("the service behaves as the document says, deprecated or not")
    .told(({ headers }) =>
      ["deprecation", "sunset", "warning"].filter((name) => Object.hasOwn(headers, name)),
    ),
];
