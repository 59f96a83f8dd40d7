// A success body under another status than 200 is described by its status: the record or the list is there.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { AskingClause } from "../../engine/clauses/clause.ts";
import { isServed, isObject } from "../../engine/message/classify.ts";
import { isUndecided, type Reply } from "../../engine/model/exchange.ts";
import { MADE_UP } from "../../specs/fixtures/target.ts";

const { asking } = await loadCatalogue();

const isReply = (made: object): made is Reply => "ask" in made;

function repliesIn(made: unknown): readonly Reply[] {
  if (Array.isArray(made)) {
    return made.flatMap(repliesIn);
  }
  return !isObject(made) ? [] : isReply(made) ? [made] : repliesIn(made["replies"]);
}

/** What a clause says if one response of an example that passes it, and that shows a success, has status 203. */
async function textsOf({ accepts }: AskingClause): Promise<readonly string[]> {
  const texts = accepts.flatMap(({ made, judge }) =>
    repliesIn(made).flatMap((reply, at) =>
      isServed(reply)
        ? [
            judge(MADE_UP, (place, of) =>
              place === at || place >= of ? { ...reply, status: 203 } : undefined,
            ),
          ]
        : [],
    ),
  );
  return (await Promise.all(texts)).flatMap((judgement) =>
    isUndecided(judgement)
      ? [judgement.undecided]
      : judgement.map(({ message, expected, actual }) => `${message}: ${expected}, ${actual}`),
  );
}

/** What would be untrue of a response that shows the record or the list. */
const UNTRUE =
  /not found by|finds no record|not accepted|neither a success|not succeed|refused as|as an error/;

const clauses = asking.filter(({ family }) => family === undefined);

test.each(clauses.map((clause) => [clause.id, clause] as const))(
  "%s does not call a success with status 203 an absence or an error",
  async (_id, clause) => {
    expect((await textsOf(clause)).filter((text) => UNTRUE.test(text))).toStrictEqual([]);
  },
);
