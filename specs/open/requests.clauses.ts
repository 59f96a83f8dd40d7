// §4: what requests may hold, and what lists look like, where the document does not settle it
import { isObject } from "../../engine/classify.ts";
import { open } from "../../engine/clause.ts";
import { compareIds } from "../../engine/compare.ts";
import type { Reply } from "../../engine/exchange.ts";
import { nextIn } from "../../engine/walk.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations } from "../../schemas/operations.ts";
import { namedParameters } from "./errors.ts";
import {
  distinct,
  doubtful,
  listRows,
  outcomeOf,
  queryOf,
  successIn,
  valuesOf,
  verificationEntries,
  type Observed,
} from "./seen.ts";

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
  statement: "the form of links.next that is not null",
  observe: (reply) => (successIn(reply) === undefined ? [] : distinct([formOf(nextIn(reply))])),
});

/** Names of the parameters in a link. */
function carriedBy(next: unknown): string | undefined {
  if (typeof next !== "string" || !next.includes("?")) {
    return undefined;
  }
  const names = new Set(new URLSearchParams(next.slice(next.indexOf("?") + 1)).keys());
  return `carries ${[...names].toSorted().join(", ")}`;
}

export const carriedByNext = open({
  id: "4.1-limit-in-next",
  statement: "which parameters links.next carries, whether the limit is one of them",
  observe: (reply) => (successIn(reply) === undefined ? [] : distinct([carriedBy(nextIn(reply))])),
});

export const movingRows = open({
  id: "4.1-moving-rows",
  statement: "rows that come while a list is walked",
});

/** The names by which errors call the query parameters of an endpoint, beside those that the document shows. */
function ownNames(reply: Reply): Observed {
  const { query } = operations[reply.ask.endpoint];
  const known = query.map((parameter) =>
    "shownName" in parameter ? JSON.stringify(parameter.shownName) : "",
  );
  return queryOf(reply).length === 0 ? [] : namedParameters(reply).filter((name) => !known.includes(name));
}

const UNNAMED = { "4.3": "tokenBalances", "4.4": "tokens", "4.5": "networkFees" } as const;

export const parameterNames = (["4.3", "4.4", "4.5"] as const).map((section) =>
  open({
    id: `${section}-parameter-names`,
    endpoint: UNNAMED[section],
    statement: "names of query parameters that the document does not show",
    observe: ownNames,
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
    statement: "the order of a list without an order parameter, the key it is sorted by",
    observe: (reply) => (queryOf(reply).length > 0 ? [] : distinct([directionOf(reply)])),
  }),
);

export const timeSelection = (["4.3", "4.5", "4.8"] as const).map((section) =>
  open({
    id: `${section}-timestamp-selection`,
    endpoint: section === "4.8" ? "contract" : UNNAMED[section],
    statement: "which state a timestamp filter selects, between the ends that no time can pass",
    observe: (reply) => {
      const times = queryOf(reply).filter(([, value]) => /^([a-z]{2,3}:)?\d{1,10}\.\d{9}$/.test(value));
      return times.length === 1 && reply.ask.expects !== "refusal" ? [outcomeOf(reply)] : [];
    },
  }),
);

export const letterCase = open({
  id: "4-letter-case",
  statement: "order words or operators with capitals",
  observe: (reply) =>
    doubtful(reply, (value) => /^(asc|desc|(eq|ne|gte?|lte?):.*)$/i.test(value) && /[A-Z]/.test(value)),
});

export const emptyValues = open({
  id: "4-empty-values",
  statement: "parameters with an empty value",
  observe: (reply) => doubtful(reply, (value) => value === ""),
});

export const oddSigns = open({
  id: "4-odd-signs",
  statement: "digits other than 0 to 9, white space around a value",
  observe: (reply) => doubtful(reply, (value) => value !== value.trim() || /[^\P{Nd}0-9]/u.test(value)),
});

export const unescapedDot = open({
  id: "2.1-unescaped-dot",
  statement: "filters on times that pass only through an unescaped dot",
  observe: (reply) => doubtful(reply, (value) => /^([a-z]{2,3}:)?\d{1,10}[^.:\d]\d{1,9}$/.test(value)),
});

export const publicKeys = (["4.3", "4.4"] as const).map((section) =>
  open({
    id: `${section}-public-key-content`,
    endpoint: UNNAMED[section],
    statement: "what a public key may look like, what one of nobody selects",
    observe: (reply) =>
      doubtful(reply, (value) => /^[0-9a-f]{32,}$/i.test(value)).map(
        () => `a key of nobody: ${outcomeOf(reply)}, ${listRows(reply).length} rows`,
      ),
  }),
);

export const accountMeaning = open({
  id: "4.4-account-id-meaning",
  endpoint: "tokens",
  statement: "what ties a token to an account: a balance, an association, a role",
});

export const nameCase = open({
  id: "4.4-name-letter-case",
  endpoint: "tokens",
  statement: "whether a search by name heeds letter case, how it treats signs and spaces",
  observe: (reply) => doubtful(reply, (value, name) => /name/i.test(name) && value !== ""),
});

export const nameLength = open({
  id: "4.4-name-length-beyond-ascii",
  endpoint: "tokens",
  statement: "how characters outside ASCII count towards the length of a name",
  observe: (reply) => doubtful(reply, (value) => /[^\0-\x7f]/.test(value)),
});

export const nonceBesideHash = open({
  id: "4.7-nonce-beside-hash",
  endpoint: "contractResult",
  statement: "what a nonce means beside a hash",
  observe: (reply) => doubtful(reply, (_value, name) => name === "nonce" && !reply.ask.target.includes("-")),
});

export const repeatedTimes = open({
  id: "4.8-repeated-timestamp",
  endpoint: "contract",
  statement: "how several timestamp filters are written, what they mean together",
  observe: (reply) =>
    reply.ask.expects === "open" && queryOf(reply).length > 1 ? [`repeated: ${outcomeOf(reply)}`] : [],
});

export const chainIds = open({
  id: "4.11-chain-ids",
  statement: "supported values of chainId, how they are written",
  observe: (reply) => valuesOf(verificationEntries(reply), "chainId"),
});

export const apiKey = open({
  id: "4.11-api-key",
  statement: "what becomes of an apiKey",
  observe: ({ ask, status }) =>
    ask.body !== undefined && ask.body.includes('"apiKey"')
      ? [`${ask.endpoint} with apiKey: status ${status}`]
      : [],
});

export const verificationMeaning = open({
  id: "4.11-session",
  statement: "what a session keeps, when a contract counts as checked or published",
  observe: (reply) =>
    reply.ask.service === "verify" && "set-cookie" in reply.headers
      ? [`${reply.ask.endpoint} sets a cookie`]
      : [],
});

export const requestMediaType = open({
  id: "4.11-request-media-type",
  statement: "verification requests under another media type than JSON, or under none",
});
