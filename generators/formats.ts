// §2.1, §4.3 to §4.8: valid, invalid and ambiguous values of formats with a grammar
import * as fc from "fast-check";
import { grammars, OPERATORS } from "../schemas/grammars.ts";
import type { GrammarForm, Grammar, GrammarPart } from "../schemas/grammars.ts";
import type { PathFormat, QueryFormat } from "../schemas/operations.ts";
import { partPattern } from "../schemas/validity.ts";
import { interleaved, nameIn, computeOnce, ofEachFamily, rotated, uniqueValues } from "./cases.ts";
import type { Cases, NamedCase, Format } from "./cases.ts";
import { editsOf, splitParts, type Edit } from "./edits.ts";
import { parameters } from "./parameters.ts";
import { edited, editsOfBases, inFamilies, invalidEditsNear } from "./refused.ts";

type Digits = Extract<GrammarPart, { kind: "digits" }>;

/** A boundary value of a format of decimal digits; `group` returns the content of one group of digits. */
interface Boundary {
  readonly name: string;
  readonly group: (part: Digits, form: GrammarForm) => string;
}

const few: Boundary["group"] = ({ name, fraction }) =>
  fraction === true ? "5" : /^(?:shard|realm|num without shard and realm)$/.test(name) ? "0" : "1";

/** The boundary values, the most revealing first. */
const FIRST_BOUNDARIES: readonly [Boundary, ...Boundary[]] = [
  { name: "as many digits as possible", group: ({ most }) => "9".repeat(most) },
  // Each group is zeros, or a number after zeros; shard, realm and whole seconds are a single zero.
  {
    name: "as many zeros as possible",
    group: ({ most, name }, { length }) =>
      name === "num without shard and realm"
        ? "1".padStart(most, "0")
        : "0".repeat(/^(?:shard|realm)$/.test(name) || (name === "seconds" && length === 1) ? 1 : most),
  },
  { name: "few digits", group: few },
  { name: "zeros", group: ({ fraction, most }) => "0".repeat(fraction === true ? most : 1) },
];
const LATER_BOUNDARIES: readonly Boundary[] = [
  {
    name: "an ordinary value",
    group: ({ most, zeros, name }) =>
      zeros === true
        ? "1".padStart(most, "0")
        : name === "seconds"
          ? "1700000000"
          : few({ most, name, kind: "digits" }, []),
  },
  {
    name: "the lowest value with as many digits as possible",
    group: ({ most, zeros }) => (zeros === true ? "9" : "1".padEnd(most, "0")),
  },
];

/** The boundary values of an address or a hash, the most revealing first: hex digits that are repeated to its length. */
const HEX_BOUNDARIES = [
  ["zeros", "0"],
  // A service may read such a hash or address as a number.
  ["decimal digits only", "1234567890"],
  ["letters in upper case", "00112233445566778899AABBCCDDEEFF"],
  ["letters in lower case", "00112233445566778899aabbccddeeff"],
  ["letters in both cases", "aAbBcCdDEeFf"],
  ["the highest value", "f"],
  ["letters in both cases", "AabbCcDdeEff"],
] as const;

function textAt(part: GrammarPart, group: Boundary["group"], form: GrammarForm, hex: string): string {
  switch (part.kind) {
    case "digits":
      return group(part, form);
    case "hex":
      return hex.repeat(part.count).slice(0, part.count);
    case "operator":
      return OPERATORS[0];
    default:
      return part.text;
  }
}

const writtenForm = (form: GrammarForm, group: Boundary["group"], hex = "0"): string =>
  form.map((part) => textAt(part, group, form, hex)).join("");

const withoutOperator = ({ forms }: Grammar): readonly GrammarForm[] =>
  forms.filter(([first]) => first?.kind !== "operator");

