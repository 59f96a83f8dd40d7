// §2.1, §4, §8: whether a value is valid, invalid or ambiguous (interpretations 7, 8 and 10)
import { grammars, OPERATORS, type GrammarForm, type Grammar, type GrammarPart } from "./grammars.ts";
import { contractLimits } from "./limits.ts";
import type { PathFormat, QueryFormat } from "./operations.ts";

/** `valid`: every interpretation accepts the value; `invalid`: every interpretation refuses it; `ambiguous`: neither. */
export type Validity = "valid" | "invalid" | "ambiguous";

/** A path parameter may accept two formats. */
export const GRAMMARS_BY_FORMAT: Readonly<Partial<Record<QueryFormat | PathFormat, readonly Grammar[]>>> = {
  EntityId: [grammars.entityId],
  EntityIdFilter: [grammars.entityIdFilter],
  BalanceFilter: [grammars.balanceFilter],
  TimestampFilter: [grammars.timestampFilter],
  TopicTimestamp: [grammars.topicTimestamp],
  TransactionIdOrHash: [grammars.transactionHash, grammars.transactionId],
  ContractIdOrAddress: [grammars.contractId, grammars.contractAddress],
};

export function validityOf(format: QueryFormat | PathFormat, text: string): Validity {
  switch (format) {
    case "limit":
      return countValidity(text, contractLimits.itemCount, "ambiguous");
    case "nonce":
      return countValidity(text, contractLimits.nonce, "invalid");
    case "name":
      return nameValidity(text);
    case "order":
      return /^(?:asc|desc)$/.test(text) ? "valid" : invalidUnless(UNUSUAL_ORDER, text);
    default:
      return validityAmong(GRAMMARS_BY_FORMAT[format] ?? [], text);
  }
}

/** Whether a text is valid, invalid or ambiguous at a place that accepts any of these formats. */
export function validityAmong(formats: readonly Grammar[], text: string): Validity {
  if (formats.some(({ forms }) => forms.some((form) => certainForm(form).test(text)))) return "valid";
  const isAmbiguous =
    formats.length === 0 ||
    formats.some(({ interpretations }) => interpretations.some((one) => one.test(text)));
  return isAmbiguous ? "ambiguous" : invalidUnless(/^$/, text);
}

/** Characters that no parser decodes or treats specially. */
const PLAIN_CHARACTERS = /^[\t\x20-\x7e]*$/;

/** A text that is not valid is ambiguous if a parser may accept it, for example because it has digits of another script. */
const invalidUnless = (ambiguous: RegExp, text: string): Validity =>
  PLAIN_CHARACTERS.test(text) && text !== "" && !ambiguous.test(text) ? "invalid" : "ambiguous";

const certainForms = new Map<GrammarForm, RegExp>();

/** A pattern for texts that have a form by every interpretation; leading zeros count as digits. */
function certainForm(form: GrammarForm): RegExp {
  const pattern = certainForms.get(form) ?? new RegExp(`^${form.map(partPattern).join("")}$`);
  certainForms.set(form, pattern);
  return pattern;
}

/** The pattern of the texts that every interpretation accepts as this part of a format. */
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

function countValidity(
  text: string,
  { min, max }: typeof contractLimits.nonce | typeof contractLimits.itemCount,
  above: Validity,
): Validity {
  if (!/^\d+$/.test(text)) return invalidUnless(UNUSUAL_NUMBER, text);
  const value = Number(text);
  return value < min ? "invalid" : /^0\d/.test(text) ? "ambiguous" : value > max ? above : "valid";
}

/** A name that is not printable ASCII is ambiguous: its length differs in bytes, code units and characters. A parser may trim spaces. */
function nameValidity(text: string): Validity {
  const { min, max } = contractLimits.nameLength;
  if (!/^[\x20-\x7e]+$/.test(text) || text.trim() !== text) return "ambiguous";
  if (text.length < min || text.length > max) return "invalid";
  // A parser may read the text before a colon as an operator.
  return text.includes(":") ? "ambiguous" : "valid";
}
