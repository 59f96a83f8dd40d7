// The responses of examples, and responses that show nothing, for the tests of all clauses
import { isObject } from "../../engine/message/classify.ts";
import type { ApiResponse } from "../../engine/model/exchange.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";

const isResponse = (made: object): made is ApiResponse => "request" in made && "body" in made;

export function responsesIn(made: unknown): readonly ApiResponse[] {
  if (Array.isArray(made)) return made.flatMap(responsesIn);
  if (!isObject(made)) return [];
  return isResponse(made) ? [made] : Object.values(made["responses"] ?? made).flatMap(responsesIn);
}

/** A success in which every member that the contract names is null. */
export const nulls = (endpoint: Endpoint): object =>
  Object.fromEntries(Object.keys(operations[endpoint].success.properties ?? {}).map((name) => [name, null]));
