// §2.1, §4: values that the document leaves undecided; sent to see what becomes of them
import { call } from "../../engine/model/call.ts";
import { open, probe } from "../../engine/clauses/clause.ts";
import type { VerificationSample } from "../../engine/model/settings.ts";
import type { Cases } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { openLimit } from "../../generators/limit.ts";
import { openName } from "../../generators/name.ts";
import { openOrder } from "../../generators/order.ts";
import { doubtful, listRows, ofVerification, outcomeOf, queryOf, shown } from "./seen.ts";

const UNNAMED = { "4.3": "tokenBalances", "4.4": "tokens" } as const;

/** Requests of one kind: a few tell what there is to tell. */
const FEW = 2;

/** The first of the doubtful values that fit. */
function some({ boundaries }: Cases<string>, fits: (value: string) => boolean): readonly string[] {
  return boundaries
    .map(({ value }) => value)
    .filter(fits)
    .slice(0, FEW);
}

const hasCapitals = (value: string): boolean => /[A-Z]/.test(value);
const isOdd = (value: string): boolean => value !== "" && (value !== value.trim() || value.startsWith("+"));

/** The first sample of a verification with something changed, for both endpoints. */
function changedSample(change: (sample: VerificationSample) => object) {
  return probe({ samples: "verifications" }, ({ samples }) => {
    const bodies = samples.slice(0, 1).map((sample) => JSON.stringify(change(sample)));
    return bodies.flatMap((body) => [call("sessionVerify", { body }), call("verify", { body })]);
  });
}

export const letterCase = open({
  id: "4-letter-case",
  statement: "whether order words or operators may have capitals",
  cites: [
    "2.1 TimestampFilter form",
    "2.1 EntityIdFilter form",
    "2.1 BalanceFilter form",
    "4.3 order form",
    "4.4 order form",
  ],
  assumes: "such values may be accepted or refused",
  probe: probe({ list: "tokens", order: "tokens.order", id: "tokens.tokenId" }, ({ list, order, id }) => [
    ...some(openOrder(), hasCapitals).map((value) => list.ask([[order, value]])),
    ...some(formats.entityIdFilter.open(), hasCapitals).map((value) => list.ask([[id, value]])),
  ]),
  observeOpen: (reply) =>
    doubtful(reply, (value) => /^(asc|desc|(eq|ne|gte?|lte?):.*)$/i.test(value) && /[A-Z]/.test(value)),
});

export const emptyValues = open({
  id: "4-empty-values",
  statement: "whether a parameter may have an empty value",
  cites: ["2.1 EntityIdFilter form", "2.1 BalanceFilter form", "4.4 name form"],
  assumes: "such values may be accepted or refused",
  probe: probe({ list: "tokens", limit: "tokens.limit", id: "tokens.tokenId" }, ({ list, limit, id }) => [
    list.ask([[limit, ""]]),
    list.ask([[id, ""]]),
  ]),
  observeOpen: (reply) => doubtful(reply, (value) => value === ""),
});

export const oddSigns = open({
  id: "4-odd-signs",
  statement: "whether a value may have digits other than 0 to 9, or white space around it",
  cites: ["2.1 EntityId requests", "2.1 TimestampFilter form"],
  assumes: "such values may be accepted or refused",
  probe: probe({ list: "tokens", limit: "tokens.limit" }, ({ list, limit }) =>
    some(openLimit(), isOdd).map((value) => list.ask([[limit, value]])),
  ),
  observeOpen: (reply) => doubtful(reply, (value) => value !== value.trim() || /[^\P{Nd}0-9]/u.test(value)),
});

export const unescapedDot = open({
  id: "2.1-unescaped-dot",
  statement: "whether a time may have another sign where its pattern leaves the dot unescaped",
  cites: ["2.1 TimestampFilter form"],
  assumes: "such values may be accepted or refused",
  probe: probe({ name: "networkFees.timestamp" }, ({ name }) =>
    some(formats.timestampFilter.open(), (value) => /\d[^.:\d]\d/.test(value)).map((value) =>
      call("networkFees", { query: [[name, value]] }),
    ),
  ),
  observeOpen: (reply) => doubtful(reply, (value) => /^([a-z]{2,3}:)?\d{1,10}[^.:\d]\d{1,9}$/.test(value)),
});

export const publicKeys = (["4.3", "4.4"] as const).map((section) =>
  open({
    id: `${section}-public-key-content`,
    endpoint: UNNAMED[section],
    statement: "what a public key may look like, what a key that nobody has selects",
    cites: [`${section} publicKey effect`],
    assumes: "any text may be sent; a key that nobody has may select nothing or be refused",
    observeOpen: (reply) =>
      doubtful(reply, (value) => /^[0-9a-f]{32,}$/i.test(value)).map(
        () => `a key that nobody has: ${outcomeOf(reply)}, ${listRows(reply).length} rows`,
      ),
  }),
);

