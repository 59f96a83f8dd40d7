import type { WatchingClause, AskingClause } from "../../engine/clauses/clause.ts";
import { isUndecided, type Finding, type Reply } from "../../engine/model/exchange.ts";
import { broken, valid, written } from "../../engine/schema/example-values.ts";
import type { BodyRows, RecordRows } from "../../engine/schema/fields.ts";
import { present } from "../../engine/model/model.ts";
import { published } from "../../schemas/json-schema.ts";

/** An answer, or several, that a clause accepts or refuses; from the samples that prove its check. */
export interface Example {
  /** What is wrong with it; absent where it is accepted. */
  readonly name?: string;
  /** The generated value that it belongs to. */
  readonly value?: string;
  readonly answers: readonly ReturnType<typeof answerOf>[];
  /** What the check says of it. */
  readonly finding?: ReturnType<typeof wordsOf>;
}

/** The first accepted and the first refused sample. */
export function examplesOf({ accepts, rejects, check }: AskingClause) {
  const { name, sample } = firstOf(rejects);
  const judgement = check(sample.answer, sample.value);
  const finding = isUndecided(judgement) ? undefined : judgement[0];
  return { accepted: exampleOf(firstOf(accepts).sample), refused: { name, ...exampleOf(sample, finding) } };
}

/** The same of a clause that only watches. */
export function examplesWatched({ accepts, rejects, check }: WatchingClause) {
  const { name, sample: answer } = firstOf(rejects);
  return {
    accepted: exampleOf({ answer: accepts[0] }),
    refused: { name, ...exampleOf({ answer }, check(answer)[0]) },
  };
}

function firstOf<T>(samples: Readonly<Record<string, T>> | readonly T[]) {
  const [first] = Object.entries(samples);
  if (first === undefined) {
    throw new Error("a clause has samples of both kinds: tested");
  }
  const [name, sample] = first;
  return { name, sample };
}

function exampleOf(
  { answer, value }: { readonly answer: unknown; readonly value?: unknown },
  finding?: Finding,
): Example {
  const isShown = typeof value === "string" || typeof value === "number";
  return {
    answers: [...new Set(repliesIn(answer))].map(answerOf),
    ...present({ value: isShown ? String(value) : undefined, finding: finding && wordsOf(finding) }),
  };
}

const wordsOf = ({ message, pointer, expected, actual }: Finding) => ({ message, pointer, expected, actual });

/** One answer of a sample, with what it is an answer to. */
function answerOf({ ask, status, body }: Reply) {
  return { request: `${ask.method} ${ask.target}`, status, body: body.text };
}

/** The answers inside of what a clause makes of them: a pair, the pages of a walk, a list. */
function repliesIn(value: unknown): readonly Reply[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return isReply(value) ? [value] : Object.values(value).flatMap(repliesIn);
}

const isReply = (value: object): value is Reply => "ask" in value && "status" in value && "body" in value;

/** A row of a table: where it stands in a body, what its value must be, and values of both kinds, as JSON texts. */
export type RowExplanation = NonNullable<ReturnType<typeof explainRow>>;

/** What the table clause of this id demands; undefined where the table has none. */
export function explainRow(body: BodyRows, id: string) {
  const row = body.all.find((other) => other.id === id);
  if (row === undefined) {
    return undefined;
  }
  const { schema, nullable, expected } = row;
  const faults = Object.entries(broken(schema)).map(([name, value]) => ({ name, value: written(value) }));
  const absent: { readonly name: string; readonly value?: string } = { name: "absent" };
  return {
    pointers: pointersTo(body.root, id, ""),
    expected,
    schema: published(schema),
    accepted: [written(valid(schema)), ...(nullable ? ["null"] : [])],
    refused: [absent, ...faults, ...(nullable ? [] : [{ name: "null", value: "null" }])],
  };
}

function pointersTo({ rows }: RecordRows, id: string, above: string): readonly string[] {
  return rows.flatMap(({ id: own, name, kind, record }) => {
    const place = `${above}/${name}`;
    const inside = kind === "records" ? `${place}/*` : place;
    return [...(own === id ? [place] : []), ...(record === undefined ? [] : pointersTo(record, id, inside))];
  });
}
