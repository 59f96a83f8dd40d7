// §7: what errors look like where the document does not show it
import { documentedMessages } from "../../engine/message/classify.ts";
import { open } from "../../engine/clauses/clause.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { besideMessages, isTurnedDown, namedParameters, shapeOf } from "./errors.ts";
import { distinct, hasQuery, shown, successIn } from "./seen.ts";

export const moreInErrors = open({
  id: "7.1-more-members",
  statement: "which members an error body has beside _status, messages, message",
  cites: ["7 error body"],
  assumes: "other members and messages may stand beside the ones that are shown",
  observe: besideMessages,
});

export const pathNames = open({
  id: "7.2-path-parameter-names",
  statement: "what an error calls a path parameter or a refused combination",
  cites: ["4.3 tokenId", "4.4 name beside an id", "7 parameter error"],
  assumes: "any name will do",
  observeExchange: (reply) =>
    operations[reply.ask.endpoint].pathParameter !== undefined && !hasQuery(reply)
      ? namedParameters(reply).map((name) => `${reply.ask.endpoint}: ${name}`)
      : [],
});

export const missingElsewhere = open({
  id: "7.4-missing-elsewhere",
  statement: "what a missing record looks like beside network fees or topic messages",
  cites: ["7 missing elsewhere"],
  assumes: "anything but another record says that there is none",
  observeExchange: (reply) => {
    const elsewhere: readonly Endpoint[] = ["tokenBalances", "contractResult", "contract"];
    const { endpoint, expects } = reply.ask;
    return expects === "missing" && elsewhere.includes(endpoint) && successIn(reply) === undefined
      ? distinct([`${endpoint}: status ${reply.status}, ${shapeOf(reply)}`])
      : [];
  },
});

export const signatures = open({
  id: "7.5-signature-files",
  endpoint: "networkFees",
  statement: "when the fees of a moment lack signature files, how that message goes on",
  cites: ["7 signature files"],
  assumes: "such a response may come at any time; clauses of fees are then inconclusive",
  observe: (reply) =>
    distinct(
      (documentedMessages(reply) ?? []).filter((text) => text.startsWith("Require at least")).map(shown),
    ),
});

export const statusCodes = open({
  id: "7.7-error-status-codes",
  statement: "which status codes errors have",
  cites: ["7 status codes"],
  assumes: "any status, also 5xx, as long as the body is the one that is shown",
  observeExchange: (reply) =>
    isTurnedDown(reply) ? [`${reply.ask.endpoint}, ${reply.ask.expects}: status ${reply.status}`] : [],
});

export const errorsUnder200 = open({
  id: "7.7-error-under-200",
  statement: "whether an error may have the status code of a success",
  cites: ["7 status codes"],
  assumes: "the body tells that it is an error",
  odd: true,
  observeExchange: (reply) =>
    reply.status === 200 && documentedMessages(reply) !== undefined
      ? [`${reply.ask.endpoint}, ${reply.ask.expects}: ${shapeOf(reply)}`]
      : [],
});

export const contractErrors = open({
  id: "7.8-contract-error-bodies",
  statement: "what error bodies of the contract endpoints look like",
  cites: ["7 other error bodies"],
  assumes: "any response that is not a record with status 200 counts as a refusal",
  observeExchange: (reply) => {
    const { endpoint } = reply.ask;
    return (endpoint === "contract" || endpoint === "contractResult") && isTurnedDown(reply)
      ? distinct([`${endpoint}: ${shapeOf(reply)}`])
      : [];
  },
});

export const verificationErrors = open({
  id: "7.8-verification-error-bodies",
  statement: "what error bodies of the verification endpoints look like",
  cites: ["7 other error bodies"],
  assumes: "any response that is not the success form with status 200 counts as a refusal",
  observeExchange: (reply) =>
    reply.ask.service === "verify" && isTurnedDown(reply)
      ? distinct([`${reply.ask.endpoint}: ${shapeOf(reply)}`])
      : [],
});

export const summaryErrors = open({
  id: "7.6-status-summary-errors",
  endpoint: "statusSummary",
  statement: "what errors of the status summary look like",
  cites: ["7 documented errors"],
  assumes: "no request is sent to cause one",
  observe: (reply) =>
    successIn(reply) === undefined ? distinct([`status ${reply.status}, ${shapeOf(reply)}`]) : [],
});