export const accountMeaning = open({
  id: "4.4-account-id-meaning",
  endpoint: "tokens",
  statement: "what ties a token to an account: a balance, an association, a role",
  cites: ["4.4 accountId effect"],
  assumes: "a filter by account is tested by what is the same under every meaning",
});

export const nameCase = open({
  id: "4.4-name-letter-case",
  endpoint: "tokens",
  statement: "whether a search by name heeds letter case, how it treats signs and spaces",
  cites: ["4.4 name effect"],
  assumes: "a search that must find a record repeats the letter case of its name",
  probe: probe({ list: "tokens", name: "tokens.name" }, ({ list, name }) =>
    list.rows
      .map((row) => row["name"])
      .filter((text) => typeof text === "string" && text.length > 5 && text.length < 60 && hasCapitals(text))
      .slice(0, 1)
      .map((text) => list.ask([[name, String(text).toLowerCase()]])),
  ),
  observeOpen: (reply) => doubtful(reply, (value, name) => /name/i.test(name) && value !== ""),
});

export const nameLength = open({
  id: "4.4-name-length-beyond-ascii",
  endpoint: "tokens",
  statement: "how characters outside ASCII count towards the length of a name",
  cites: ["4.4 name form", "8 name length"],
  assumes: "lengths of names are tested for ASCII alone",
  probe: probe({ list: "tokens", name: "tokens.name" }, ({ list, name }) =>
    some(openName(), (value) => /[^\0-\x7f]/.test(value)).map((value) => list.ask([[name, value]])),
  ),
  observeOpen: (reply) => doubtful(reply, (value) => /[^\0-\x7f]/.test(value)),
});

export const nonceBesideHash = open({
  id: "4.7-nonce-beside-hash",
  endpoint: "contractResult",
  statement: "what a nonce means beside a hash",
  cites: ["4.7 nonce effect"],
  assumes: "it may have an effect, be ignored or be refused",
  probe: probe({ hashes: "hashes", nonce: "contractResult.nonce" }, ({ hashes, nonce }) =>
    hashes.slice(0, 1).map(({ asked }) => call("contractResult", { path: asked, query: [[nonce, "1"]] })),
  ),
  observeOpen: (reply) =>
    doubtful(reply, (_value, name) => name === "nonce" && !reply.ask.target.includes("-")),
});

export const repeatedTimes = open({
  id: "4.8-repeated-timestamp",
  endpoint: "contract",
  statement: "how several timestamp filters are written, what they mean together",
  cites: ["4.8 timestamp repeated"],
  assumes: "the parameter is given again for each filter",
  observeOpen: (reply) => (queryOf(reply).length > 1 ? [`repeated: ${outcomeOf(reply)}`] : []),
});

export const chainIds = open({
  id: "4.11-chain-ids",
  statement: "which values of chainId are supported, how they are written",
  cites: ["4.9 chainId", "4.10 chainId", "4.11 chainId"],
  assumes: "the chain ids of the samples are supported",
  probe: changedSample(({ address, chainId }) => ({ address, chainId: Number(chainId) })),
  observe: ofVerification(shown, "chainId"),
});

export const apiKey = open({
  id: "4.11-api-key",
  statement: "what becomes of an apiKey",
  cites: ["4.9 apiKey", "4.10 apiKey", "4.11 apiKey", "5 apiKey"],
  assumes: "a request may carry one or not",
  probe: changedSample(({ address, chainId }) => ({ address, chainId, apiKey: "no-such-key" })),
  observeExchange: ({ ask, status }) =>
    ask.body !== undefined && ask.body.includes('"apiKey"')
      ? [`${ask.endpoint} with apiKey: status ${status}`]
      : [],
});

export const verificationMeaning = open({
  id: "4.11-session",
  statement: "what a session keeps, when a contract counts as checked or published",
  cites: ["1 verification API", "4.10 checked or published"],
  assumes: "every verification stands for itself",
  observeExchange: (reply) =>
    reply.ask.service === "verify" && "set-cookie" in reply.headers
      ? [`${reply.ask.endpoint} sets a cookie`]
      : [],
});

export const requestMediaType = open({
  id: "4.11-request-media-type",
  statement: "whether verification requests may have another media type than JSON, or none",
  cites: ["1 JSON requests", "4.9 request header", "4.10 request header"],
  assumes: "requests are sent as application/json",
});
