import { describe, expect, test } from "vitest";
import type { Ask, Reply } from "../../engine/model/exchange.ts";
import { createProvider } from "../../engine/discovery/provider.ts";
import { plainSettings } from "../plain-settings.ts";
import { answer, errorBody } from "../../specs/fixtures/answers.ts";

const ROWS = [
  { account: "0.0.7", balance: 1 },
  { account: "0.0.8", balance: 2 },
];
const LAST_PAGE = { links: { next: null } };

/** A target with some tokens, of which one is held; notes whose balances it was asked for. */
function target(tokens: number, held: number, tokenIds: readonly string[] = [], broken?: Reply) {
  const asked = new Set<string>();
  const list = Array.from({ length: tokens }, (_, index) => ({ token_id: `0.0.${index + 1}` }));
  const send = async (ask: Ask): Promise<Reply> => {
    const [, id] = /tokens\/([^/]+)\/balances/.exec(ask.target) ?? [];
    if (id === undefined) {
      return answer("tokens", 200, { tokens: list, ...LAST_PAGE });
    }
    asked.add(id);
    return (
      broken ?? answer("tokenBalances", 200, { balances: id === `0.0.${held}` ? ROWS : [], ...LAST_PAGE })
    );
  };
  const file = { baseUrl: "http://127.0.0.1", samples: { tokenIds: [...tokenIds] } };
  const settings = plainSettings(file, "smoke", 1, []);
  const provider = createProvider(settings, () => send);
  const token = async () => (await provider.resolve({ token: "tokenWithHolders" })).token;
  return { asked, token };
}

describe("the token whose balances are judged", () => {
  test("is looked for down the list, until one is held by several accounts", async () => {
    const { asked, token } = target(60, 8);
    expect(await token()).toBe("0.0.8");
    expect(asked.size).toBe(11);
  });

  test("is the first of the list at once where that one is held", async () => {
    const { asked, token } = target(60, 1);
    expect(await token()).toBe("0.0.1");
    expect([...asked]).toStrictEqual(["0.0.1"]);
  });

  test("is not looked for without end", async () => {
    const { asked, token } = target(100, 99);
    expect(await token()).toBe("0.0.1");
    expect(asked.size).toBe(41);
  });

  test("is the one of the target file where that one is held", async () => {
    const { asked, token } = target(60, 500, ["0.0.500"]);
    expect(await token()).toBe("0.0.500");
    expect([...asked]).toStrictEqual(["0.0.500"]);
  });

  test.each([
    ["no JSON", answer("tokenBalances", 200, '{"balances":[],}')],
    ["without balances", answer("tokenBalances", 200, LAST_PAGE)],
    ["an accident", answer("tokenBalances", 500, "")],
  ])(
    "is one of the list where all answers are %s: they are judged, not passed over",
    async (_what, broken) => {
      expect(await target(3, 1, [], broken).token()).toBe("0.0.1");
    },
  );

  test("is not one that the target says to be without balances", async () => {
    const missing = answer("tokenBalances", 404, errorBody("Not found"));
    await expect(target(3, 1, [], missing).token()).rejects.toThrow(
      "add samples.tokenIds to the target file",
    );
  });

  test("is not exercised where the target has none", async () => {
    await expect(target(0, 1).token()).rejects.toThrow("add samples.tokenIds to the target file");
  });
});
