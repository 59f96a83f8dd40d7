import * as formats from "../../schemas/formats.ts";
import { schemaNameOf, operations, type Endpoint, type QueryFormat } from "../../schemas/operations.ts";
import { usualDataset } from "../dataset.ts";
import { faultOf, slug, type Fault } from "../fault.ts";
import { when, type Condition, type Rewriting } from "../rewriting.ts";
import { overlooked, PATH_PLACE, taken } from "../parameter-rewriting.ts";

const OPERATOR_PATTERN = "(?:eq|ne|gte?|lte?)";

/** The digits of one group, cut in front to so many. */
function cutGroup(text: string, group: number, most: number): string {
  let index = 0;
  return text.replaceAll(/\d+/g, (digits) => (index++ === group ? digits.slice(-most) : digits));
}

/** A known transaction whose id begins so. */
const transactionFrom = (start: string): string =>
  usualDataset().contractResults.find(({ transactionId }) => transactionId.startsWith(`${start}-`))
    ?.transactionId ?? start;

const read =
  (found: RegExp, by = "") =>
  (text: string): string =>
    text.replace(found, by);

/** Takes hex of so many digits more than a known record has (fewer: below 0) for that record. */
const longerBy =
  (count: number) =>
  (text: string, word: string): string => {
    const digits = word.replace(/^0x/, "").length + count;
    return new RegExp(`^(?:0x)?[\\da-f]{${digits}}$`, "i").test(text) ? word : text;
  };

