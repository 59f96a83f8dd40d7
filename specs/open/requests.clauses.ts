// §4: what requests may hold, and what lists look like, where the document does not settle it
import { left, shown, type Sighting } from "../../engine/clauses/left.ts";
import { hasEncodedOperator } from "../../engine/clauses/read-request.ts";
import { identityOf } from "../../engine/clauses/pagination.ts";
import { type Ask, call } from "../../engine/model/exchange.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { shownId } from "../laws/requests/ordinary.ts";
import { asText, compareIds } from "../../engine/model/compare.ts";
import { countOf } from "../../engine/model/model.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import type { Named } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { parameters } from "../../generators/parameters.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations } from "../../schemas/operations.ts";
import * as tell from "./tell.ts";

const UNNAMED = { "4.3": "tokenBalances", "4.4": "tokens", "4.5": "networkFees" } as const;

export const bodies = [
  left("4-media-type", "which parameters a media type has, whether JSON goes under text/plain")
    .cites("1 JSON responses", "4 JSON body")
    .assumes("any parameter is fine, and text/plain that holds JSON too; text/html is not JSON")
    .told(({ succeeds, headers }) => succeeds && (headers["content-type"] ?? "no Content-Type")),
  left(
    "4-content-coding",
    "whether responses are compressed or sent in chunks, with cookies or further headers",
  )
    .cites("1 JSON responses", "4 JSON body")
    .assumes("all of it is fine")
    .told(({ headers }) => [headers["content-encoding"], "set-cookie" in headers && "cookies"]),
  left("4.1-form-of-next", "what form a links.next has that is not null")
    .cites("4.1 form of next")
    .assumes("any reference that RFC 3986 resolves to a URL of the service can be followed")
    .shows(tell.formOf, "links.next"),
  left("4.1-limit-in-next", "which parameters links.next carries, whether the limit is one of them")
    .cites("4.1 form of next")
    .assumes("the next page may have another size, and keeps filters and order")
    .shows(tell.carried, "links.next"),
  left("4.1-moving-rows", "whether rows are added while links.next is followed")
    .cites("4.1 pages")
    .assumes("rows may come meanwhile; clauses that compare lists wait until nothing changes"),
];

/** The names under which this run sends the parameters that the document leaves unnamed. */
function namesInUse(endpoint: keyof ParameterNames, names: ParameterNames): string {
  const parts = operations[endpoint].query.flatMap((parameter) => {
    if ("shownName" in parameter) {
      return [];
    }
    const { key, assumedName } = parameter;
    const given = names[endpoint]?.[key];
    return given === null
      ? [`${key}: there is none (target file)`]
      : [`${key}: "${given ?? assumedName}" (${given === undefined ? "assumed" : "given"})`];
  });
  return parts.join(", ");
}

/** The names by which errors call query parameters, and one that was sent on its own, beside those of the document. */
function namesSeen(seen: Sighting): readonly string[] {
  const { endpoint, expects, query, reply, outcome } = seen;
  const isShown = (text: string): boolean =>
    operations[endpoint].query.some((known) => "shownName" in known && shown(known.shownName) === text);
  const own = query.length > 0 ? tell.named(seen).filter((text) => !isShown(text)) : [];
  const [[name] = [""], ...others] = expects === "success" && reply.ask.rooted !== true ? query : [];
  const alone = others.length === 0 && name !== "" && !isShown(shown(name));
  return [
    ...own.map((text) => `in an error: ${text}`),
    ...(alone ? [`sent as ${shown(name)}: ${outcome}`] : []),
  ];
}

export const parameterNames = (["4.3", "4.4", "4.5"] as const).map((section) =>
  left(`${section}-parameter-names`, "what the query parameters are called that the document does not name")
    .cites(`${section} parameter names`)
    .assumes((names) => namesInUse(UNNAMED[section], names))
    .told(namesSeen),
);

/** Which way the ids of a list go. */
function directionOf({ endpoint, rows }: Sighting): string | undefined {
  const identity = identityOf(endpoint);
  const ids = rows.map((row) => row[identity]).filter((id) => typeof id === "string" && ENTITY_ID.test(id));
  if (ids.length < 2 || ids.length < rows.length) {
    return undefined;
  }
  const steps = ids.slice(1).map((id, index) => compareIds(String(ids[index]), String(id)));
  const way = steps.every((step) => step <= 0) ? "upwards" : steps.every((step) => step >= 0) && "downwards";
  return way === false ? `not sorted by ${identity}` : `${identity} ${way}`;
}

