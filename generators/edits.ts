// §2.1, §4.6, §4.7, §4.8: values one edit away from a value, made from the parts of its grammar
import type { GrammarForm, GrammarPart } from "../schemas/grammars.ts";
import { partPattern } from "../schemas/validity.ts";

/** A value one edit away from another; a parser treats all edits of one family alike. */
export interface Edit {
  readonly family: string;
  readonly value: string;
}

type Edits = readonly (readonly [family: string, text: string])[];

/** The separators of two groups, each with other characters that a parser may accept in its place. */
const SEPARATORS: Readonly<
  Record<SeparatorText, { readonly name: string; readonly others: Readonly<Record<string, string>> }>
> = {
  ".": { name: "dot", others: { "a hyphen": "-", "a comma": ",", "an underscore": "_" } },
  "-": { name: "hyphen", others: { "an at sign": "@", "an underscore": "_", "a dot": ".", "a space": " " } },
  ":": { name: "colon", others: { "an equals sign": "=", "a space": " " } },
};

type SeparatorText = Extract<GrammarPart, { kind: "separator" }>["text"];

/** The texts of the parts of a value; undefined if it does not have this form. */
export function splitParts(form: GrammarForm, value: string): readonly string[] | undefined {
  const match = new RegExp(`^${form.map((part) => `(${partPattern(part)})`).join("")}$`).exec(value);
  return match?.slice(1);
}

/** All texts one edit away from a value of this form, including valid and ambiguous texts. */
export function editsOf(form: GrammarForm, texts: readonly string[]): readonly Edit[] {
  const whole = [...surrounded(form, texts), ...withEditedOperators(form, texts), ...withGroups(form, texts)];
  // The last group comes first, because it distinguishes records; a fraction rarely does.
  const inPlace = [...form.keys()]
    .toReversed()
    .toSorted((a, b) => editWeight(form[a]) - editWeight(form[b]))
    .flatMap((index) =>
      changesOf(form[index], texts[index] ?? "").flatMap(([family, text]) =>
        [...atAllDots(form, texts, index, text), texts.with(index, text).join("")].map(
          (value) => [family, value] as const,
        ),
      ),
    );
  return [...whole, ...inPlace].map(([family, value]) => ({ family, value }));
}

/** The value with every dot replaced, if it has several: a parser that accepts another separator accepts it at each place. */
function atAllDots(form: GrammarForm, texts: readonly string[], index: number, text: string) {
  const isDot = texts.map((one, at) => one === "." && form[at]?.kind === "separator");
  return isDot[index] === true && text.length === 1 && isDot.indexOf(true) !== isDot.lastIndexOf(true)
    ? [texts.map((one, at) => (isDot[at] === true ? text : one)).join("")]
    : [];
}

function editWeight(part: GrammarPart | undefined): number {
  return part?.kind !== "digits" ? 0 : part.fraction === true ? 2 : 1;
}

function withEditedOperators(form: GrammarForm, texts: readonly string[]): Edits {
  const [operator = "", , ...rest] = texts;
  const [value, strict] = [rest.join(""), operator.slice(0, 2)];
  return form[0]?.kind === "operator"
    ? [
        ["an unknown operator", `ge:${value}`],
        ["an unknown operator", `like:${value}`],
        ["an operator of another language", `neq:${value}`],
        ["a doubled operator", `${strict}:${strict}:${value}`],
        ["two operators", `${operator}:${strict === "lt" ? "gt" : "lt"}:${value}`],
        ["an operator without a value", `${operator}:`],
        ["an operator without a value and colon", operator],
        ["an operator after the value", `${value}:${operator}`],
        ["an operator as a sign", `>=${value}`],
        ["a space before the colon", `${operator} :${value}`],
      ]
    : [["an operator where none is allowed", `eq:${texts.join("")}`]];
}

function surrounded(form: GrammarForm, texts: readonly string[]): Edits {
  const start = form[0]?.kind === "operator" ? 2 : 0;
  const [operator, operand] = [texts.slice(0, start).join(""), texts.slice(start).join("")];
  const value = operator + operand;
  const before: Edits = [["a letter before the operator", `z${value}`]];
  // With a single group, a space after the operator is the same as a space inside the group.
  const hasGroups = form.filter(({ kind }) => kind === "digits").length > 1;
  const behind: Edits = hasGroups ? [["a space after the operator", `${operator} ${operand}`]] : [];
  return [
    ["a letter at the end", `${value}z`],
    ["a space at the start", ` ${value}`],
    ["a space at the end", `${value} `],
    ["a letter at the start", `${operator}z${operand}`],
    ...(operator === "" ? [] : [...before, ...behind]),
    ["quotation marks", `${operator}"${operand}"`],
    ["two values with a comma between them", `${value},${operand}`],
    ["letters only", "xyz"],
  ];
}

