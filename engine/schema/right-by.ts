import type { JsonSchema, JsonType } from "../../schemas/json-schema.ts";
import { isObject } from "../message/classify.ts";
import { isDateTime, isInt32, isInt64, isUri } from "./string-formats.ts";

/** Whether a value is right. */
type Test = (value: unknown) => boolean;

// A cache and nothing else: a schema is data that never changes.
const made = new WeakMap<JsonSchema, Test>();

/**
 * A first look at a value, for the usual case that all is well: a yes is what the validator would say too, and a no
 * means that the validator has to look. Nothing is compiled for it, which a run of a second cannot afford.
 */
export function rightBy(schema: JsonSchema): Test {
  const known = made.get(schema);
  if (known !== undefined) {
    return known;
  }
  const tests = Object.keys(schema).map((keyword) => KEYWORDS[keyword]?.(schema) ?? never);
  const [first = always, ...more] = tests.filter((test) => test !== always);
  const test: Test =
    more.length === 0 ? first : (value) => first(value) && more.every((other) => other(value));
  made.set(schema, test);
  return test;
}

const always: Test = () => true;
const never: Test = () => false;

/** The keywords that the tables of records are written in. With any other one the answer is no. */
const KEYWORDS: Readonly<Record<string, (schema: JsonSchema) => Test>> = {
  $comment: () => always,
  title: () => always,
  description: () => always,
  type: ({ type }) => (type === undefined ? always : ofType([type].flat())),
  enum: ({ enum: values }) => {
    const allowed = new Set<unknown>(values);
    return (value) => allowed.has(value);
  },
  pattern: ({ pattern = "" }) => {
    const expression = new RegExp(pattern, "u");
    return (value) => typeof value !== "string" || expression.test(value);
  },
  format: ({ format }) => (format === undefined ? always : FORMATS[format]),
  // Missing members are found beside their own tests.
  required: ({ properties, required = [] }) =>
    required.every((name) => properties?.[name] !== undefined) ? always : never,
  properties: members,
  items: ({ items }) => {
    const test = items === undefined ? always : rightBy(items);
    return (value) => !Array.isArray(value) || value.every(test);
  },
};

function members({ properties = {}, required = [] }: JsonSchema): Test {
  const tests = Object.entries(properties).map(([name, schema]) => {
    return { name, test: rightBy(schema), isDue: required.includes(name) };
  });
  return (value) => {
    if (!isObject(value)) {
      return true;
    }
    for (const { name, test, isDue } of tests) {
      const member = value[name];
      if (member === undefined ? isDue : !test(member)) {
        return false;
      }
    }
    return true;
  };
}

const TYPES: Readonly<Record<JsonType, Test>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: (value) => Array.isArray(value),
  null: (value) => value === null,
};

function ofType(types: readonly JsonType[]): Test {
  const [first = "null", second = first, ...more] = types;
  const [isFirst, isSecond] = [TYPES[first], TYPES[second]];
  if (more.length > 0) {
    return (value) => types.some((type) => TYPES[type](value));
  }
  return first === second ? isFirst : (value) => isFirst(value) || isSecond(value);
}

const FORMATS: Readonly<Record<NonNullable<JsonSchema["format"]>, Test>> = {
  "date-time": (value) => typeof value !== "string" || isDateTime(value),
  uri: (value) => typeof value !== "string" || isUri(value),
  int32: (value) => typeof value !== "number" || isInt32(value),
  int64: (value) => typeof value !== "number" || isInt64(value),
};
