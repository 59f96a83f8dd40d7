import { expect, test } from "vitest";
import { noEffect } from "../../engine/discovery/parameter-probe.ts";
import { answer, errorBody } from "../../specs/fixtures/answers.ts";

test("an assumed name that takes no value is told as such, and not as one without effect", () => {
  const refusal = answer("tokens", 400, errorBody("Invalid parameter: limit"), { query: [["limit", "1"]] });
  expect(noEffect("tokens.limit", "limit").message).toContain('"limit" shows no effect');
  expect(noEffect("tokens.limit", "limit", refusal).message).toMatch(
    /"limit" does not take a value: status 400 with the error "Invalid parameter: limit".* \(request: GET "\/api\/v1\/tokens\?limit=1"\)$/,
  );
});
