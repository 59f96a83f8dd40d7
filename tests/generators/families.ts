// Families of malformed values that several formats have.

/** A letter where only digits fit. */
export const SIGNS = ["a letter behind", "a letter in front", "a letter among digits"] as const;

/** Other ways to write a number. */
export const NUMBERS = [
  "a plus",
  "a number in hex",
  "an exponent behind",
  "quotes around",
  "an underscore among digits",
  "a space inside",
  "text",
] as const;

/** White space around a value that has a pattern. */
export const WHITE_SPACE = ["a space in front", "a space behind"] as const;

/** Ways to write an operator that none is. */
export const OPERATORS = [
  "an unknown operator",
  "a doubled operator",
  "an operator without a value",
  "an operator behind the value",
  "an operator as a sign",
  "a letter in front of the operator",
  "no colon",
  "a doubled colon",
  "an equals sign for a colon",
  "a space for a colon",
] as const;

/** Ways to part an id or a time that none is. */
export const DOTS = ["a doubled dot", "a hyphen for a dot", "an underscore for a dot"] as const;

/** More parts than there are. */
export const PARTS = ["a part too many behind", "a part too many in front"] as const;
