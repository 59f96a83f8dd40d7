import * as formats from "../../schemas/formats.ts";
import { schemaNameOf, operations, type Endpoint, type QueryFormat } from "../../schemas/operations.ts";
import { usualDataset } from "../dataset.ts";
import { OPERATOR_PATTERN, PARSER_MISTAKES } from "./parser-mistakes.ts";
import { faultOf, slug, type Fault } from "../fault.ts";
import { when, type Condition, type Rewriting } from "../rewriting.ts";
import { PATH_PLACE, ignoreValues, replaceValue } from "../parameter-rewriting.ts";

const BESIDE = "letters-behind letters-in-front";
const SPELT = "quotes underscore exponent";
/** Only in a query: in a path, letters name no record. */
const NUMBER_FORMS = `${SPELT} ${BESIDE} letters minus plus hex`;
const IN_PATH = `word space operator ${SPELT} ${BESIDE} minus plus hex`;
const OPERATOR_FORMS =
  "other-operator unknown-operator doubled-operator no-colon space-for-colon no-operand operator-behind operator-as-sign " +
  "equals-for-colon doubled-colon space-behind-operator";
const LONG = "long-shard long-realm long-num";
const PARTS = `fourth-part dot-behind empty-part ${LONG} list hyphens-for-dots`;
const DECIMALS = "no-seconds ten-decimals eleven-seconds bare-dot 21-digits dot-behind";
const COUNT = `${BESIDE} letters minus fraction group`;
const INSIDE = "doubled-dot letter-inside space-inside";
const ID_FORMS = `${INSIDE} underscore-for-dot letter-in-front-of-digits`;
const HEX_FORMS =
  "quotes parts-in-front letter-behind letter-in-front two-prefixes half-prefix one-digit-short two-digits-short " +
  "four-digits-short one-digit-long two-digits-long three-digits-long list space-among-hex letter-for-hex";

const TRANSACTION_FORMS =
  `operator ${SPELT} ${BESIDE} minus plus ${LONG} other-tools dot underscore-for-hyphen hyphens-only num-alone ` +
  `other-tools-half part-in-front part-inside long-nanoseconds long-seconds sixth-part no-nanoseconds ${ID_FORMS}`;
const KNOWN_ADDRESS = usualDataset().contracts[0]?.address ?? "";
const KNOWN_HASH = usualDataset().contractResults[0]?.hash ?? "";
const SHORT_ID_FORMS = /^(?:\d{1,10}\.){0,2}\d{1,10}$/;
const TIME_FILTER = new RegExp(`^(?:${OPERATOR_PATTERN}:)?\\d{1,10}(?:\\.\\d{1,9})?$`);

/** The formats of query parameters: the texts that are valid, and the mistakes of a lenient parser. Every name is well formed, so names have none. */
const PARSED_FORMATS: Readonly<Partial<Record<QueryFormat, readonly [pattern: RegExp, mistakes: string]>>> = {
  EntityIdFilter: [
    formats.ENTITY_ID_FILTER,
    `space ${NUMBER_FORMS} ${OPERATOR_FORMS} ${PARTS} two-parts ${ID_FORMS} letters-for-digits comma-for-dot checksum cut-behind first-of-four-parts`,
  ],
  BalanceFilter: [
    formats.BALANCE_FILTER,
    `space ${NUMBER_FORMS} ${OPERATOR_FORMS} fraction comma long letter-inside cut-behind`,
  ],
  TimestampFilter: [TIME_FILTER, `space ${NUMBER_FORMS} ${OPERATOR_FORMS} ${DECIMALS} ${INSIDE}`],
  limit: [/^[1-9]\d*$/, `${COUNT} zero`],
  order: [/^(?:asc|desc)$/i, "prefix suffix letter any-word"],
  nonce: [/^(?:\d{1,9}|1\d{9})$/, `${COUNT} bits`],
};

/** A parameter with its clause, its valid texts, the mistakes in it, and the known record that a word is read as. */
type ParserPlace = readonly [
  Endpoint,
  name: string,
  clause: string,
  pattern: RegExp,
  mistakes: string,
  word?: string,
];

/** The clauses on malformed values, by endpoint and key of the parameter. */
const MALFORMED_VALUE_CLAUSES: Readonly<Partial<Record<Endpoint, Readonly<Record<string, string>>>>> = {
  tokenBalances: {
    accountId: "4.3-account-id-refused",
    balance: "4.3-balance-refused",
    timestamp: "4.3-timestamp-refused",
    limit: "4.3-limit-refused",
    order: "4.3-order-refused",
  },
  tokens: {
    tokenId: "4.4-token-id-refused",
    accountId: "4.4-account-id-refused",
    limit: "4.4-limit-refused",
    order: "4.4-order-refused",
  },
  networkFees: { timestamp: "4.5-timestamp-refused", order: "4.5-order-refused" },
  contractResult: { nonce: "4.7-nonce-refused" },
  contract: { timestamp: "4.8-timestamp-refused" },
};

