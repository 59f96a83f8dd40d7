// §2.1, §4, §8: whether a value is valid, invalid or ambiguous (interpretations 7, 8 and 10)
import { grammars, OPERATORS, type GrammarForm, type Grammar, type GrammarPart } from "./grammars.ts";
import { contractLimits } from "./limits.ts";
import type { PathFormat, QueryFormat } from "./operations.ts";

/** `valid`: every interpretation accepts the value; `invalid`: every interpretation refuses it; `open`: ambiguous. */
export type Sureness = "valid" | "invalid" | "open";

/** Formats that are written in parts; in one place of a path two of them may stand. */
export const WRITTEN: Readonly<Partial<Record<QueryFormat | PathFormat, readonly Grammar[]>>> = {
  EntityId: [grammars.entityId],
  EntityIdFilter: [grammars.entityIdFilter],
  BalanceFilter: [grammars.balanceFilter],
  TimestampFilter: [grammars.timestampFilter],
  TopicTimestamp: [grammars.topicTimestamp],
  TransactionIdOrHash: [grammars.transactionHash, grammars.transactionId],
  ContractIdOrAddress: [grammars.contractId, grammars.contractAddress],
};

/** Whether a value of a parameter is valid, invalid or ambiguous. */
export function sure(format: QueryFormat | PathFormat, text: string): Sureness {
  switch (format) {
    case "limit":
      return sureCount(text, contractLimits.itemCount, "open");
    case "nonce":
      return sureCount(text, contractLimits.nonce, "invalid");
    case "name":
      return sureName(text);
    case "order":
      return /^(?:asc|desc)$/.test(text) ? "valid" : unless(UNUSUAL_ORDER, text);
    default:
      return sureAmong(WRITTEN[format] ?? [], text);
  }
}

/** Whether a text is valid, invalid or ambiguous at a place that accepts any of these formats. */
export function sureAmong(formats: readonly Grammar[], text: string): Sureness {
  if (formats.some(({ forms }) => forms.some((form) => sureFormOf(form).test(text)))) {
    return "valid";
  }
  const isAmbiguous =
    formats.length === 0 ||
    formats.some(({ interpretations }) => interpretations.some((one) => one.test(text)));
  return isAmbiguous ? "open" : unless(/^$/, text);
}

/** Characters that no parser decodes or treats specially. */
const PLAIN_CHARACTERS = /^[\t\x20-\x7e]*$/;

/** Invalid unless a parser may still accept it, such as digits of other scripts. */
function unless(ambiguous: RegExp, text: string): Sureness {
  return PLAIN_CHARACTERS.test(text) && text !== "" && !ambiguous.test(text) ? "invalid" : "open";
}

const sureForms = new Map<GrammarForm, RegExp>();

/** A pattern for texts that certainly have a form; leading zeros count as digits. */
function sureFormOf(form: GrammarForm): RegExp {
  const known = sureForms.get(form) ?? new RegExp(`^${form.map(partPattern).join("")}$`);
  sureForms.set(form, known);
  return known;
}

/** The pattern of what surely is such a part. */
export function partPattern(part: GrammarPart): string {
  switch (part.kind) {
    case "digits":
      return `\\d{1,${part.most}}`;
    case "hex":
      return `[\\dA-Fa-f]{${part.count}}`;
    case "operator":
      return `(?:${OPERATORS.join("|")})`;
    default:
      return part.text.replace(".", "\\.");
  }
}

/** Words that a lenient parser reads as an order. */
const UNUSUAL_ORDER = /^\s*(?:\w*:)?\+?(?:asc|desc)\s*$/i;

/** Numbers that a lenient parser may accept: `1.0`, `1e1`, `0x1`, and numbers with an operator. */
const UNUSUAL_NUMBER = /^\s*(?:\+.*|-0+|\d+\.0*|\d+e\d+|0x[\da-f]+|(?:eq|gte?|lte?|ne)?:.*|\d+)\s*$/i;

function sureCount(
  text: string,
  { min, max }: typeof contractLimits.nonce | typeof contractLimits.itemCount,
  above: Sureness,
): Sureness {
  if (!/^\d+$/.test(text)) {
    return unless(UNUSUAL_NUMBER, text);
  }
  const value = Number(text);
  return value < min ? "invalid" : /^0\d/.test(text) ? "open" : value > max ? above : "valid";
}

/** Only the length of an ASCII text is the same in bytes, code units and characters. */
function sureName(text: string): Sureness {
  const { min, max } = contractLimits.nameLength;
  if (!/^[\x20-\x7e]+$/.test(text) || text.trim() !== text) {
    return "open";
  }
  if (text.length < min || text.length > max) {
    return "invalid";
  }
  // A parser may read the text before a colon as an operator.
  return text.includes(":") ? "open" : "valid";
}
