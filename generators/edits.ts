// §2.1, §4.6, §4.7, §4.8: values one edit away from a value, made from the parts of its grammar
import type { GrammarForm, GrammarPart } from "../schemas/grammars.ts";
import { partPattern } from "../schemas/validity.ts";

/** A value one edit away from another; a parser treats all edits of one family alike. */
export interface Edit {
  readonly family: string;
  readonly value: string;
  /** The rank of the edit; absent: every parser that accepts it accepts another edit too. */
  readonly rank?: EditRank | undefined;
  /** Whether it is sent for its family. */
  readonly first?: boolean;
}

/** How revealing the edit is. 1 to 3: some parsers accept only this one. 4 and 5: any lenient parser accepts it. */
type EditRank = 1 | 2 | 3 | 4 | 5;

/** The separator of two groups, other characters that a parser may accept in its place, and the most revealing of these. */
interface Separator {
  readonly name: string;
  readonly others: Readonly<Record<string, string>>;
  readonly ranks: Readonly<Record<string, EditRank>>;
}

/** Texts by family. */
type Edits = readonly (readonly [family: string, text: string, rank?: EditRank | undefined])[];

const SEPARATORS = {
  ".": { name: "dot", others: { "a hyphen": "-", "a comma": ",", "an underscore": "_" }, ranks: {} },
  "-": {
    name: "hyphen",
    others: { "an at sign": "@", "an underscore": "_", "a dot": ".", "a space": " " },
    ranks: { "an underscore": 3, "a dot": 3 },
  },
  ":": { name: "colon", others: { "an equals sign": "=", "a space": " " }, ranks: { "a space": 4 } },
} satisfies Readonly<Record<string, Separator>>;

/** The texts of the parts of a value; undefined if it does not have this form. */
export function splitDigits(form: GrammarForm, value: string): readonly string[] | undefined {
  const match = new RegExp(`^${form.map((part) => `(${partPattern(part)})`).join("")}$`).exec(value);
  return match?.slice(1);
}

/** All texts one edit away from a value of this form, including valid and ambiguous texts. */
export function editsOf(form: GrammarForm, texts: readonly string[]): readonly Edit[] {
  const whole = [...withEditedOperators(form, texts), ...surrounded(form, texts), ...withGroups(form, texts)];
  const at = [...form.keys()];
  // The last group comes first, because it distinguishes records; a fraction rarely does.
  const inPlace = at.toReversed().toSorted((a, b) => editWeight(form[a]) - editWeight(form[b]));
  const outside = whole.map(([family, value, rank]) => ({ family, value, rank }));
  const inside = inPlace.flatMap((index) =>
    changesOf(form[index], texts[index] ?? "").flatMap(([family, text, rank]): readonly Edit[] => [
      ...atAllDots(form, texts, index, text).map((value) => ({ family, rank, first: true, value })),
      {
        family,
        rank,
        // Too few or too many digits are edited after a prefix: without one, fewer digits are refused anyway.
        first: rank === 3 && form[index - 1]?.kind === "prefix",
        value: [...texts.slice(0, index), text, ...texts.slice(index + 1)].join(""),
      },
    ]),
  );
  // Decimal digits are accepted by many parsers, so edits around the value come first; hexadecimal values have parsers of their
  // own.
  const isHex = form.some(({ kind }) => kind === "hex");
  return isHex ? [...inside, ...outside] : [...outside, ...inside];
}

/** The value with every dot replaced, if it has several: a parser that accepts another separator accepts it at each place. */
function atAllDots(
  form: GrammarForm,
  texts: readonly string[],
  index: number,
  text: string,
): readonly string[] {
  const isDot = texts.map((one, at) => one === "." && form[at]?.kind === "separator");
  return isDot[index] === true && text.length === 1 && isDot.indexOf(true) !== isDot.lastIndexOf(true)
    ? [texts.map((one, at) => (isDot[at] === true ? text : one)).join("")]
    : [];
}

/** Whether it is a filter on an amount, which has few edits of its own. */
const isCount = (form: GrammarForm): boolean =>
  form.some((part) => part.kind === "digits" && part.name === "balance");

function editWeight(part: GrammarPart | undefined): number {
  return part?.kind !== "digits" ? 0 : part.fraction === true ? 2 : 1;
}

/** Operators as they are written in other languages. */
const SIGN_EDITS: Readonly<Record<string, string>> = {
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  eq: "=",
  ne: "!=",
};

