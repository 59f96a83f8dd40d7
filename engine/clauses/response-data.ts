// The data in the responses of a case: equal data in two attempts show that a failure does not come from changed data
import { createHash } from "node:crypto";
import { operations } from "../../schemas/operations.ts";
import type { Inputs, PrerequisiteNames } from "./declare.ts";
import { rowsIn } from "./pagination.ts";
import { isObject, isSuccess } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import { memoizeByObject } from "../model/model.ts";

/** The members that rows have in the contract. Only these are compared: any further or nested member may be a counter or a clock. */
const ROW_MEMBERS = Object.values(operations).flatMap(({ list, success }) =>
  list === undefined ? [] : Object.keys(success.properties?.[list.rows]?.items?.properties ?? {}),
);

interface ReceivedResponses {
  readonly responses: readonly ApiResponse[];
}

type RowTexts = (rows: readonly unknown[]) => readonly string[];

export const rowsInOrder: RowTexts = memoizeByObject((rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row, ROW_MEMBERS) ?? ""),
);

/** Sorted, because rows with equal sort keys may change places between requests (interpretation 16). */
export const rowsInAnyOrder: RowTexts = (rows) => rowsInOrder(rows).toSorted();

/** The status of an error, the text of a record, or the rows of a list: other members around them may change. */
export function dataOf(response: ApiResponse, textsOf: RowTexts): unknown {
  const { list } = operations[response.request.endpoint];
  if (!isSuccess(response)) return response.status;
  return list === undefined ? response.body.text : textsOf(rowsIn(response));
}

const listsIn = (prerequisites: Inputs<PrerequisiteNames>): readonly (readonly unknown[])[] =>
  Object.values(prerequisites).flatMap((prerequisite: unknown) =>
    isObject(prerequisite) && Array.isArray(prerequisite["rows"]) ? [prerequisite["rows"]] : [],
  );

/** A hash of the data in the responses of a case and the lists of its prerequisites: equal for two attempts if no data changed. */
export function hashData(
  { responses }: ReceivedResponses,
  prerequisites: Inputs<PrerequisiteNames>,
  textsOf: RowTexts = rowsInAnyOrder,
): string {
  const lists = listsIn(prerequisites).map(textsOf);
  const data = [...responses.map((response) => dataOf(response, textsOf)), ...lists];
  return createHash("sha256").update(JSON.stringify(data)).digest("base64");
}

export const allRows = (
  { responses }: ReceivedResponses,
  prerequisites: Inputs<PrerequisiteNames>,
): readonly string[] => [
  ...new Set([...responses.map(rowsIn), ...listsIn(prerequisites)].flatMap(rowsInOrder)),
];

/** Whether two attempts showed rows, and the same ones: a row that only one of two responses has was not added or removed. */
export const areSameRows = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && one.length === other.length && new Set([...one, ...other]).size === one.length;