/** The query parameters that are parsed, with the known values of each format. */
const QUERIES = Object.values(operations).flatMap(({ endpoint, query }) =>
  query.flatMap((parameter): readonly ParserPlace[] => {
    const format = PARSED_FORMATS[parameter.format];
    const clause = MALFORMED_VALUE_CLAUSES[endpoint]?.[parameter.key];
    return format === undefined || clause === undefined
      ? []
      : [[endpoint, schemaNameOf(parameter), clause, ...format]];
  }),
);

const PATHS: readonly ParserPlace[] = [
  [
    "tokenBalances",
    PATH_PLACE,
    "4.3-path-refused",
    formats.ENTITY_ID,
    `${IN_PATH} ${PARTS} two-parts ${ID_FORMS} letters-for-digits comma-for-dot cut-behind first-of-four-parts`,
    "0.0.10000",
  ],
  [
    "topicMessage",
    PATH_PLACE,
    "4.6-time-refused",
    formats.TIMESTAMP_PATTERN,
    `${IN_PATH} list ${DECIMALS} ${INSIDE}`,
    "1700000001.000000001",
  ],
  [
    "contract",
    "id",
    "4.8-malformed-id",
    SHORT_ID_FORMS,
    `${IN_PATH} ${PARTS} ${ID_FORMS} comma-for-dot first-of-four-parts`,
    "0.0.5001",
  ],
  [
    "contract",
    "address",
    "4.8-malformed-address",
    formats.EVM_ADDRESS,
    `${HEX_FORMS} capital-prefix space digit-short-in-front`,
    KNOWN_ADDRESS,
  ],
  [
    "contractResult",
    "hash",
    "4.7-malformed-hash",
    formats.TRANSACTION_HASH_PATTERN,
    `${HEX_FORMS} digit-in-front word`,
    KNOWN_HASH,
  ],
  [
    "contractResult",
    "transaction",
    "4.7-malformed-transaction-id",
    formats.TRANSACTION_ID,
    TRANSACTION_FORMS,
  ],
];

const lenientParser = (
  place: string,
  [endpoint, name, clause, pattern, mistakes, word = ""]: ParserPlace,
) => {
  // A path in another valid form of the endpoint is left alone: a hash is not a malformed transaction id.
  const others =
    place === PATH_PLACE ? PATHS.filter(([of]) => of === endpoint).map(([, , , format]) => format) : [];
  return mistakes.split(" ").map((mistake): Fault => {
    const takes = PARSER_MISTAKES[mistake];
    if (takes === undefined) throw new Error(`there is no parser mistake named ${mistake}`);
    const isRead = (text: string) => [pattern, ...others].some((format) => format.test(text));
    const change = (text: string) => (isRead(text) ? text : takes(text, word) || undefined);
    return faultOf(clause, `${slug(name)}-lenient-${mistake}`, replaceValue(place, change));
  });
};

/** Ignores malformed values of a query parameter, in the requests that meet every condition. */
export function ignoredMalformed(name: string, ...where: readonly Condition[]): Rewriting {
  const pattern = QUERIES.find(([, parameter]) => parameter === name)?.[3] ?? /^/;
  return when(
    where,
    ignoreValues(name, (text) => !pattern.test(text)),
  );
}

/** A malformed value is ignored if another parameter of the endpoint is sent beside it. */
const careless = ([endpoint, parameter, clause]: ParserPlace) =>
  QUERIES.filter(([of, other]) => of === endpoint && other !== parameter).map(([, other]) => {
    const own = `${slug(parameter)}-unchecked-beside-${slug(other)}`;
    return faultOf(clause, own, ignoredMalformed(parameter, other));
  });

/** A malformed value of a filter is ignored if it follows one operator. */
const unchecked = ([, parameter, clause, pattern, mistakes]: ParserPlace) =>
  (mistakes.includes(OPERATOR_FORMS) ? ["eq", "gt", "ne"] : []).map((operator) => {
    const isOfIt = (text: string) => text.startsWith(`${operator}:`) && !pattern.test(text);
    const own = `${slug(parameter)}-unchecked-behind-${operator}`;
    return faultOf(clause, own, ignoreValues(parameter, isOfIt));
  });

/** Parsers that read a malformed value as a valid one, or ignore it; for each parameter of each format (4.3 to 4.8). */
export const parserFaults: readonly Fault[] = [
  ...QUERIES.flatMap((place) => [...lenientParser(place[1], place), ...careless(place), ...unchecked(place)]),
  ...PATHS.flatMap((place) => lenientParser(PATH_PLACE, place)),
];
