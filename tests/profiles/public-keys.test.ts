import { expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import { changed } from "../run/check-reference.ts";

const profile = "hiero-mirror-node";

/** A mirror node whose lists are empty if they are filtered by a key. */
const emptied = () =>
  changed(
    /./,
    (body, _path, query) => {
      const [, list] = query.includes("publickey=") ? (/"(tokens|balances)":\[/.exec(body) ?? []) : [];
      const emptyList = { timestamp: null, [list ?? ""]: [], links: { next: null } };
      return list === undefined ? body : JSON.stringify(emptyList);
    },
    { variant: `${profile}-0.160` },
  );

const KEYS = ["4.3-public-key", "4.4-public-key"];

test("a key filter that never selects a row fails if the keys of rows are known", async () => {
  const { baseUrl } = await emptied();
  const { clauses } = await run({ baseUrl }, { profile: [profile], only: KEYS, level: "smoke", seed: 1 });
  expect(clauses.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
    ["failed", "the public key of a holder of the token does not return the balance of the holder"],
    ["failed", "no public key returns a token, neither that of a token nor that of its holder"],
  ]);
});

test("a key filter is inconclusive if no key of a row is known", async () => {
  const { baseUrl } = await emptied();
  const target = { baseUrl, samples: { publicKeys: ["00".repeat(32)] } };
  const names = { tokens: { publicKey: "publickey" }, tokenBalances: { publicKey: "account.publickey" } };
  const { clauses } = await run({ ...target, parameters: names }, { only: KEYS, level: "smoke", seed: 1 });
  expect(clauses.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
    ["inconclusive", expect.stringContaining("none is known to belong to an account of the list")],
    ["inconclusive", expect.stringContaining("the contract does not specify whose key is compared")],
  ]);
});