/** Each operator, and none, with the lowest value in the shortest form and with the highest value in the longest form. */
function endsOf(grammar: Grammar): readonly NamedCase<string>[] {
  const plain = withoutOperator(grammar).toSorted((a, b) => a.length - b.length);
  const lowest = writtenForm(plain[0] ?? [], () => "0");
  const highest = writtenForm(plain.at(-1) ?? [], ({ most }) => "9".repeat(most));
  return [undefined, ...OPERATORS].flatMap((operator) => {
    const [prefix, suffix] = operator === undefined ? ["", ""] : [`${operator}:`, ` with ${operator}`];
    return [
      { name: `the lowest value${suffix}`, value: prefix + lowest },
      { name: `the highest value${suffix}`, value: prefix + highest },
    ];
  });
}

/**
 * Boundary values of each form without an operator, form by form. If the format has no decimal digits: the values of `HEX_BOUNDARIES`.
 * Otherwise: the values of `FIRST_BOUNDARIES`; for each group of digits, a value in which only this group has as many digits as
 * possible; and the values of `LATER_BOUNDARIES`.
 */
function boundariesOf(grammar: Grammar): readonly (readonly NamedCase<string>[])[] {
  return withoutOperator(grammar).map((form, of) => {
    const groups = form.flatMap((part) => (part.kind === "digits" ? [part.name] : []));
    const alone = groups.toReversed().map((name): Boundary => ({
      name: `as many digits of ${name} as possible`,
      group: (part) => (part.name === name ? "9".repeat(part.most) : few(part, [])),
    }));
    const texts =
      groups.length === 0
        ? // The boundary values are rotated, so that each form begins with a different one.
          rotated(HEX_BOUNDARIES, of).map(([name, hex]) => [name, writtenForm(form, few, hex)] as const)
        : [...FIRST_BOUNDARIES, ...alone, ...LATER_BOUNDARIES].map(
            ({ name, group }) => [name, writtenForm(form, group)] as const,
          );
    return texts.map(([name, value]) => ({ name: nameIn(name, value), value }));
  });
}

/** A service may parse each form and each operator separately: each pair has one boundary value; the values take turns. */
const withFilterOperators = (byForm: readonly (readonly NamedCase<string>[])[]) =>
  OPERATORS.flatMap((operator, at) =>
    byForm
      .flatMap((values) => rotated(values, at).slice(0, 1))
      .map(({ name, value }) => ({ name: `with ${operator}, ${name}`, value: `${operator}:${value}` })),
  );

/** Texts of a form. Only groups with `zeros` get leading zeros, because some parsers refuse them in other groups. */
function formTexts(form: GrammarForm): fc.Arbitrary<string> {
  const patterns = form.map((part) =>
    part.kind === "digits" && part.zeros !== true ? `(?:0|[1-9]\\d{0,${part.most - 1}})` : partPattern(part),
  );
  return fc.stringMatching(new RegExp(`^${patterns.join("")}$`));
}

function validOf(grammar: Grammar): Cases<string> {
  const any = grammar.forms.map((form) =>
    formTexts(form).map((value) => ({ name: "a random value", value })),
  );
  const byForm = boundariesOf(grammar);
  const corners = interleaved(byForm);
  const isFilter = grammar.forms.some(([first]) => first?.kind === "operator");
  const first = isFilter
    ? withFilterOperators(byForm)
    : corners.slice(0, Math.min(2 * grammar.forms.length, 4));
  // The boundary values that `first` does not contain, with or without an operator, come before the values that it does.
  const others = rotated(corners, first.length);
  const boundaries = [...first, ...others];
  return { boundaries: uniqueValues(boundaries), middle: fc.oneof(...any) };
}

function anyInvalidEdit(grammar: Grammar): fc.Arbitrary<NamedCase<string>> {
  const ofForm = grammar.forms.map((form) =>
    formTexts(form).chain((text) =>
      fc.constantFrom(...edited(grammar, editsOf(form, splitParts(form, text) ?? []), "invalid")),
    ),
  );
  return fc.oneof(...ofForm).map(({ family, value }) => ({ name: family, value }));
}

const invalidOf = (grammar: Grammar): Cases<string> => ({
  boundaries: invalidEditsNear(grammar, grammar.examples),
  middle: anyInvalidEdit(grammar),
});

