import { BALANCE_FILTER, ENTITY_ID, ENTITY_ID_FILTER, EVM_ADDRESS } from "../../schemas/formats.ts";
import { TIMESTAMP_PATTERN, TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import { schemaNameOf, operations, type Endpoint, type QueryFormat } from "../../schemas/operations.ts";
import { contractResults } from "../data/contract-results.ts";
import { contracts } from "../data/contracts.ts";
import { OPERATOR_PATTERN, PARSER_MISTAKES } from "./parser-mistakes.ts";
import { faultOf, slug, type Fault } from "../fault.ts";
import { PATH_PLACE, ignoreValues, replaceValue } from "../parameter-rewriting.ts";
import { when, type Condition, type Rewriting } from "../rewriting.ts";

const SURROUNDING_LETTERS = "letters-behind letters-in-front";
const NUMBER_NOTATIONS = "quotes underscore exponent";
/** Names of {@link PARSER_MISTAKES} for numbers in a query. */
const NUMBER_FORMS = `${NUMBER_NOTATIONS} ${SURROUNDING_LETTERS} letters minus plus hex`;
/** Names of {@link PARSER_MISTAKES} for a path: `word` reads a word as a known record; `letters` is omitted, because no record is named so. */
const IN_PATH = `word space operator ${NUMBER_NOTATIONS} ${SURROUNDING_LETTERS} minus plus hex`;
const OPERATOR_FORMS =
  "other-operator unknown-operator doubled-operator no-colon space-for-colon no-operand operator-behind operator-as-sign " +
  "equals-for-colon doubled-colon space-behind-operator";
const LONG_PARTS = "long-shard long-realm long-num";
const PARTS = `fourth-part dot-behind empty-part ${LONG_PARTS} list hyphens-for-dots`;
const DECIMALS = "no-seconds ten-decimals eleven-seconds bare-dot 21-digits dot-behind";
const COUNT = `${SURROUNDING_LETTERS} letters minus fraction group`;
const INSERTED = "doubled-dot letter-inside space-inside";
const ID_FORMS = `${INSERTED} underscore-for-dot letter-in-front-of-digits`;
const HEX_FORMS =
  "quotes parts-in-front letter-behind letter-in-front two-prefixes half-prefix one-digit-short two-digits-short " +
  "four-digits-short one-digit-long two-digits-long three-digits-long list space-among-hex letter-for-hex";

const TRANSACTION_FORMS =
  `operator ${NUMBER_NOTATIONS} ${SURROUNDING_LETTERS} minus plus ${LONG_PARTS} other-tools dot underscore-for-hyphen hyphens-only num-alone ` +
  `other-tools-half part-in-front part-inside long-nanoseconds long-seconds sixth-part no-nanoseconds ${ID_FORMS}`;
const KNOWN_ADDRESS = contracts()[0]?.address ?? "";
const KNOWN_HASH = contractResults()[0]?.hash ?? "";
const SHORT_ID_FORMS = /^(?:\d{1,10}\.){0,2}\d{1,10}$/;
const TIME_FILTER = new RegExp(`^(?:${OPERATOR_PATTERN}:)?\\d{1,10}(?:\\.\\d{1,9})?$`);

/** The formats of query parameters: the valid texts, and the mistakes of lenient parsers. A name has no malformed values. */
const PARSED_FORMATS: Readonly<Partial<Record<QueryFormat, readonly [pattern: RegExp, mistakes: string]>>> = {
  EntityIdFilter: [
    ENTITY_ID_FILTER,
    `space ${NUMBER_FORMS} ${OPERATOR_FORMS} ${PARTS} two-parts ${ID_FORMS} letters-for-digits comma-for-dot checksum cut-behind first-of-four-parts`,
  ],
  BalanceFilter: [
    BALANCE_FILTER,
    `space ${NUMBER_FORMS} ${OPERATOR_FORMS} fraction comma long letter-inside cut-behind`,
  ],
  TimestampFilter: [TIME_FILTER, `space ${NUMBER_FORMS} ${OPERATOR_FORMS} ${DECIMALS} ${INSERTED}`],
  limit: [/^[1-9]\d*$/, `${COUNT} zero`],
  order: [/^(?:asc|desc)$/i, "prefix suffix letter any-word"],
  nonce: [/^(?:\d{1,9}|1\d{9})$/, `${COUNT} bits`],
};

/** A parameter of an endpoint. `mistakes`: the mistakes of its lenient parsers; `word`: the known record that a parser reads for a word. */
type ParserPlace = readonly [
  endpoint: Endpoint,
  name: string,
  clause: string,
  pattern: RegExp,
  mistakes: string,
  word?: string,
];

const MALFORMED_VALUES: readonly (readonly [endpoint: Endpoint, key: string, clause: string])[] = [
  ["tokenBalances", "accountId", "4.3-account-id-refused"],
  ["tokenBalances", "balance", "4.3-balance-refused"],
  ["tokenBalances", "timestamp", "4.3-timestamp-refused"],
  ["tokenBalances", "limit", "4.3-limit-refused"],
  ["tokenBalances", "order", "4.3-order-refused"],
  ["tokens", "tokenId", "4.4-token-id-refused"],
  ["tokens", "accountId", "4.4-account-id-refused"],
  ["tokens", "limit", "4.4-limit-refused"],
  ["tokens", "order", "4.4-order-refused"],
  ["networkFees", "timestamp", "4.5-timestamp-refused"],
  ["networkFees", "order", "4.5-order-refused"],
  ["contractResult", "nonce", "4.7-nonce-refused"],
  ["contract", "timestamp", "4.8-timestamp-refused"],
];

const QUERIES = MALFORMED_VALUES.flatMap(([endpoint, key, clause]): readonly ParserPlace[] => {
  const parameter = operations[endpoint].query.find((one) => one.key === key);
  const format = parameter && PARSED_FORMATS[parameter.format];
  return parameter && format ? [[endpoint, schemaNameOf(parameter), clause, ...format]] : [];
});

const DECIMAL_READINGS = "comma-for-dot first-of-four-parts";
const TOKEN_FORMS = `${IN_PATH} ${PARTS} two-parts ${ID_FORMS} letters-for-digits cut-behind ${DECIMAL_READINGS}`;
const TIME_FORMS = `${IN_PATH} list ${DECIMALS} ${INSERTED}`;
const CONTRACT_FORMS = `${IN_PATH} ${PARTS} ${ID_FORMS} ${DECIMAL_READINGS}`;
const ADDRESS_FORMS = `${HEX_FORMS} capital-prefix space digit-short-in-front`;
const HASH_FORMS = `${HEX_FORMS} digit-in-front word`;
const FIRST_MESSAGE = "1700000001.000000001";
const PATHS: readonly ParserPlace[] = [
  ["tokenBalances", PATH_PLACE, "4.3-path-refused", ENTITY_ID, TOKEN_FORMS, "0.0.10000"],
  ["topicMessage", PATH_PLACE, "4.6-time-refused", TIMESTAMP_PATTERN, TIME_FORMS, FIRST_MESSAGE],
  ["contract", "id", "4.8-malformed-id", SHORT_ID_FORMS, CONTRACT_FORMS, "0.0.5001"],
  ["contract", "address", "4.8-malformed-address", EVM_ADDRESS, ADDRESS_FORMS, KNOWN_ADDRESS],
  ["contractResult", "hash", "4.7-malformed-hash", TRANSACTION_HASH_PATTERN, HASH_FORMS, KNOWN_HASH],
  ["contractResult", "transaction", "4.7-malformed-transaction-id", TRANSACTION_ID, TRANSACTION_FORMS],
];

const lenientParsers = (
  place: string,
  [endpoint, name, clause, pattern, mistakes, word = ""]: ParserPlace,
) => {
  // A path in another valid form of the endpoint stays unchanged: a hash is not a malformed transaction id.
  const others =
    place === PATH_PLACE
      ? PATHS.filter(([parserEndpoint]) => parserEndpoint === endpoint).map(([, , , format]) => format)
      : [];
  return mistakes.split(" ").map((mistake): Fault => {
    const lenientRead = PARSER_MISTAKES[mistake];
    if (lenientRead === undefined) throw new Error(`there is no parser mistake named ${mistake}`);
    const isRead = (text: string) => [pattern, ...others].some((format) => format.test(text));
    const change = (text: string) => (isRead(text) ? text : lenientRead(text, word) || undefined);
    return faultOf(endpoint, clause, `${slug(name)}-lenient-${mistake}`, replaceValue(place, change));
  });
};

export function ignoreMalformed(name: string, ...where: readonly Condition[]): Rewriting {
  const pattern = QUERIES.find(([, parameter]) => parameter === name)?.[3] ?? /^/;
  return when(where)(ignoreValues(name, (text) => !pattern.test(text)));
}

const ignoreTogether = ([endpoint, parameter, clause]: ParserPlace) =>
  QUERIES.filter(([of, other]) => of === endpoint && other !== parameter).map(([, other]) => {
    const faultName = `${slug(parameter)}-unchecked-beside-${slug(other)}`;
    return faultOf(endpoint, clause, faultName, ignoreMalformed(parameter, other));
  });

const ignoreAfterOperator = ([endpoint, parameter, clause, pattern, mistakes]: ParserPlace) =>
  (mistakes.includes(OPERATOR_FORMS) ? ["eq", "gt", "ne"] : []).map((operator) => {
    const isOfIt = (text: string) => text.startsWith(`${operator}:`) && !pattern.test(text);
    const faultName = `${slug(parameter)}-unchecked-behind-${operator}`;
    return faultOf(endpoint, clause, faultName, ignoreValues(parameter, isOfIt));
  });

/** Parsers that read a malformed value as a valid one, or ignore it; for each parameter (§4.3 to §4.8). */
export const parserFaults: readonly Fault[] = [
  ...QUERIES.flatMap((place) => [
    ...lenientParsers(place[1], place),
    ...ignoreTogether(place),
    ...ignoreAfterOperator(place),
  ]),
  ...PATHS.flatMap((place) => lenientParsers(PATH_PLACE, place)),
];
