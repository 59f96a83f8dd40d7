import { usualDataset } from "../dataset.ts";

export const OPERATOR_PATTERN = "(?:eq|ne|gte?|lte?)";

function cutGroup(text: string, group: number, most: number): string {
  let index = 0;
  return text.replaceAll(/\d+/g, (digits) => (index++ === group ? digits.slice(-most) : digits));
}

/** The id of a known transaction that begins with this text; the text itself if there is none. */
const transactionFrom = (start: string): string =>
  usualDataset().contractResults.find(({ transactionId }) => transactionId.startsWith(`${start}-`))
    ?.transactionId ?? start;

function read(pattern: RegExp, by = "") {
  return (text: string): string => text.replace(pattern, by);
}

/** Reads hex digits as the name of a known record, although they are `count` digits longer (shorter if negative). */
const longerBy =
  (count: number) =>
  (text: string, word: string): string => {
    const digits = word.replace(/^0x/, "").length + count;
    return new RegExp(`^(?:0x)?[\\da-f]{${digits}}$`, "i").test(text) ? word : text;
  };

/**
 * Mistakes of lenient parsers, by name. Each maps a malformed text to the text that the parser reads in its place; a text
 * that it returns unchanged is still refused. `word` is the name of a known record.
 */
export const PARSER_MISTAKES: Readonly<Record<string, (text: string, word: string) => string>> = {
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
