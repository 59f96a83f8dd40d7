// §1, §5, §6, §8, §9: the services as a whole, where the document is silent
import { open } from "../../engine/clauses/clause.ts";
import type { Reply } from "../../engine/model/exchange.ts";
import {
  distinct,
  doubtful,
  hasQuery,
  listRows,
  outcomeOf,
  recordsIn,
  successIn,
  type Observed,
} from "./seen.ts";
import { nextIn } from "../../engine/clauses/pagination.ts";

export const incidentsShown = open({
  id: "1-incidents-shown",
  endpoint: "statusSummary",
  statement: "whether the summary also shows incidents or maintenances that are over",
  cites: ["1 status API incidents shown"],
  assumes: "incidents that are over may be shown or left out",
  observe: (reply) => {
    const body = successIn(reply);
    const shownOver = (member: string): boolean =>
      recordsIn(body, member).some((record) => typeof record["resolved_at"] === "string");
    const over = ["incidents", "scheduled_maintenances"].filter(shownOver);
    return over.map((member) => `${member}: resolved_at is not null`);
  },
});

/** The schemes under which credentials are asked for. */
function schemes({ headers, status, ask }: Reply): Observed {
  const asked = headers["www-authenticate"];
  if (asked === undefined && status !== 401 && status !== 403 && status !== 407) {
    return [];
  }
  const scheme = /^[A-Za-z0-9_-]{1,30}/.exec(asked ?? "")?.[0] ?? "no scheme named";
  return [`${ask.service}: status ${status}, ${scheme}`];
}

export const authentication = open({
  id: "5-other-authentication",
  statement: "which credentials the ledger query or verification API wants",
  cites: ["5 other services"],
  assumes: "the configured headers are all that is needed",
  observeExchange: schemes,
});

export const events = open({
  id: "6-events",
  statement: "whether a service sends events, callbacks or notifications",
  cites: ["6 events"],
  assumes: "there are none",
});

const RATE = /^(x-)?rate-?limit|^retry-after$/;

export const rateLimits = open({
  id: "8-rate-limits",
  statement: "how many requests are taken, how a limit is announced",
  cites: ["8 requests"],
  assumes: "after 429 the run waits, as long as its limits allow",
  observeExchange: ({ headers, status }) =>
    distinct([
      ...Object.keys(headers).filter((name) => RATE.test(name)),
      status === 429 ? "status 429" : undefined,
    ]),
});

export const requestSizes = open({
  id: "8-request-sizes",
  statement: "how large a request may be",
  cites: ["8 requests"],
  assumes: "no request is sent to find out",
});

export const defaultPageSize = open({
  id: "8-default-page-size",
  statement: "how many rows a page has without a limit parameter",
  cites: ["8 default page size"],
  assumes: "up to 100 rows",
  observeExchange: (reply) => {
    const next = hasQuery(reply) ? null : nextIn(reply);
    const rows = next === null || next === undefined ? 0 : listRows(reply).length;
    return rows === 0 ? [] : [`${reply.ask.endpoint}: ${rows} rows`];
  },
});

export const timeouts = open({
  id: "8-time-outs",
  statement: "how long a response may take",
  cites: ["8 requests"],
  assumes: "a response may take as long as the limits of the run allow",
});

export const aboveLimit = open({
  id: "8-limit-above-100",
  statement: "whether a limit above 100 is refused or cut",
  cites: ["4.3 limit form", "4.4 limit form", "8 item count"],
  assumes: "it may be refused, or served with 100 rows at most",
  observeOpen: (reply) =>
    doubtful(reply, (value) => /^\d{3,31}$/.test(value) && value !== "100").map(
      () => `${reply.ask.endpoint}: ${outcomeOf(reply)}, ${listRows(reply).length} rows`,
    ),
});

export const interfaceVersion = open({
  id: "9-interface-version",
  endpoint: "statusSummary",
  statement: "whether a response shows version 1.0.0 of the status API's description",
  cites: ["9 status API description"],
  assumes: "it is not looked for",
});

const AGEING = new Set(["deprecation", "sunset", "warning"]);

export const deprecation = open({
  id: "9-deprecation",
  statement: "whether a service is deprecated, how it stays compatible",
  cites: ["9 deprecation"],
  assumes: "the service behaves as the document says, deprecated or not",
  observeExchange: ({ headers }) => distinct(Object.keys(headers).filter((name) => AGEING.has(name))),
});