/** Edits that add or remove a part of a value, a separator, a sign or a checksum. */
function withGroups(form: GrammarForm, texts: readonly string[]): Edits {
  const first = form.findIndex(({ kind }) => kind === "digits" || kind === "hex");
  const last = form.findLastIndex(({ kind }) => kind === "separator");
  const [front, value] = [texts.slice(0, first).join(""), texts.slice(first).join("")];
  // There is no edit `-0`: some parsers read it as zero.
  const negative: Edits = /[1-9]/.test(value) ? [["a negative value", `${front}-${value}`]] : [];
  if (last < first) {
    const others: Edits =
      form[first]?.kind === "hex"
        ? [["three extra parts at the start", `0.0.0.${front}${value}`]]
        : [
            ["a comma between digits", `${front}${value.slice(0, 1)},${value.slice(1)}`],
            ["a fraction", `${front}${value}.5`],
          ];
    return [...negative, ...others];
  }
  const [lead, more] = [2, 4].map((count) => texts.slice(first, first + count).join(""));
  const cut = texts.slice(first, last).join("");
  const hasFraction = form.some((part) => part.kind === "digits" && part.fraction === true);
  return [
    ...negative,
    ["an extra part at the end", `${front}${value}${texts.slice(last).join("")}`],
    ["an extra part at the start", `${front}${lead}${value}`],
    ["a checksum at the end", `${front}${value}-vfmkw`],
    ["the first part missing", `${front}${value.slice(lead?.length)}`],
    ["the first two parts missing", `${front}${value.slice(more?.length)}`],
    ["the last part missing", front + cut],
    // A parser of fractions more likely accepts an empty fraction than a dot after a complete fraction.
    ...(hasFraction ? [["a separator without a fraction", `${front}${cut}${texts[last]}`] as const] : []),
    ["a separator at the end", `${front}${value}${texts[last]}`],
    ["a separator at the start", `${front}${texts[last]}${value}`],
    ...withoutSeparators(form, texts, first),
    ...whereSeparatorsChange(form, texts, first),
  ];
}

/** A fraction without its dot, with one digit more than a pattern with an unescaped dot would accept. */
function withoutSeparators(form: GrammarForm, texts: readonly string[], first: number): Edits {
  const [whole, , fraction] = form.slice(first);
  if (whole?.kind !== "digits" || fraction?.kind !== "digits" || fraction.fraction !== true) return [];
  const most = whole.most + 1 + fraction.most;
  const digits = texts
    .slice(first)
    .filter((_, at) => at % 2 === 0)
    .join("");
  const front = texts.slice(0, first).join("");
  return [[`${most + 1} digits in a row`, front + digits.padEnd(most + 1, "0")]];
}

/** The edits of a value whose groups are separated by two different characters. */
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
        ["an extra part in the middle", `${before}${texts.slice(at - 2, at).join("")}${behind}`],
        ["the same separator everywhere", alike.join("")],
      ];
}

const PREFIX_CHANGED: Edits = [
  ["an uppercase prefix", "0X"],
  ["a doubled prefix", "0x0x"],
  ["half a prefix", "x"],
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
  const { name, others } = SEPARATORS[separator];
  return [
    ...(separator === "." ? [] : [[`no ${name}`, ""] as const]),
    [`a doubled ${name}`, separator + separator],
    ...Object.entries(others).map(([other, sign]) => [`${other} instead of a ${name}`, sign] as const),
  ];
}

/** Edits of a group of digits. Where possible, a lenient parser still reads the same number. */
function digitsChanged(part: Extract<GrammarPart, { kind: "digits" }>, text: string): Edits {
  const { name, most } = part;
  const filled = part.fraction === true ? text.padEnd(most + 1, "0") : text.padStart(most + 1, "0");
  const isFilled = part.zeros === true && part.fraction !== true && text.length === most;
  const signed: Edits = [
    ["a minus sign", `-${text}`],
    ["a plus sign", `+${text}`],
  ];
  const [head, tail] = [text.slice(0, 1), text.slice(1)];
  const marked: Edits = [["an underscore between digits", `${head}_${tail}`]];
  return [
    [`no ${name}`, ""],
    [`${most + 1} digits of ${name}`, filled],
    // If the group has the maximum number of digits, a parser that truncates the longer one reads the original value.
    [
      isFilled ? `an extra digit at the end of ${name}` : "an extra digit at the end",
      (text.replace(/^0$/, "") + "1234567890".repeat(3)).slice(0, most + 1),
    ],
    ["a letter at the end of a part", `${text}z`],
    ["a letter between digits", `${head}k${tail}`],
    ["a letter before digits", `a${text}`],
    ...(tail === "" ? [] : marked),
    ["letters instead of digits", "abc"],
    ...(/[1-9]/.test(text) ? signed : []),
    ["a hexadecimal number", `0x${BigInt(text).toString(16)}`],
    ["an exponent at the end", `${text}e0`],
    ["a space inside", ` ${text}`],
  ];
}

function hexChanged(count: number, text: string): Edits {
  const [start, end] = [text.slice(0, count / 2), text.slice(count / 2)];
  return [
    // A parser of numbers accepts a value without its first digits; a parser of prefixes accepts a value without its last ones.
    [`${count - 1} hex digits`, text.slice(1)],
    [`${count - 2} hex digits`, text.slice(0, -2)],
    [`${count - 4} hex digits`, text.slice(4)],
    [`${count + 1} hex digits`, `${text}0`],
    [`${count + 2} hex digits`, `${text}00`],
    [`${count + 3} hex digits`, `${text}000`],
    ["an extra hex digit at the start", `0${text}`],
    ["a hex digit missing at the end", text.slice(0, -1)],
    ["the hex digits missing", ""],
    ["a non-hex letter at the start", `g${text.slice(1)}`],
    ["a non-hex letter in the middle", `${start}g${end.slice(1)}`],
    ["a non-hex letter at the end", `${text.slice(0, -1)}g`],
    ["a space inside", `${start} ${end}`],
  ];
}
