import { describe, expect, test } from "vitest";
import { findScreen, screened } from "../../engine/discovery/screen.ts";
import { call, type Query } from "../../engine/model/call.ts";
import { drive } from "../../engine/model/drive.ts";
import type { Ask, Reply } from "../../engine/model/exchange.ts";
import { answer, errorBody, SUCCESS } from "../../specs/fixtures/answers.ts";
import { askScreened } from "../../specs/laws/requests/verdicts.ts";

const PARAMETERS = [
  ...screened("token.id", "EntityIdFilter", 6),
  ...screened("limit", "limit", 6),
  ...screened("order", "order", 4),
];
const MALFORMED = new Set(
  PARAMETERS.flatMap(({ name, malformed }) => malformed.map((value) => `${name}=${value}`)),
);
const isMalformed = ([name, value]: Query[number]) => MALFORMED.has(`${name}=${value}`);
const ask = (query: Query): Ask => call("tokens", { query });

/** A target that refuses the parameters that are malformed, and names those of them that it likes. */
function target(naming: (malformed: readonly string[], sent: readonly string[]) => readonly string[]) {
  return async (asked: Ask): Promise<Reply> => {
    const query = [...new URLSearchParams(asked.target.split("?")[1])];
    const malformed = query.filter(isMalformed).map(([name]) => name);
    const sent = query.map(([name]) => name);
    const names = naming(malformed, sent);
    return await Promise.resolve(
      names.length === 0
        ? answer("tokens", 200, SUCCESS.tokens, { query })
        : answer("tokens", 400, errorBody(...names.map((name) => `Invalid parameter: ${name}`)), { query }),
    );
  };
}

async function screenOf(naming: Parameters<typeof target>[0]) {
  return await drive(findScreen(ask, PARAMETERS), target(naming));
}

const each = (malformed: readonly string[]) => malformed;

describe("one request for several malformed parameters", () => {
  test("each malformed value stands in it once, where all are named", async () => {
    const { answer: screen, replies } = await screenOf(each);
    expect(replies).toHaveLength(3);
    for (const { name, malformed } of PARAMETERS) {
      const sent = screen.flat().filter((pair) => pair[0] === name && isMalformed(pair));
      expect(sent.map(([, value]) => value).toSorted()).toEqual([...malformed].toSorted());
    }
    expect(screen).toHaveLength(7);
  });

  test("there is none where the first alone is named: one request shows it", async () => {
    const { answer: screen, replies } = await screenOf((malformed) => malformed.slice(0, 1));
    expect(screen).toEqual([]);
    expect(replies).toHaveLength(1);
  });

  test("there is none where well-formed ones are named as well", async () => {
    const { answer: screen } = await screenOf((malformed, sent) => (malformed.length > 0 ? sent : []));
    expect(screen).toEqual([]);
  });

  test("there is one where a parameter of several is taken, of which it then says nothing", async () => {
    const taking = (malformed: readonly string[]) => malformed.filter((name) => name !== "limit");
    const { answer: screen } = await screenOf(taking);
    expect(screen).not.toEqual([]);
    const asked = async (name: string, value: string): Promise<Ask | undefined> =>
      (await drive(askScreened(screen, [name, value], ask), target(taking))).answer;
    const [limit = ""] = PARAMETERS[1]?.malformed ?? [];
    expect(await asked("limit", limit)).toBeUndefined();
    const [id = ""] = PARAMETERS[0]?.malformed ?? [];
    expect((await asked("token.id", id))?.target).toContain("&limit=");
  });
});