export const defaultOrders = (["4.3", "4.4"] as const).map((section) =>
  left(
    `${section}-default-order`,
    "by which key and in which order a list is sorted without an order parameter",
  )
    .cites(`${section} order effect`, ...(section === "4.3" ? (["4.3 sorted"] as const) : []))
    .assumes("without an order parameter any order is fine")
    .told((seen) => seen.query.length === 0 && directionOf(seen)),
);

export const timeSelection = (["4.3", "4.5", "4.8"] as const).map((section) =>
  left(`${section}-timestamp-selection`, "what a timestamp filter inside the range of times selects")
    .cites(`${section} timestamp effect`, "2.1 TimestampFilter effect")
    .assumes("only times before or after all records are tested: there every reading agrees")
    .told(({ expects, query, outcome }) => {
      const times = query.filter(([, value]) => /^([a-z]{2,3}:)?\d{1,10}\.\d{9}$/.test(value));
      return expects !== "refusal" && times.length === 1 && outcome;
    }),
);

export const publicKeys = (["4.3", "4.4"] as const).map((section) =>
  left(`${section}-public-key-content`, "what a public key may look like, what a key that nobody has selects")
    .cites(`${section} publicKey effect`)
    .assumes("any text may be sent; a key that nobody has may select nothing or be refused")
    .tried(
      (value) => /^0{32,}$/.test(value), // other keys are those of known records
      ({ outcome, rows }) => `a key that nobody has: ${outcome}, ${countOf(rows.length, "row")}`,
    ),
);

/** The first two of doubtful values that fit: a few tell what there is to tell. */
const some = (values: readonly Named<string>[], fits: RegExp): readonly string[] =>
  values
    .map(({ value }) => value)
    .filter((value) => fits.test(value))
    .slice(0, 2);

