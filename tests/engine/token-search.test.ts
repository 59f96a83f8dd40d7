import { describe, expect, test } from "vitest";
import type { ApiRequest, ApiResponse } from "../../engine/model/exchange.ts";
import { createProvider } from "../../engine/discovery/provider.ts";
import type { Level } from "../../engine/model/settings.ts";
import { plainSettings } from "../plain-settings.ts";
import { responseOf } from "../../specs/examples/responses.ts";

interface Held {
  /** Accounts of each token by its number; a page has at most three. */
  readonly holders: Readonly<Record<number, number>>;
  readonly tokenIds?: readonly string[];
  readonly broken?: ApiResponse;
  /** null: the service has no limit. */
  readonly limit?: null;
}

/** A target with tokens, some of which have holders. Records the tokens whose balances are requested. */
function target(
  tokens: number,
  { holders, tokenIds = [], broken, ...tokenBalances }: Held,
  level: Level = "smoke",
) {
  const requested = new Set<string>();
  const idsFrom = (numbers: readonly string[]) => numbers.map((number) => ({ token_id: `0.0.${number}` }));
  const list = idsFrom(Array.from({ length: tokens }, (_, index) => String(index + 1)));
  const send = async (request: ApiRequest): Promise<ApiResponse> => {
    const [, token] = /tokens\/0\.0\.(\d+)\/balances/.exec(request.target) ?? [];
    const [, account] = /account\.id=0\.0\.(\d+)/.exec(request.target) ?? [];
    if (token === undefined) {
      const held = Object.keys(holders).filter((number) => Number(account) <= (holders[Number(number)] ?? 0));
      return responseOf("tokens", 200, {
        tokens: account === undefined ? list : idsFrom(held),
        links: { next: null },
      });
    }
    requested.add(`0.0.${token}`);
    const count = holders[Number(token)] ?? 0;
    const limit = Number(/[?&]limit=(\d+)/.exec(request.target)?.[1] ?? 3);
    const after = Number(/[?&]after=(\d+)/.exec(request.target)?.[1] ?? 0);
    const balances = Array.from({ length: Math.min(count - after, limit) }, (_, index) => {
      return { account: `0.0.${after + index + 1}`, balance: 7 };
    });
    const end = after + limit;
    const next = end < count ? `?limit=${limit}&after=${end}` : null;
    const url = `http://127.0.0.1${request.target}`;
    return broken ?? { ...responseOf("tokenBalances", 200, { balances, links: { next } }), request, url };
  };
  const file = {
    baseUrl: "http://127.0.0.1",
    parameters: { tokenBalances },
    samples: { tokenIds: [...tokenIds] },
  };
  const settings = plainSettings(file, level, 1, []);
  const provider = createProvider(settings, send);
  const token = async () => (await provider.resolve({ token: "tokenWithHolders" })).token;
  return { requested, token };
}

const MIDDLE = { 61: 2, 62: 3, 63: 2, 64: 140, 65: 2, 66: 3 };

describe("the token whose balances are tested", () => {
  test("is searched in the whole list until one has several holders", async () => {
    const { requested, token } = target(133, { holders: MIDDLE });
    expect(Object.keys(MIDDLE).map((number) => `0.0.${number}`)).toContain(await token());
    expect(requested.size).toBeLessThan(41);
  });

  test("is searched in a bounded number of tokens", async () => {
    const { requested, token } = target(1000, { holders: { 999: 2 } });
    expect(await token()).toBe("0.0.1");
    expect(requested.size).toBe(40);
  });

  test.each([
    ["standard", 72],
    ["thorough", 300],
  ] as const)("is one of many at %s: the lowest and the highest ids are among %i", async (level, most) => {
    const { requested, token } = target(1000, { holders: MIDDLE, tokenIds: ["0.0.64"] }, level);
    expect(await token()).toBe("0.0.64");
    expect(requested.size).toBe(most);
    const ends = [1, 2, 3, 4, 5, 996, 997, 998, 999, 1000].map((number) => `0.0.${number}`);
    expect([...requested]).toEqual(expect.arrayContaining(ends));
  });

  test("has the longest of several lists with a full first page", async () => {
    const holders = { 3: 5, 7: 90, 8: 70, 9: 2 };
    expect(await target(20, { holders }, "standard").token()).toBe("0.0.7");
    expect(await target(20, { holders, limit: null }, "standard").token()).toBe("0.0.3");
    const longer = { 3: 130, 7: 90, 8: 430, 9: 310 };
    expect(await target(20, { holders: longer }, "standard").token()).toBe("0.0.8");
  });
});
