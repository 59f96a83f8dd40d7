import type { JsonSchema } from "../../schemas/json-schema.ts";
import * as formats from "../../schemas/formats.ts";

/** What a value must be, in words: "an EntityId or null", "one of \"0x0\", \"0x1\"". */
export function describeSchema(schema: JsonSchema): string {
  if (schema.enum !== undefined) {
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  if (schema.type === undefined) {
    return "there, with any value";
  }
  const types: readonly string[] = [schema.type].flat();
  const main = types.find((type) => type !== "null") ?? "null";
  const described = describeMain(main, schema);
  if (!types.includes("null")) {
    return described;
  }
  return main === "array" ? `null, or ${described}` : `${described} or null`;
}

function describeMain(main: string, schema: JsonSchema): string {
  if (main === "array") {
    const title = schema.items?.title?.replaceAll("-", " ");
    const items = schema.items === undefined ? "anything" : describeSchema(schema.items);
    return title === undefined ? `an array, each item ${items}` : `an array of ${title} objects`;
  }
  if (main === "object") {
    return schema.properties === undefined ? "an object" : "one object";
  }
  const name = schema.format ?? patternName(schema.pattern) ?? main;
  const article = /^[aeiou]/i.test(name) && !name.startsWith("uri") ? "an" : "a";
  return `${article} ${name}${schema.minimum === undefined ? "" : ` of at least ${schema.minimum}`}`;
}

const PATTERN_NAMES: Readonly<Record<string, string>> = {
  [formats.ENTITY_ID.source]: "EntityId",
  [formats.TIMESTAMP.source]: "Timestamp",
  [formats.EVM_ADDRESS.source]: "EvmAddress",
  [formats.HEX.source]: "hex string that starts with 0x",
  [formats.TRANSACTION_ID_FORM.source]: "shard.realm.num-seconds-nanoseconds string",
};

function patternName(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : (PATTERN_NAMES[pattern] ?? `string matching ${pattern}`);
}
