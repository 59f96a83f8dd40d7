// A clause that sends requests passes only by responses that show what it compares, or says in its declaration why not
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { AskingClause, Proof } from "../../engine/clauses/clause.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { isSuccess } from "../../engine/message/classify.ts";
import { isUndecided, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";
import { answer } from "../../specs/fixtures/answers.ts";
import { MADE_UP } from "../../specs/fixtures/target.ts";
import { walkOf } from "../../specs/fixtures/walks.ts";
import type { Walked } from "../../specs/laws/lists/walked.ts";

const { asking } = await loadCatalogue();

/** A success in which every member that the contract names is null. */
const nulls = (endpoint: Endpoint): object =>
  Object.fromEntries(Object.keys(operations[endpoint].success.properties ?? {}).map((name) => [name, null]));

/** A list without rows; of an endpoint without a list the record of nulls. */
function withoutRows(endpoint: Endpoint): object {
  const { list } = operations[endpoint];
  return list === undefined ? nulls(endpoint) : { [list.rows]: [], links: { next: null } };
}

const NOTHING = { "has no member": () => ({}), "is null in every member": nulls, "has no row": withoutRows };

const isPass = (judgement: Judgement): boolean => !isUndecided(judgement) && judgement.length === 0;
/** Its response is one record, by whose members records are told apart; a verification has none. */
const isOfRecords = ({ endpoint }: AskingClause): boolean =>
  operations[endpoint].list === undefined && operations[endpoint].service !== "verify";

/** Whether the clause may pass by responses of this kind. */
function mayPass(clause: AskingClause, kind: string): boolean {
  const { admits, emptyPass } = clause;
  const isAbsence = emptyPass === "absence" && (kind === "has no member" || !isOfRecords(clause));
  return admits !== undefined || emptyPass === "acceptance" || emptyPass === "status" || isAbsence;
}

const kinds = Object.entries(NOTHING);
const alone = asking.filter(({ family }) => family === undefined);
const strict = kinds.flatMap(([kind, body]) =>
  alone
    .filter((clause) => !mayPass(clause, kind))
    .map(({ id, endpoint, accepts }) => ({
      id,
      kind,
      accepts,
      reply: answer(endpoint, 200, body(endpoint)),
    })),
);

it.each(strict)("$id does not pass where each response $kind", async ({ accepts, reply }) => {
  const judged = await Promise.all(accepts.map((proof) => proof.judge(MADE_UP, () => reply)));
  expect(judged.filter(isPass)).toEqual([]);
});

/** The responses of an example, in the order of the requests. */
function responsesOf({ made }: Proof): readonly Reply[] {
  const { replies } = { replies: made, ...Object(made) };
  return Array.isArray(replies) ? replies : [];
}

/** Several records, the first of which the others are compared with. */
function comparesRecords(proof: Proof): boolean {
  const replies = responsesOf(proof);
  return replies.length > 1 && replies.every(isSuccess);
}

const comparing = alone
  .filter((clause) => isOfRecords(clause) && !mayPass(clause, "is null in every member"))
  .flatMap(({ id, endpoint, accepts }) => accepts.map((proof, at) => ({ id, at, endpoint, proof })))
  .filter(({ proof }) => comparesRecords(proof));

it.each(comparing)(
  "$id does not pass by example $at where each record behind the first is null in every member",
  async ({ proof, endpoint }) => {
    const reply = answer(endpoint, 200, nulls(endpoint));
    const judged = await proof.judge(MADE_UP, (place) => (place > 0 ? reply : undefined));
    expect(isPass(judged)).toBe(false);
  },
);

/** Clauses for which an empty list behind the first response is right, and why. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {
  "4.3-token-elsewhere": "a token of another shard has no balances",
  "4.4-account-id-elsewhere": "an account of another shard selects no tokens",
  "4.4-name-complete": "it shows how many rows a search has at most",
  "4.5-timestamp-earlier": "there are no earlier fees",
};

const hasRows = (reply: Reply): boolean => isSuccess(reply) && rowsIn(reply).length > 0;
const comparingLists = alone
  .filter(({ id, endpoint }) => operations[endpoint].list !== undefined && MAY_BE_EMPTY[id] === undefined)
  .filter((clause) => !mayPass(clause, "has no row"))
  .flatMap(({ id, endpoint, accepts }) => accepts.map((proof, at) => ({ id, at, endpoint, proof })))
  .filter(({ proof }) => responsesOf(proof).length > 1 && responsesOf(proof).every(hasRows));

it.each(comparingLists)(
  "$id does not pass by example $at where each list behind the first has no row",
  async ({ proof, endpoint }) => {
    const reply = answer(endpoint, 200, withoutRows(endpoint));
    const judged = await proof.judge(MADE_UP, (place) => (place > 0 ? reply : undefined));
    expect(isPass(judged)).toBe(false);
  },
);

interface Example {
  readonly answer: Walked;
  readonly value: unknown;
}
const isExample = (made: unknown): made is Example => "walk" in Object(Object(made).answer);

const families = asking.filter(({ family, emptyPass }) => family !== undefined && emptyPass === undefined);

describe.each(families)("$id does not pass by pages", ({ endpoint, accepts, check }) => {
  const examples = accepts.map(({ made }) => made).filter(isExample);

  it.each(["null", "refused"] as const)("without rows that end in %s", (end) => {
    const walk = walkOf(endpoint, [[]], end);
    const judged = examples.map(({ answer: walked, value }) =>
      check({ ...walked, walk, selection: [], listed: [] }, value),
    );
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.filter(isPass)).toEqual([]);
  });
});

const excused = alone.filter(({ emptyPass }) => emptyPass !== undefined);

it.each(excused)("$id needs its emptyPass: it passes by such responses", async ({ endpoint, accepts }) => {
  const judged = await Promise.all(
    kinds.flatMap(([, body]) =>
      accepts.map((proof) => proof.judge(MADE_UP, () => answer(endpoint, 200, body(endpoint)))),
    ),
  );
  expect(judged.some(isPass)).toBe(true);
});