/** A filter by an id or a balance with a valid value. */
const FILTER = /^(?:eq|ne|gte?|lte?):(?:\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;

/** The request as client libraries write it. */
const encoded = (ask: Ask): Ask => {
  const [path = "", query = ""] = ask.target.split("?");
  return { ...ask, target: `${path}?${query.replaceAll(":", "%3A")}` };
};

/** A list whose filters are sent with a percent-encoded colon: a refusal is worth a look, and no failure. */
const encodedOperators = (section: "4.3" | "4.4") =>
  left(`${section}-encoded-operators`, "whether the colon behind an operator may be percent-encoded (%3A)")
    .cites("2.1 EntityIdFilter form")
    .assumes("most client libraries write it so; a service that refuses it is reported, and fails nothing")
    .told(
      ({ succeeds, query, reply: { ask }, outcome }) =>
        !succeeds &&
        query.every(([, value]) => FILTER.test(value)) &&
        hasEncodedOperator(ask.target) &&
        `%3A is refused: ${outcome}`,
    )
    .warns();

const encodedAsks = (list: Listing, name: string): readonly Ask[] =>
  ["gte", "lt"].map((operator) => encoded(list.ask([[name, `${operator}:${shownId(list)}`]])));

export const encodings = [
  encodedOperators("4.4").sends({ list: "tokens", name: "tokens.tokenId" }, ({ list, name }) =>
    encodedAsks(list, name),
  ),
  encodedOperators("4.3").sends({ list: "balances", name: "tokenBalances.accountId" }, ({ list, name }) =>
    encodedAsks(list, name),
  ),
];

export const doubtful = [
  left("2.1-unescaped-dot", "whether a time may have another sign where its pattern leaves the dot unescaped")
    .cites("2.1 TimestampFilter form")
    .assumes("such values may be accepted or refused")
    .tried((value) => /^([a-z]{2,3}:)?\d{1,10}[^.:\d]\d{1,9}$/.test(value))
    .sends({ name: "networkFees.timestamp" }, ({ name }) =>
      some(formats.timestampFilter.open(), /\d[^.:\d]\d/).map((value) =>
        call("networkFees", { query: [[name, value]] }),
      ),
    ),
  left("4-letter-case", "whether order words or operators may have capitals")
    .cites(
      "2.1 TimestampFilter form",
      "2.1 EntityIdFilter form",
      "2.1 BalanceFilter form",
      "4.3 order form",
      "4.4 order form",
    )
    .assumes("such values may be accepted or refused")
    .tried((value) => /^(asc|desc|(eq|ne|gte?|lte?):.*)$/i.test(value) && /[A-Z]/.test(value))
    .sends({ list: "tokens", order: "tokens.order", id: "tokens.tokenId" }, ({ list, order, id }) => [
      ...some(parameters.order.open(), /[A-Z]/).map((value) => list.ask([[order, value]])),
      ...some(formats.entityIdFilter.open(), /[A-Z]/).map((value) => list.ask([[id, value]])),
    ]),
  left("4-empty-values", "whether a parameter may have an empty value")
    .cites("2.1 EntityIdFilter form", "2.1 BalanceFilter form", "4.4 name form")
    .assumes("such values may be accepted or refused")
    .tried((value) => value === "")
    .sends({ list: "tokens", limit: "tokens.limit", id: "tokens.tokenId" }, ({ list, limit, id }) =>
      [limit, id].map((name) => list.ask([[name, ""]])),
    ),
  left("4-odd-signs", "whether a value may have digits other than 0 to 9, or white space around it")
    .cites("2.1 EntityId requests", "2.1 TimestampFilter form")
    .assumes("such values may be accepted or refused")
    .tried((value) => value !== value.trim() || /[^\P{Nd}0-9]/u.test(value))
    .sends({ list: "tokens", limit: "tokens.limit" }, ({ list, limit }) =>
      some(parameters.limit.open(), /^[\s+]|\s$/).map((value) => list.ask([[limit, value]])),
    ),
  left("4.4-account-id-meaning", "what ties a token to an account: a balance, an association, a role")
    .cites("4.4 accountId effect")
    .assumes("a filter by account is tested by what is the same under every meaning"),
  left("4.4-name-letter-case", "whether a search by name heeds letter case, and marks on letters")
    .cites("4.4 name effect")
    .assumes("a search that must find a record repeats the letter case of its name")
    .tried((value, name) => /name/i.test(name) && value !== "")
    .sends({ list: "tokens", name: "tokens.name" }, ({ list, name }) =>
      list.rows
        .map((row) => asText(row["name"]))
        .filter((text) => text.length > 5 && text.length < 60 && /[A-Z]/.test(text))
        .slice(0, 1)
        .map((text) => list.ask([[name, text.toLowerCase()]])),
    ),
  left("4.4-name-length-beyond-ascii", "how characters outside ASCII count towards the length of a name")
    .cites("4.4 name form", "8 name length")
    .assumes("lengths of names are tested for ASCII alone")
    .tried((value) => /[^\0-\x7f]/.test(value)),
  left("4.6-doubtful-times", "whether another sign may stand for the dot, what fewer than nine decimals find")
    .cites("4.6 timestamp form")
    .assumes("such a sign may be refused; fewer decimals find nothing, or a message of a time that fits")
    .told(tell.path),
  left("4.7-doubtful-names", "whether a hash may have 48 bytes or 0X, what zeros in a transaction id find")
    .cites("4.7 hash")
    .assumes("such a hash may be refused, another result is a failure; such an id may find any, or none")
    .told(tell.path),
  left("4.7-nonce-beside-hash", "what a nonce means beside a hash")
    .cites("4.7 nonce effect")
    .assumes("it may have an effect, be ignored or be refused")
    // A transaction id has a dash in it.
    .tried((_value, name, { reply }) => name === "nonce" && !reply.ask.target.includes("-"))
    .sends({ hashes: "hashes", nonce: "contractResult.nonce" }, ({ hashes, nonce }) =>
      hashes.slice(0, 1).map(({ asked }) => call("contractResult", { path: asked, query: [[nonce, "1"]] })),
    ),
  left("4.8-doubtful-names", "whether addresses may have other length or shard.realm, what zeros in ids find")
    .cites("2.1 EvmAddress requests", "4.8 contractIdOrAddress form")
    .assumes("such addresses may be refused, such ids may find nothing; another contract is a failure")
    .told((seen) => seen.query.length === 0 && tell.path(seen)),
  left("4.8-repeated-timestamp", "how several timestamp filters are written, what they mean together")
    .cites("4.8 timestamp repeated")
    .assumes("the parameter is given again for each filter")
    .told(({ expects, query, outcome }) => expects === "open" && query.length > 1 && `repeated: ${outcome}`),
];
