// §4: what requests may hold, and what lists look like, where the document does not settle it
import { isObject } from "../../engine/message/classify.ts";
import { open } from "../../engine/clauses/clause.ts";
import { compareIds } from "../../engine/model/compare.ts";
import type { Reply } from "../../engine/model/exchange.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { LONGEST_LINK, nextIn } from "../../engine/clauses/pagination.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations } from "../../schemas/operations.ts";
import { namedParameters } from "./errors.ts";
import { distinct, hasQuery, listRows, outcomeOf, queryOf, shown, successIn, type Observed } from "./seen.ts";

/** What kind of reference a link is. */
function formOf(next: unknown): string | undefined {
  if (next === null || next === undefined) {
    return undefined;
  }
  if (typeof next !== "string") {
    return Array.isArray(next) ? "an array" : isObject(next) ? "an object" : `a ${typeof next}`;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(next) || next.startsWith("//")) {
    return "an absolute URL";
  }
  return next.startsWith("?") ? "a query" : next.startsWith("/") ? "a path from the root" : "a relative path";
}

export const formOfNext = open({
  id: "4.1-form-of-next",
  statement: "what form a links.next has that is not null",
  cites: ["4.1 form of next"],
  assumes: "any reference that RFC 3986 resolves to a URL of the service can be followed",
  observe: (reply) => (successIn(reply) === undefined ? [] : distinct([formOf(nextIn(reply))])),
});

/** Names of the parameters in a link; a secret in it may hold the signs that part them. */
function carriedBy(next: unknown, redact: (text: string) => string): string | undefined {
  const link = typeof next === "string" ? redact(next.slice(0, LONGEST_LINK)) : "";
  if (!link.includes("?")) {
    return undefined;
  }
  const names = new Set(new URLSearchParams(link.slice(link.indexOf("?") + 1)).keys());
  return `carries ${[...names].toSorted().join(", ")}`;
}

export const carriedByNext = open({
  id: "4.1-limit-in-next",
  statement: "which parameters links.next carries, whether the limit is one of them",
  cites: ["4.1 form of next"],
  assumes: "the next page may have another size, and keeps filters and order",
  observe: (reply, redact) =>
    successIn(reply) === undefined ? [] : distinct([carriedBy(nextIn(reply), redact)]),
});

export const movingRows = open({
  id: "4.1-moving-rows",
  statement: "whether rows are added while links.next is followed",
  cites: ["4.1 pages"],
  assumes: "rows may come meanwhile; clauses that compare lists wait until nothing changes",
});

/** The names by which errors call the query parameters of an endpoint, beside those that the document shows. */
function ownNames(reply: Reply): Observed {
  const names = hasQuery(reply) ? namedParameters(reply) : [];
  const known = operations[reply.ask.endpoint].query.map((parameter) =>
    "shownName" in parameter ? JSON.stringify(parameter.shownName) : "",
  );
  return names.filter((name) => !known.includes(name)).map((name) => `in an error: ${name}`);
}

/** The name of a parameter that was sent on its own, with what became of it. */
function sentNames(reply: Reply): Observed {
  const { endpoint, expects, rooted, target } = reply.ask;
  if (expects !== "success" || rooted === true || target.includes("&")) {
    return [];
  }
  const [first, ...more] = queryOf(reply);
  const byDocument = operations[endpoint].query.some(
    (parameter) => "shownName" in parameter && parameter.shownName === first?.[0],
  );
  return first === undefined || more.length > 0 || byDocument
    ? []
    : distinct([`sent as ${shown(first[0])}: ${outcomeOf(reply)}`]);
}

/** The names under which this run sends the parameters that the document leaves unnamed. */
function namesInUse(endpoint: keyof ParameterNames, names: ParameterNames): string {
  const parts = operations[endpoint].query.flatMap((parameter) => {
    const given = names[endpoint]?.[parameter.key];
    if ("shownName" in parameter) {
      return [];
    }
    return given === null
      ? [`${parameter.key}: there is none (target file)`]
      : [
          `${parameter.key}: "${given ?? parameter.assumedName}" (${given === undefined ? "assumed" : "given"})`,
        ];
  });
  return parts.join(", ");
}

const UNNAMED = { "4.3": "tokenBalances", "4.4": "tokens", "4.5": "networkFees" } as const;

export const parameterNames = (["4.3", "4.4", "4.5"] as const).map((section) =>
  open({
    id: `${section}-parameter-names`,
    endpoint: UNNAMED[section],
    statement: "what the query parameters are called that the document does not name",
    cites: [`${section} parameter names`],
    assumes: (names) => namesInUse(UNNAMED[section], names),
    observeExchange: (reply) => [...ownNames(reply), ...sentNames(reply)],
  }),
);

/** Which way the ids of a list go. */
function directionOf(reply: Reply): string | undefined {
  const { list } = operations[reply.ask.endpoint];
  const ids = listRows(reply).map((row) => row[list?.identity ?? ""]);
  const texts = ids.filter((id) => typeof id === "string" && ENTITY_ID.test(id)).map(String);
  if (list === undefined || texts.length < 2 || texts.length < ids.length) {
    return undefined;
  }
  const steps = texts.slice(1).map((id, index) => compareIds(texts[index] ?? id, id));
  const way = steps.every((step) => step <= 0)
    ? "upwards"
    : steps.every((step) => step >= 0)
      ? "downwards"
      : "";
  return way === "" ? `not sorted by ${list.identity}` : `${list.identity} ${way}`;
}

export const defaultOrders = (["4.3", "4.4"] as const).map((section) =>
  open({
    id: `${section}-default-order`,
    endpoint: UNNAMED[section],
    statement: "by which key and in which order a list is sorted without an order parameter",
    cites: section === "4.3" ? ["4.3 sorted", "4.3 order effect"] : ["4.4 order effect"],
    assumes: "without an order parameter any order is fine",
    observeExchange: (reply) => (hasQuery(reply) ? [] : distinct([directionOf(reply)])),
  }),
);

/** A query in which a time may be: most have none, and need not be read. */
const TIME_IN_QUERY = /\d\.\d{9}(&|$)/;

export const timeSelection = (["4.3", "4.5", "4.8"] as const).map((section) =>
  open({
    id: `${section}-timestamp-selection`,
    endpoint: section === "4.8" ? "contract" : UNNAMED[section],
    statement: "what a timestamp filter inside the range of times selects",
    cites: [`${section} timestamp effect`, "2.1 TimestampFilter effect"],
    assumes: "only times before or after all records are tested: there every reading agrees",
    observeExchange: (reply) => {
      if (reply.ask.expects === "refusal" || !TIME_IN_QUERY.test(reply.ask.target)) {
        return [];
      }
      const times = queryOf(reply).filter(([, value]) => /^([a-z]{2,3}:)?\d{1,10}\.\d{9}$/.test(value));
      return times.length === 1 ? [outcomeOf(reply)] : [];
    },
  }),
);
