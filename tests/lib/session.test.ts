import { afterAll, beforeAll, expect, test } from "vitest";
import { CannotRun, clauses, openSession, reference, type Reference, type Session } from "../../lib/index.ts";

let server: Reference;
let session: Session;

beforeAll(async () => {
  server = await reference.start({ fault: "tokens-decimals-as-text-on-last-page" });
  session = await openSession(server.target, { level: "smoke", seed: 1 });
});

afterAll(async () => {
  await session.close();
  await server.close();
});

test("a clause is data, and is judged alone over a session", async () => {
  const clause = clauses("4.4-name-with-token-id");
  expect(await clause).toMatchObject({
    id: "4.4-name-with-token-id",
    section: "4.4",
    statement: expect.any(String),
  });
  expect(await clause.run(session)).toMatchObject({ id: "4.4-name-with-token-id", outcome: "pass" });
});

test("one that sends nothing has its endpoint asked for it", async () => {
  const alone = await openSession(server.target, { level: "smoke", seed: 1 });
  try {
    const { outcome, violations } = await clauses("2.3-decimals").run(alone);
    expect([outcome, violations[0]?.expected]).toStrictEqual(["fail", "an integer"]);
    expect(await clauses("2.5-timestamp").run(alone)).toMatchObject({ outcome: "pass" });
  } finally {
    await alone.close();
  }
});

test("known deviations are applied, and what is not there is said", async () => {
  const known = [{ clause: "2.3-decimals", reason: "text on the last page" }];
  const { verifyUrl: _verify, ...target } = server.target;
  const knowing = await openSession(target, { level: "smoke", seed: 1, known });
  try {
    expect(await clauses("2.3-decimals").run(knowing)).toMatchObject({ outcome: "known" });
    expect(await clauses("2.9-result-entry-address").run(knowing)).toMatchObject({ outcome: "notExercised" });
  } finally {
    await knowing.close();
  }
});

test("an id that there is not, what is no session, and a target that is not there are told", async () => {
  await expect(clauses("2.3-decimalz").run(session)).rejects.toThrow("did you mean 2.3-decimals");
  await expect(clauses("2.3-decimalz")).rejects.toBeInstanceOf(CannotRun);
  await expect(clauses("2.3-decimals").run({ close: async () => undefined })).rejects.toThrow("openSession");
  await expect(openSession({ baseUrl: "http://127.0.0.1:9" })).rejects.toThrow("connection was refused");
});
