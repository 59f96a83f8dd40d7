// §2.1, §4.6, §4.7, §4.8: what is one edit away from a value, by the parts that it is written in
import { OPERATORS, type Form, type Part } from "../schemas/grammars.ts";

/** A value next to another; edits of one family are taken or refused alike. */
export interface Edit {
  readonly family: string;
  readonly value: string;
}

/** Texts by family. */
type Changes = readonly (readonly [family: string, text: string])[];

const SEPARATORS = {
  ".": { name: "dot", others: ["-", ",", ":"] },
  "-": { name: "hyphen", others: ["@", "_", ":"] },
  ":": { name: "colon", others: ["=", ".", ";"] },
} as const;

/** The texts of the parts where a value has this form. */
export function split(form: Form, value: string): readonly string[] | undefined {
  const match = new RegExp(`^${form.map((part) => `(${patternOf(part)})`).join("")}$`).exec(value);
  return match?.slice(1);
}

/** Everything one edit away from a value of this form, the good and the open among it. */
export function editsOf(form: Form, texts: readonly string[]): readonly Edit[] {
  const whole = [...withOperators(form, texts), ...around(texts.join("")), ...withGroups(form, texts)];
  const at = [...form.keys()];
  const isGroup = (index: number): boolean => form[index]?.kind === "digits";
  // Of the groups, the last one comes first: it tells records apart.
  const inPlace = [...at.filter((index) => !isGroup(index)), ...at.filter(isGroup).toReversed()];
  return [
    ...whole.map(([family, value]) => ({ family, value })),
    ...inPlace.flatMap((index) =>
      changesOf(form[index], texts[index] ?? "").map(([family, text]) => ({
        family,
        value: [...texts.slice(0, index), text, ...texts.slice(index + 1)].join(""),
      })),
    ),
  ];
}

function patternOf(part: Part): string {
  switch (part.kind) {
    case "digits":
      return `\\d{1,${part.most}}`;
    case "hex":
      return `[\\dA-Fa-f]{${part.count}}`;
    case "operator":
      return OPERATORS.join("|");
    default:
      return part.text.replace(".", "\\.");
  }
}

function withOperators(form: Form, texts: readonly string[]): Changes {
  const [operator = "", , ...rest] = texts;
  const value = rest.join("");
  return form[0]?.kind === "operator"
    ? [
        ["an unknown operator", `ge:${value}`],
        ["an unknown operator", `like:${value}`],
        ["a doubled operator", `${operator}:${operator}:${value}`],
        ["a doubled operator", `${operator}:lt:${value}`],
        ["an operator without a value", `${operator}:`],
        ["an operator without a value", operator],
        ["an operator behind the value", `${value}:${operator}`],
        ["an operator as a sign", `>=${value}`],
      ]
    : [["an operator where none belongs", `eq:${texts.join("")}`]];
}

function around(value: string): Changes {
  return [
    ["a space in front", ` ${value}`],
    ["a space behind", `${value} `],
    ["a tab around", `\t${value}`],
    ["a tab around", `${value}\t`],
    ["a letter in front", `z${value}`],
    ["a letter behind", `${value}z`],
    ["text", "abc"],
  ];
}

/** A group and its separator more or less. */
function withGroups(form: Form, texts: readonly string[]): Changes {
  const first = form.findIndex(({ kind }) => kind === "digits" || kind === "hex");
  const last = form.findLastIndex(({ kind }) => kind === "separator");
  const [front, value] = [texts.slice(0, first).join(""), texts.slice(first).join("")];
  // No minus in front of zero, which stays zero for some.
  const negative: Changes = /[1-9]/.test(value) ? [["a negative value", `${front}-${value}`]] : [];
  if (last < first) {
    return [...negative, ["a fraction", `${front}${value}.5`]];
  }
  const lead = texts.slice(first, first + 2).join("");
  return [
    ...negative,
    ["a part too many", `${front}${value}${texts.slice(last).join("")}`],
    ["a part too many", `${front}${lead}${value}`],
    ["no part in front", `${front}${value.slice(lead.length)}`],
    ["no part behind", texts.slice(0, last).join("")],
    ["a separator around", `${front}${value}${texts[last]}`],
    ["a separator around", `${front}${texts[last]}${value}`],
  ];
}

const PREFIX_CHANGED: Changes = [
  ["a prefix in capitals", "0X"],
  ["a doubled prefix", "0x0x"],
  ["half a prefix", "x"],
];

function changesOf(part: Part | undefined, text: string): Changes {
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

function separatorChanged(separator: keyof typeof SEPARATORS): Changes {
  const { name, others } = SEPARATORS[separator];
  return [
    [`no ${name}`, ""],
    [`a doubled ${name}`, separator + separator],
    ...others.map((other) => [`another sign for a ${name}`, other] as const),
  ];
}

/** Where it can be, a lenient reader of numbers still finds the same number. */
function digitsChanged(part: Extract<Part, { kind: "digits" }>, text: string): Changes {
  const { name, most } = part;
  const filled = part.fraction === true ? text.padEnd(most + 1, "0") : text.padStart(most + 1, "0");
  const signed: Changes = [
    ["a minus", `-${text}`],
    ["a plus", `+${text}`],
  ];
  return [
    [`no ${name}`, ""],
    [`${most + 1} digits of ${name}`, filled],
    ["a number out of range", "1234567890".repeat(3).slice(0, most + 1)],
    [`a letter behind ${name}`, `${text}z`],
    ["a letter among digits", `${text.slice(0, 1)}k${text.slice(1)}`],
    ["a letter among digits", `a${text}`],
    ["text", "abc"],
    ...(/[1-9]/.test(text) ? signed : []),
    ["another notation", `0x${BigInt(text).toString(16)}`],
    ["another notation", `${text}e0`],
    ["a space inside", ` ${text}`],
  ];
}

function hexChanged(count: number, text: string): Changes {
  const [start, end] = [text.slice(0, count / 2), text.slice(count / 2)];
  return [
    ...[1, 2, 3].map((cut) => [`${count - cut} hex digits`, text.slice(cut)] as const),
    ...["0", "00", "000"].map((zeros) => [`${count + zeros.length} hex digits`, text + zeros] as const),
    ["no hex digits", ""],
    ["no hex digit first", `g${text.slice(1)}`],
    ["no hex digit inside", `${start}g${end.slice(1)}`],
    ["no hex digit last", `${text.slice(0, -1)}g`],
    ["a space inside", `${start} ${end}`],
  ];
}