/** What a parser takes malformed texts for, by the name of its slip: the same to refuse it; `word` is a known record. */
const SLIPS: Readonly<Record<string, (text: string, word: string) => string>> = {
  word: (text, word) => text.replace(/^[g-z]+$/i, word),
  space: (text) => text.trim(),
  quotes: read(/"/g),
  letters: read(/^\D*$/),
  "letters-behind": read(/(?<=\d)[a-z]+$/i),
  "letters-in-front": read(new RegExp(`^[a-z]+?(?=\\d|${OPERATOR_PATTERN}:)`, "i")),
  underscore: read(/(?<=^[^_]*\d)_(?=\d[^_]*$)/),
  exponent: read(/e0(?!\d)/),
  minus: read(/^((?:\w+:)?)-/, "$1"),
  plus: read(/\+(?=\d)/),
  hex: (text) => text.replace(/0x[\da-f]{1,9}(?![\da-f])/i, (digits) => String(Number(digits))),
  fraction: read(/\.\d+$/),
  group: read(/[ ,]\d+$/),
  comma: read(/,/),
  zero: read(/^0$/),
  bits: (text) => (/^\d+$/.test(text) ? String(BigInt(text) % 2n ** 32n) : text),
  list: read(/,.*$/),

  operator: read(new RegExp(`^${OPERATOR_PATTERN}:`)),
  "other-operator": read(/^neq(?=:)/, "ne"),
  "unknown-operator": read(/^[a-z]+:/i),
  "doubled-operator": read(/^(?:\w+:)+(?=\w+:)/),
  "no-colon": read(new RegExp(`^(${OPERATOR_PATTERN})(?=[\\d.])`), "$1:"),
  "space-for-colon": read(new RegExp(`^(${OPERATOR_PATTERN}) (?=\\d)`), "$1:"),
  "no-operand": read(new RegExp(`^${OPERATOR_PATTERN}:?$`)),

  long: (text) => cutGroup(text, 0, 10),
  "long-shard": (text) => cutGroup(text, 0, 10),
  "long-realm": (text) => cutGroup(text, 1, 10),
  "long-num": (text) => cutGroup(text, 2, 10),
  "long-seconds": (text) => cutGroup(text, 3, 19),
  "long-nanoseconds": (text) => cutGroup(text, 4, 9),
  "two-parts": read(/^((?:\w+:)?)(\d+\.\d+)$/, "$10.$2"),
  "fourth-part": read(/((?:\d+\.){2}\d+)\.\d+$/, "$1"),
  "empty-part": read(/(^|[:.])(?=\.)/g, "$10"),
  "dot-behind": read(/\.$/),

  "ten-decimals": read(/(\.\d{9})\d+$/, "$1"),
  "eleven-seconds": read(/\d+(\d{10}\.)/, "$1"),
  "bare-dot": read(/^((?:\w+:)?\d{1,10})\.$/, "$1"),
  "no-seconds": read(/^((?:\w+:)?)(?=\.\d)/, "$10"),
  "21-digits": read(/^((?:\w+:)?\d{10})(\d{9})\d{2,}$/, "$1.$2"),

  "parts-in-front": read(/^(?:\d+\.){3}/),
  "letter-behind": read(/(?<=[\da-f])[g-z]+$/i),
  "letter-in-front": read(/^[g-z]+/i),
  "two-prefixes": read(/^0x0x/, "0x"),
  "half-prefix": read(/^x/, "0x"),
  "capital-prefix": read(/^0X/, "0x"),
  "digit-in-front": read(/^(0x)?.(?=.{64}$)/, "$1"),

  "other-tools": read(/@(\d+)\.(\d+)$/, "-$1-$2"),
  dot: read(/\.(\d+)$/, "-$1"),
  "underscore-for-hyphen": read(/_/, "-"),
  "hyphens-only": read(/^(\d+)-(\d+)-(?=\d+-\d+-)/, "$1.$2."),
  "hyphens-for-dots": read(/^((?:\w+:)?\d+)-(\d+)-(\d+)$/, "$1.$2.$3"),
  "other-tools-half": read(/@(?=\d+-\d+$)/, "-"),
  "num-alone": read(/^\d+-\d+-/, "0.0.$&"),
  "part-in-front": read(/^\d+\.(?=(?:\d+\.){2}\d+-)/),
  "part-inside": read(/^(\d+\.\d+\.\d+)\.\d+-/, "$1-"),
  "sixth-part": read(/^([^-]+-\d+-\d+)-\d+$/, "$1"),
  "no-nanoseconds": transactionFrom,

  "operator-behind": read(new RegExp(`^(\\d.*):(${OPERATOR_PATTERN})$`), "$2:$1"),
  "operator-as-sign": (text) =>
    text
      .replace(/^>(=?)/, "gt$1:")
      .replace(/^<(=?)/, "lt$1:")
      .replace("=:", "e:"),
  "equals-for-colon": read(new RegExp(`^(${OPERATOR_PATTERN})=`), "$1:"),
  "doubled-colon": read(/::/, ":"),
  "space-behind-operator": read(/: (?=\d)/, ":"),
  "comma-for-dot": read(/(?<=^(?:\w+:)?\d+),(\d+),(?=\d+$)/, ".$1."),
  "underscore-for-dot": read(/(?<=^(?:\w+:)?\d+)_(\d+)_(?=\d+(?:$|-))/, ".$1."),
  "doubled-dot": read(/\.\./, "."),
  checksum: read(/-[a-z]{5}$/),
  "letter-inside": read(/(?<=\d)[g-z](?=\d)/),
  "letter-in-front-of-digits": read(/(?<=[.-])[a-z](?=\d)/),
  "letters-for-digits": read(/(?<=[.:-])[a-z]{3}(?=$|-)/, "0"),
  "space-inside": read(/(?<=[.:-]) (?=\d)/),
  "cut-behind": read(/(?<=(?:^|[.:])\d{10})\d+$/),
  "first-of-four-parts": read(/^((?:\w+:)?)\d+\.(?=(?:\d+\.){2}\d+$)/, "$1"),

  "one-digit-short": longerBy(-1),
  "two-digits-short": longerBy(-2),
  "four-digits-short": longerBy(-4),
  "one-digit-long": longerBy(1),
  "two-digits-long": longerBy(2),
  "three-digits-long": longerBy(3),
  "digit-short-in-front": read(/^(0x)?(?=.{39}$|.{63}$)/, "$10"),
  "space-among-hex": read(/(?<=[\da-f]) (?=[\da-f])/i),
  "letter-for-hex": (text, word) => (/^(?:0x)?[\da-f]*g[\da-f]*$/.test(text) ? word : text),

  prefix: (text) => text.toLowerCase().replace(/^(asc|desc).+/, "$1"),
  suffix: (text) => text.toLowerCase().replace(/^.+?(asc|desc)$/, "$1"),
  letter: (text) => (/^d/i.test(text) ? "desc" : /^a/i.test(text) ? "asc" : text),
  "any-word": () => "",
};

const BESIDE = "letters-behind letters-in-front";
const SPELT = "quotes underscore exponent";
/** Letters stand for nothing in a query, but for no record in a path. */
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

/** Of the formats of query parameters those that have malformed texts, but for names: what is read as it is, and slips. */
const PARSED_FORMATS: Readonly<Partial<Record<QueryFormat, readonly [pattern: RegExp, slips: string]>>> = {
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

/** A parameter, and the known record that a word is taken for. */
type ParserPlace = readonly [
  Endpoint,
  name: string,
  clause: string,
  pattern: RegExp,
  slips: string,
  word?: string,
];

const QUERIES = Object.values(operations).flatMap(({ endpoint, section, query }) =>
  query.flatMap((parameter): readonly ParserPlace[] => {
    const format = PARSED_FORMATS[parameter.format];
    const key = parameter.key.replace(/Id$/, "-id");
    return format === undefined
      ? []
      : [[endpoint, schemaNameOf(parameter), `${section}-${key}-refused`, ...format]];
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

const lenientParser = (place: string, [endpoint, name, clause, pattern, slips, word = ""]: ParserPlace) => {
  // A path that has another form is read by that: a hash is no malformed transaction id.
  const others =
    place === PATH_PLACE ? PATHS.filter(([of]) => of === endpoint).map(([, , , format]) => format) : [];
  return slips.split(" ").map((slip): Fault => {
    const takes = SLIPS[slip];
    if (takes === undefined) throw new Error(`no slip is called ${slip}`);
    const isRead = (text: string) => [pattern, ...others].some((format) => format.test(text));
    const change = (text: string) => (isRead(text) ? text : takes(text, word) || undefined);
    return faultOf(endpoint, clause, `${slug(name)}-lenient-${slip}`, taken(place, change));
  });
};

/** Malformed texts of a query parameter have no effect; where conditions are given, only where all of them hold. */
export function ignoredMalformed(name: string, ...where: readonly Condition[]): Rewriting {
  const pattern = QUERIES.find(([, parameter]) => parameter === name)?.[3] ?? /^/;
  return when(
    where,
    overlooked(name, (text) => !pattern.test(text)),
  );
}

/** Parameters that are checked alone and not beside another one of the endpoint: what is malformed has no effect there. */
const careless = ([endpoint, parameter, clause]: ParserPlace) =>
  QUERIES.filter(([of, other]) => of === endpoint && other !== parameter).map(([, other]) => {
    const own = `${slug(parameter)}-unchecked-beside-${slug(other)}`;
    return faultOf(endpoint, clause, own, ignoredMalformed(parameter, other));
  });

/** Of filters, nothing is checked behind one operator: what is malformed there has no effect. */
const unchecked = ([endpoint, parameter, clause, pattern, slips]: ParserPlace) =>
  (slips.includes(OPERATOR_FORMS) ? ["eq", "gt", "ne"] : []).map((operator) => {
    const isOfIt = (text: string) => text.startsWith(`${operator}:`) && !pattern.test(text);
    const own = `${slug(parameter)}-unchecked-behind-${operator}`;
    return faultOf(endpoint, clause, own, overlooked(parameter, isOfIt));
  });

/** Parsers that take a malformed value for a well-formed one, or for none; at each place of each format. */
export const parserFaults: readonly Fault[] = [
  ...QUERIES.flatMap((place) => [...lenientParser(place[1], place), ...careless(place), ...unchecked(place)]),
  ...PATHS.flatMap((place) => lenientParser(PATH_PLACE, place)),
];
