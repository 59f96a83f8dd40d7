// A clause that sends requests passes only by responses that show what it compares, or says in its declaration why not
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { SendingClause } from "../../engine/clauses/clause.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { isSuccess, hasSuccessBody } from "../../engine/message/classify.ts";
import { isInconclusive, type CheckResult, type ApiResponse } from "../../engine/model/exchange.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { FAKE_TARGET } from "../../specs/examples/target.ts";
import { examplePages } from "../../specs/examples/pages.ts";
import type { ParameterContext } from "../../generators/covering.ts";
import { combinedClauses } from "../../specs/4.1-lists/combined.clauses.ts";
import { pageClauses } from "../../specs/4.1-lists/pages.clauses.ts";
import { nulls, responsesIn } from "./example-responses.ts";
import type { PagesRead } from "../../specs/kit/lists/pages-read.ts";
import { run } from "../../lib/run.ts";
import { testReference } from "../tools/own.ts";

const { sending } = await loadCatalogue();

/** A list without rows; of an endpoint without a list the record of nulls. */
function withoutRows(endpoint: Endpoint): object {
  const { list } = operations[endpoint];
  return list === undefined ? nulls(endpoint) : { [list.rows]: [], links: { next: null } };
}

const NOTHING = { "has no member": () => ({}), "is null in every member": nulls, "has no row": withoutRows };

const isPass = (checkResult: CheckResult): boolean =>
  !isInconclusive(checkResult) && checkResult.length === 0;
/** Endpoints whose response is one record with an identifying member; a verification has none. */
const isOfRecords = ({ endpoint }: SendingClause): boolean =>
  operations[endpoint].list === undefined && operations[endpoint].service !== "verify";

/** Whether the clause may pass by responses of this kind. */
function mayPass(clause: SendingClause, kind: string): boolean {
  const { acceptsParameter, emptyPass } = clause;
  const isAbsence = emptyPass === "absence" && (kind === "has no member" || !isOfRecords(clause));
  return acceptsParameter !== undefined || emptyPass === "acceptance" || emptyPass === "status" || isAbsence;
}

const kinds = Object.entries(NOTHING);
const alone = sending.filter(({ family }) => family === undefined);
const strict = kinds.flatMap(([kind, body]) =>
  alone
    .filter((clause) => !mayPass(clause, kind))
    .map(({ id, endpoint, passes }) => {
      return { id, kind, passes, response: responseOf(endpoint, 200, body(endpoint)) };
    }),
);

it.each(strict)("$id does not pass if each response $kind", async ({ passes, response }) => {
  const checked = await Promise.all(passes.map((example) => example.check(FAKE_TARGET, () => response)));
  expect(checked.filter(isPass)).toEqual([]);
});

/** The examples of clauses that compare the first response with other ones, all of which show something. */
const comparing = (
  clauses: readonly SendingClause[],
  kind: keyof typeof NOTHING,
  isShown: (response: ApiResponse) => boolean,
) =>
  clauses
    .filter((clause) => !mayPass(clause, kind))
    .flatMap(({ id, endpoint, passes }) => passes.map((example, at) => ({ id, at, endpoint, example, kind })))
    .filter(({ example }) => responsesIn(example.content).length > 1)
    .filter(({ example }) => responsesIn(example.content).every(isShown));

/** Clauses for which an empty list after the first response is correct, with the reason. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {
  "4.3-token-elsewhere": "a token of another shard has no balances",
  "4.4-account-id-elsewhere": "an account of another shard selects no tokens",
  "4.4-name-complete": "it shows how many rows a search has at most",
  "4.5-timestamp-earlier": "there are no earlier fees",
};
const needsRows = ({ id, endpoint }: SendingClause): boolean =>
  operations[endpoint].list !== undefined && MAY_BE_EMPTY[id] === undefined;
const hasRows = (response: ApiResponse): boolean => isSuccess(response) && rowsIn(response).length > 0;

it.each([
  ...comparing(alone.filter(isOfRecords), "is null in every member", isSuccess),
  ...comparing(alone.filter(needsRows), "has no row", hasRows),
])("$id does not pass with example $at if each later response $kind", async ({ example, endpoint, kind }) => {
  const response = responseOf(endpoint, 200, NOTHING[kind](endpoint));
  const checked = await example.check(FAKE_TARGET, (place) => (place > 0 ? response : undefined));
  expect(isPass(checked)).toBe(false);
});

interface ListExample {
  readonly response: PagesRead;
  readonly value: ParameterContext;
}
const isExample = (content: unknown): content is ListExample =>
  "pagedList" in Object(Object(content).response);

const families = [...pageClauses, ...combinedClauses].filter(({ emptyPass }) => emptyPass === undefined);

it("knows every family", () => {
  const ids = new Set([...pageClauses, ...combinedClauses].map(({ id }) => id));
  expect(sending.filter(({ id, family }) => family !== undefined && !ids.has(id))).toEqual([]);
});

describe.each(families)("$id does not pass if the pages show nothing", ({ endpoint, passes, check }) => {
  const examples = passes.map(({ content }) => content).filter(isExample);

  it.each(["null", "refused"] as const)("without rows that end in %s", (end) => {
    const pagedList = examplePages(endpoint, [[]], end);
    const checked = examples.map(({ response: pagesRead, value }) =>
      check({ ...pagesRead, pagedList, selection: [], listed: [] }, value),
    );
    expect(checked.length).toBeGreaterThan(0);
    expect(checked.filter(isPass)).toEqual([]);
  });
});

const excused = alone.filter(({ emptyPass }) => emptyPass !== undefined);

it.each(excused)("$id needs its emptyPass: it passes with such responses", async ({ endpoint, passes }) => {
  const checked = await Promise.all(
    kinds.flatMap(([, body]) =>
      passes.map((example) => example.check(FAKE_TARGET, () => responseOf(endpoint, 200, body(endpoint)))),
    ),
  );
  expect(checked.some(isPass)).toBe(true);
});

// A success body under another status than 200 is described by its status: the record or the list is there.

async function textsOf({ passes }: SendingClause): Promise<readonly string[]> {
  const texts = passes.flatMap(({ content, check }) =>
    [...responsesIn(content).entries()]
      .filter(([, response]) => hasSuccessBody(response))
      .map(([at, response]) => {
        const changed = { ...response, status: 203 };
        return check(FAKE_TARGET, (place, of) => (place === at || place >= of ? changed : undefined));
      }),
  );
  return (await Promise.all(texts)).flatMap((checkResult) =>
    isInconclusive(checkResult)
      ? [checkResult.reason]
      : checkResult.map(({ message, expected, actual }) => `${message}: ${expected}, ${actual}`),
  );
}

/** Texts that are untrue of a response that shows the record or the list. */
const UNTRUE =
  /not found by|finds no record|not accepted|neither a success|not succeed|refused as|as an error/;

it.each(alone)("$id does not call a success with status 203 an absence or an error", async (clause) => {
  expect((await textsOf(clause)).filter((text) => UNTRUE.test(text))).toStrictEqual([]);
});

it("does not cover the clause on the status of a plain request by a known deviation of another clause", async () => {
  const { target } = await testReference({ fault: "fees-status-203" });
  const known = [{ clause: "4.5-success-status", reason: "the proxy changes the status" }];
  const only = ["4.5-success-status", "4.5-answers-200"];
  const { clauses } = await run(target, { level: "smoke", seed: 1, only, known });
  expect(clauses.map(({ id, outcome }) => [id, outcome])).toEqual([
    ["4.5-answers-200", "failed"],
    ["4.5-success-status", "known"],
  ]);
});