function withEditedOperators(form: GrammarForm, texts: readonly string[]): Edits {
  const [operator = "", , ...rest] = texts;
  const [value, strict] = [rest.join(""), operator.slice(0, 2)];
  return form[0]?.kind === "operator"
    ? [
        ["an unknown operator", `ge:${value}`, 4],
        ["an unknown operator", `like:${value}`, 4],
        ["an operator of other languages", `neq:${value}`, 5],
        ["a slip in the operator", `${strict}t:${value}`],
        ["a doubled operator", `${strict}:${strict}:${value}`, 3],
        ["two operators", `${operator}:${strict === "lt" ? "gt" : "lt"}:${value}`],
        ["an operator without a value", `${operator}:`, 2],
        ["an operator without a value and colon", operator],
        ["an operator behind the value", `${value}:${operator}`],
        ["an operator as a sign", `${SIGN_EDITS[operator] ?? ">="}${value}`],
      ]
    : [["an operator where none belongs", `eq:${texts.join("")}`, 2]];
}

function surrounded(form: GrammarForm, texts: readonly string[]): Edits {
  const start = form[0]?.kind === "operator" ? 2 : 0;
  const [operator, operand] = [texts.slice(0, start).join(""), texts.slice(start).join("")];
  const value = operator + operand;
  const before: Edits = [["a letter before the operator", `z${value}`]];
  // With a single group, a space behind the operator is the same as a space inside the group.
  const hasGroups = form.filter(({ kind }) => kind === "digits").length > 1;
  const behind: Edits = hasGroups ? [["a space behind the operator", `${operator} ${operand}`]] : [];
  return [
    ["a space in front", ` ${value}`, 5],
    ["a space behind", `${value} `, 2],
    ["a tab in front", `\t${value}`],
    ["a tab behind", `${value}\t`],
    ["a letter in front", `${operator}z${operand}`, operator === "" ? 3 : undefined],
    ...(operator === "" ? [] : [...before, ...behind]),
    ["a letter behind", `${value}z`, 1],
    ["quotes around", `${operator}"${operand}"`, 2],
    ["two values with a comma between", `${value},${operand}`, 3],
    ["text", "xyz", isCount(form) ? 3 : 4],
  ];
}

/** A group with its separator added or removed. */
function withGroups(form: GrammarForm, texts: readonly string[]): Edits {
  const first = form.findIndex(({ kind }) => kind === "digits" || kind === "hex");
  const last = form.findLastIndex(({ kind }) => kind === "separator");
  const [front, value] = [texts.slice(0, first).join(""), texts.slice(first).join("")];
  // No minus sign before zero: some parsers read it as zero.
  const negative: Edits = /[1-9]/.test(value) ? [["a negative value", `${front}-${value}`, 2]] : [];
  if (last < first) {
    const others: Edits =
      form[first]?.kind === "hex"
        ? [["three parts in front", `0.0.0.${front}${value}`, 2]]
        : [
            ["a comma among digits", `${front}${value.slice(0, 1)},${value.slice(1)}`],
            ["a fraction", `${front}${value}.5`, isCount(form) ? 3 : undefined],
          ];
    return [...negative, ...others];
  }
  const [lead, more] = [2, 4].map((count) => texts.slice(first, first + count).join(""));
  const cut = texts.slice(first, last).join("");
  const hasFraction = form.some((part) => part.kind === "digits" && part.fraction === true);
  // A transaction id without its last part is more revealing than an entity id without it.
  const isTransaction = form.some((part) => part.kind === "separator" && part.text === "-");
  return [
    ...negative,
    ["a part too many behind", `${front}${value}${texts.slice(last).join("")}`, 3],
    ["a part too many in front", `${front}${lead}${value}`, isTransaction ? 3 : undefined],
    ["a checksum behind", `${front}${value}-vfmkw`],
    ["no part in front", `${front}${value.slice(lead?.length)}`, 3],
    ["no two parts in front", `${front}${value.slice(more?.length)}`, 3],
    ["no part behind", front + cut, isTransaction ? 3 : 5],
    // A parser of fractions accepts an empty fraction sooner than a trailing dot.
    ...(hasFraction ? [["a separator without a fraction", `${front}${cut}${texts[last]}`, 3] as const] : []),
    ["a separator behind", `${front}${value}${texts[last]}`, isTransaction || hasFraction ? undefined : 3],
    ["a separator in front", `${front}${texts[last]}${value}`],
    ...inARow(form, texts, first),
    ...whereSeparatorsChange(form, texts, first),
  ];
}

/** A fraction without its dot, with one digit more than a pattern with an unescaped dot would accept. */
function inARow(form: GrammarForm, texts: readonly string[], first: number): Edits {
  const [whole, , fraction] = form.slice(first);
  if (whole?.kind !== "digits" || fraction?.kind !== "digits" || fraction.fraction !== true) {
    return [];
  }
  const most = whole.most + 1 + fraction.most;
  const digits = texts
    .slice(first)
    .filter((_, at) => at % 2 === 0)
    .join("");
  const front = texts.slice(0, first).join("");
  return [[`${most + 1} digits in a row`, front + digits.padEnd(most + 1, "0"), 3]];
}