/** Edits that are ambiguous in some formats, such as an operator in upper case. */
function ambiguousEditsOf(form: GrammarForm, texts: readonly string[]): readonly Edit[] {
  const lastGroup = form.findLastIndex((part) => part.kind === "digits" && part.zeros !== true);
  return form.flatMap((part, at) => {
    const text = texts[at] ?? "";
    const put = (family: string, by: string): Edit => ({
      family,
      value: [...texts.slice(0, at), by, ...texts.slice(at + 1)].join(""),
    });
    const next = form[at + 1];
    switch (part.kind) {
      case "digits":
        return at === lastGroup && form.length > 1
          ? [
              put("an address instead of a number", `0x${"a1".repeat(20)}`),
              put("a decimal zero", `${text}.0`),
            ]
          : [];
      case "hex":
        return [put("half as many digits again", text + text.slice(0, text.length / 2))];
      case "operator":
        return [put("an uppercase operator", text.toUpperCase()), put("a colon without an operator", "")];
      case "separator":
        return next?.kind === "digits" && next.fraction === true
          ? [...Array.from("xe: "), ""].map((sign) => put("another character instead of the dot", sign))
          : [];
      default:
        return [put("an uppercase prefix", "0X")];
    }
  });
}

function ambiguousOf(grammar: Grammar): readonly NamedCase<string>[] {
  const edits = editsOfBases(grammar, grammar.examples, (form, texts) => [
    ...ambiguousEditsOf(form, texts),
    ...editsOf(form, texts),
  ]);
  return inFamilies(edited(grammar, edits, "ambiguous"));
}

/** Values of two formats for the same parameter: as boundaries, `times` values of `one` for each value of the other. */
function eitherOf(one: Cases<string>, other: Cases<string>, times = 1): Cases<string> {
  const parts = Array.from({ length: times }, (_, part) =>
    one.boundaries.filter((_value, at) => at % times === part),
  );
  return {
    boundaries: uniqueValues(interleaved([...parts, other.boundaries])),
    middle: fc.oneof(one.middle, other.middle),
  };
}

const formatByName = (grammar: Grammar): Format => ({
  ends: computeOnce(() => endsOf(grammar)),
  valid: computeOnce(() => validOf(grammar)),
  invalid: computeOnce(() => invalidOf(grammar)),
  ambiguous: computeOnce(() => ambiguousOf(grammar)),
});

const { contractId, contractAddress, ...others } = grammars;

export const formats = {
  entityId: formatByName(others.entityId),
  entityIdFilter: formatByName(others.entityIdFilter),
  timestampFilter: formatByName(others.timestampFilter),
  topicTimestamp: formatByName(others.topicTimestamp),
  balanceFilter: formatByName(others.balanceFilter),
  evmAddress: formatByName(others.evmAddress),
  contractIdOrAddress: {
    valid: computeOnce(() => eitherOf(validOf(contractId), validOf(contractAddress), 2)),
    invalid: computeOnce(() => eitherOf(invalidOf(contractId), invalidOf(contractAddress))),
    ambiguous: computeOnce(() =>
      uniqueValues(interleaved([ambiguousOf(contractAddress), ambiguousOf(contractId)])),
    ),
  },
  transactionId: formatByName(others.transactionId),
  transactionHash: formatByName(others.transactionHash),
} as const satisfies Readonly<Record<string, Format>>;

/** The formats of parameters by name, without `publicKey`, which may be any text, and without paths other than an EntityId. */
export const FORMAT_NAMES: Readonly<Partial<Record<QueryFormat | PathFormat, Format>>> = {
  EntityId: formats.entityId,
  EntityIdFilter: formats.entityIdFilter,
  BalanceFilter: formats.balanceFilter,
  TimestampFilter: formats.timestampFilter,
  ...parameters,
};

/** The first value of each family of invalid values of a format; none for names, whose validity depends only on their length. */
export const invalidTexts = (format: QueryFormat | PathFormat): readonly string[] =>
  format === "name"
    ? []
    : ofEachFamily(FORMAT_NAMES[format]?.invalid().boundaries ?? [], 1).map(({ value }) => value);
