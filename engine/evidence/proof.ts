import { isObject } from "../message/classify.ts";
import type { ApiResponse, Violation } from "../model/exchange.ts";
import type { Excerpt, PageFacts } from "../model/clause-results.ts";
import { present, shortened } from "../model/model.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { nextIn, resolveNext } from "../clauses/pagination.ts";
import { operations } from "../../schemas/operations.ts";
import { LosslessNumber, stringify } from "lossless-json";
import { parseExactly, stepsOf, valueAt } from "../message/body.ts";
import { tryOrUndefined } from "../model/cannot-run.ts";
import { LONGEST_FIELD_VALUE } from "../schema/fields.ts";

const LONGEST_KEY = 200;

/**
 * The violating response, those with which it is `compared` and, for a page that a link led to, the page with the link and the first page.
 */
export function responsesProving(
  allResponses: readonly ApiResponse[],
  violating: ApiResponse,
  compared: readonly ApiResponse[],
): readonly ApiResponse[] {
  const preceding = precedingPage(allResponses, violating);
  const needed = new Set([
    violating,
    ...compared,
    ...(preceding === undefined ? [] : [preceding, firstPage(allResponses, preceding)]),
  ]);
  return allResponses.filter((response) => needed.has(response));
}

/** The page whose link led to `page`; undefined for a first page, and if no response before it has such a link. */
function precedingPage(allResponses: readonly ApiResponse[], page: ApiResponse): ApiResponse | undefined {
  if (page.request.fromOrigin !== true) return undefined;
  const leads = (response: ApiResponse): boolean =>
    resolveNext(nextIn(response), response).some(({ url }) => url === page.url);
  return allResponses.slice(0, allResponses.indexOf(page)).findLast(leads);
}

function firstPage(allResponses: readonly ApiResponse[], page: ApiResponse): ApiResponse {
  const preceding = precedingPage(allResponses, page);
  return preceding === undefined ? page : firstPage(allResponses, preceding);
}

/** The values that identify the rows of a page, such as `account`; undefined if the response is not a page of a list. */
function keysOfRows({ request, body: { value: body } }: ApiResponse): readonly unknown[] | undefined {
  const { list } = operations[request.endpoint];
  const rows = list !== undefined && isObject(body) ? body[list.rows] : undefined;
  return list === undefined || !Array.isArray(rows)
    ? undefined
    : rows.map((row: unknown) => (isObject(row) ? row[list.identity] : row));
}

const keyText = (value: unknown, redact: Redact): string =>
  (value === undefined ? "absent" : JSON.stringify(redactDeep(value, redact))).slice(0, LONGEST_KEY);

/** Number of rows that an excerpt shows before and after the marked one. */
const ROWS_AROUND = 2;

/**
 * The identities of the rows around the row that a violation is about, which is marked; if the violating response lacks this row, a line
 * for it is inserted where it belongs. Undefined if the violation is about no row, or if a response other than `violating` lacks it.
 */
export function excerptOfRows(
  response: ApiResponse,
  { pointer, rowFault }: Pick<Violation, "pointer" | "rowFault">,
  violating: ApiResponse,
  redact: Redact,
): Excerpt | undefined {
  const keys = keysOfRows(response);
  const violatingIndex = Number(/^\/\w+\/(\d+)/.exec(pointer)?.[1]);
  const violatingKey: unknown = keysOfRows(violating)?.[violatingIndex];
  const row = rowFault?.row ?? (violatingKey === undefined ? undefined : JSON.stringify(violatingKey));
  if (keys === undefined || rowFault === undefined || row === undefined) return undefined;
  const foundIndex =
    response === violating && rowFault.row === undefined ? violatingIndex : indexOfRow(keys, row);
  const isAbsent = foundIndex < 0 && response === violating;
  const index = isAbsent ? (Number.isNaN(violatingIndex) ? keys.length : violatingIndex) : foundIndex;
  if (index < 0) return undefined;
  const start = Math.max(0, index - ROWS_AROUND);
  const end = index + ROWS_AROUND + 1;
  const textOf = (key: unknown): string => keyText(key, redact);
  const leading = [...omittedLines(start), ...keys.slice(start, index).map(textOf)];
  const following = keys.slice(isAbsent ? index : index + 1, end).map(textOf);
  const trailing = [...following, ...omittedLines(keys.length - end)];
  const lines = [...leading, redact(row).slice(0, LONGEST_KEY), ...trailing];
  return { lines, marked: leading.length, ...(isAbsent ? { absent: isAbsent } : {}) };
}

const indexOfRow = (keys: readonly unknown[], row: string): number =>
  keys.findIndex((key) => key !== undefined && JSON.stringify(key) === row);

/** Describes a page by its rows and its link; `{}` if the response is not a page of a list. */
export function describePage(response: ApiResponse, redact: Redact): { readonly page?: PageFacts } {
  const keys = keysOfRows(response);
  if (keys === undefined) return {};
  const textOf = (value: unknown) => (value === undefined ? undefined : keyText(value, redact));
  const [first, last, next] = [keys[0], keys.at(-1), nextIn(response)].map(textOf);
  const isFromLink = response.request.fromOrigin;
  return { page: { rows: keys.length, ...present({ first, last, next, isFromLink }) } };
}

/** Number of members that are shown before and after the value of a violation. */
const NEIGHBOURS = 6;

export const parseTree = (text: string) => tryOrUndefined(() => parseExactly(text));

/**
 * The members around the value at `pointer`, one in each line, and the index of the line of the value, which is `(absent)` if there is
 * none. Undefined if the text is not JSON, if the pointer is empty, or if no object or array could contain the value.
 */
export function excerptAt(tree: ReturnType<typeof parseTree>, pointer: string): Excerpt | undefined {
  const step = stepsOf(pointer).at(-1);
  const parentPointer = pointer.slice(0, pointer.lastIndexOf("/"));
  const container = valueAt(tree?.value, parentPointer);
  const isContainer = typeof container === "object" && !(container instanceof LosslessNumber);
  if (step === undefined || !isContainer || container === null) return undefined;
  const isArray = Array.isArray(container);
  const nameOf = (key: string): string => (isArray ? `[${key}]` : JSON.stringify(key));
  const members = Object.entries(container);
  const foundIndex = members.findIndex(([key]) => key === step);
  const start = Math.max(0, foundIndex - NEIGHBOURS);
  const end = Math.max(0, foundIndex) + 1 + NEIGHBOURS;
  const opening = `${parentPointer === "" ? "the body" : parentPointer}: ${isArray ? "[" : "{"}`;
  const leading = [opening, ...omittedLines(start)];
  const neighbours = members
    .slice(start, end)
    .map(([key, value]) => `  ${nameOf(key)}: ${shortened(stringify(value) ?? "", LONGEST_FIELD_VALUE)}`);
  const absent = foundIndex < 0 ? [`  ${nameOf(step)}: (absent)`] : [];
  const trailing = [...omittedLines(members.length - end), ...absent, isArray ? "]" : "}"];
  const lines = [...leading, ...neighbours, ...trailing];
  return { lines, marked: foundIndex < 0 ? lines.length - 2 : leading.length + foundIndex - start };
}

const omittedLines = (size: number): readonly string[] => (size > 0 ? [`  … ${size} more`] : []);
