import type { Sample, WatchingClause, AskingClause } from "../../engine/clauses/clause.ts";
import { isUndecided, type Finding, type Reply } from "../../engine/model/exchange.ts";
import { broken, valid, written } from "../../engine/schema/example-values.ts";
import type { BodyRows, RecordRows } from "../../engine/schema/fields.ts";
import { published, type JsonSchema } from "../../schemas/json-schema.ts";

/** An answer, or several, that a clause accepts or refuses; from the samples that prove its check. */
export interface Example {
  /** What is wrong with it; absent where it is accepted. */
  readonly name?: string;
  /** The generated value that it belongs to. */
  readonly value?: string;
  readonly answers: readonly ReturnType<typeof answerOf>[];
  /** What the check says of it. */
  readonly finding?: Pick<Finding, "message" | "pointer" | "expected" | "actual">;
}

/** The first accepted and the first refused sample. */
export interface Examples {
  readonly accepted: Example;
  readonly refused: Example;
}

export function examplesOf({ accepts, rejects, check }: AskingClause): Examples {
  const [name = "", refused] = Object.entries(rejects)[0] ?? [];
  const [accepted] = accepts;
  if (accepted === undefined || refused === undefined) {
    throw new Error("a clause has samples of both kinds: tested");
  }
  const judgement = check(refused.answer, refused.value);
  return {
    accepted: exampleOf(accepted),
    refused: { name, ...exampleOf(refused), ...findingOf(isUndecided(judgement) ? [] : judgement) },
  };
}

export function examplesWatched({ accepts, rejects, check }: WatchingClause): Examples {
  const [name = "", refused] = Object.entries(rejects)[0] ?? [];
  return {
    accepted: { answers: [answerOf(accepts[0])] },
    refused: {
      name,
      answers: refused === undefined ? [] : [answerOf(refused)],
      ...findingOf(refused === undefined ? [] : check(refused)),
    },
  };
}

function exampleOf({ answer, value }: Sample<unknown, unknown>): Example {
  const shown = typeof value === "string" || typeof value === "number" ? { value: String(value) } : {};
  return { ...shown, answers: [...new Set(repliesIn(answer))].map(answerOf) };
}

function findingOf(findings: readonly Finding[]): Pick<Example, "finding"> {
  const [first] = findings;
  if (first === undefined) {
    return {};
  }
  const { message, pointer, expected, actual } = first;
  return { finding: { message, pointer, expected, actual } };
}

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

/** A row of a table: where it stands in a body, what its value must be, and values of both kinds. */
export interface RowExplanation {
  /** Places in a success body, `*` for each item of a list. */
  readonly pointers: readonly string[];
  readonly expected: string;
  readonly schema: JsonSchema;
  /** JSON texts. */
  readonly accepted: readonly string[];
  readonly refused: readonly { readonly name: string; readonly value?: string }[];
}

/** What the table clause of this id demands; undefined where the table has none. */
export function explainRow(body: BodyRows, id: string): RowExplanation | undefined {
  const row = body.all.find((other) => other.id === id);
  if (row === undefined) {
    return undefined;
  }
  const { schema, nullable, expected } = row;
  const faults = Object.entries(broken(schema)).map(([name, value]) => ({ name, value: written(value) }));
  return {
    pointers: pointersTo(body.root, id, ""),
    expected,
    schema: published(schema),
    accepted: [written(valid(schema)), ...(nullable ? ["null"] : [])],
    refused: [{ name: "absent" }, ...faults, ...(nullable ? [] : [{ name: "null", value: "null" }])],
  };
}

function pointersTo({ rows }: RecordRows, id: string, above: string): readonly string[] {
  return rows.flatMap(({ id: own, name, kind, record }) => {
    const place = `${above}/${name}`;
    const inside = kind === "records" ? `${place}/*` : place;
    return [...(own === id ? [place] : []), ...(record === undefined ? [] : pointersTo(record, id, inside))];
  });
}