/** For a value whose groups are separated by two characters. */
function whereSeparatorsChange(form: GrammarForm, texts: readonly string[], first: number): Edits {
  const at = texts.findIndex(
    (text, index) => index > first + 2 && form[index]?.kind === "separator" && text !== texts[index - 2],
  );
  const alike = texts.map((text, index) =>
    index > first && form[index]?.kind === "separator" ? texts[at] : text,
  );
  const [before, behind] = [texts.slice(0, at).join(""), texts.slice(at).join("")];
  return at === -1
    ? []
    : [
        ["a part too many inside", `${before}${texts.slice(at - 2, at).join("")}${behind}`, 3],
        ["one separator for all", alike.join(""), 3],
      ];
}

const PREFIX_CHANGED: Edits = [
  ["a prefix in capitals", "0X", 4],
  ["a doubled prefix", "0x0x", 2],
  ["half a prefix", "x", 2],
];

function changesOf(part: GrammarPart | undefined, text: string): Edits {
  switch (part?.kind) {
    case "digits":
      return digitsChanged(part, text);
    case "hex":
      return hexChanged(part.count, text);
    case "separator":
      return separatorChanged(part.text);
    default:
      return part?.kind === "prefix" ? PREFIX_CHANGED : [];
  }
}

function separatorChanged(separator: keyof typeof SEPARATORS): Edits {
  const { name, others, ranks }: Separator = SEPARATORS[separator];
  return [
    ...(separator === "." ? [] : [[`no ${name}`, "", separator === ":" ? 2 : undefined] as const]),
    [`a doubled ${name}`, separator + separator],
    ...Object.entries(others).map(([other, sign]) => [`${other} for a ${name}`, sign, ranks[other]] as const),
  ];
}

/** If possible, a lenient parser still reads the same number. */
function digitsChanged(part: Extract<GrammarPart, { kind: "digits" }>, text: string): Edits {
  const { name, most } = part;
  const filled = part.fraction === true ? text.padEnd(most + 1, "0") : text.padStart(most + 1, "0");
  // A padded fraction denotes the same time.
  const isFilled = part.zeros === true && part.fraction !== true && text.length === most;
  const signed: Edits = [
    ["a minus", `-${text}`, 5],
    ["a plus", `+${text}`, 3],
  ];
  const [head, tail] = [text.slice(0, 1), text.slice(1)];
  const marked: Edits = [["an underscore among digits", `${head}_${tail}`, 3]];
  return [
    [`no ${name}`, "", name === "realm" ? 3 : undefined],
    [`${most + 1} digits of ${name}`, filled, name === "num alone" ? undefined : 3],
    // A parser that truncates to the maximum number of digits reads the original value.
    [
      isFilled ? `a digit too many behind ${name}` : "a digit too many behind",
      (text.replace(/^0$/, "") + "1234567890".repeat(3)).slice(0, most + 1),
      isFilled ? 3 : undefined,
    ],
    ["a letter behind a part", `${text}z`],
    ["a letter among digits", `${head}k${tail}`, 5],
    ["a letter in front of digits", `a${text}`],
    ...(tail === "" ? [] : marked),
    ["letters in place of digits", "abc"],
    ...(/[1-9]/.test(text) ? signed : []),
    ["a number in hex", `0x${BigInt(text).toString(16)}`, 3],
    ["an exponent behind", `${text}e0`, 2],
    ["a space inside", ` ${text}`],
  ];
}

function hexChanged(count: number, text: string): Edits {
  const [start, end] = [text.slice(0, count / 2), text.slice(count / 2)];
  return [
    // A parser of numbers accepts a value without its first digits; a parser of prefixes accepts a value without its last ones.
    [`${count - 1} hex digits`, text.slice(1), 2],
    [`${count - 2} hex digits`, text.slice(0, -2)],
    [`${count - 4} hex digits`, text.slice(4), 3],
    [`${count + 1} hex digits`, `${text}0`, count === 40 ? 3 : 2],
    [`${count + 2} hex digits`, `${text}00`],
    [`${count + 3} hex digits`, `${text}000`, 3],
    ["a hex digit too many in front", `0${text}`],
    ["a hex digit too few behind", text.slice(0, -1)],
    ["no hex digits", ""],
    ["no hex digit first", `g${text.slice(1)}`],
    ["no hex digit inside", `${start}g${end.slice(1)}`, 4],
    ["no hex digit last", `${text.slice(0, -1)}g`],
    ["a space inside", `${start} ${end}`],
  ];
}
