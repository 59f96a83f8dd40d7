import { expect, test } from "vitest";
import { chooseTarget } from "../../engine/target/choose-target.ts";

const SECRET = "hunter2-0815";

test.each([
  `http://h.test/?key=${SECRET}`,
  `http://h.test/#${SECRET}`,
  `ftp://h.test/?key=${SECRET}`,
  `h.test/?key=${SECRET}`,
  `http://alice:${SECRET}@h.test/`,
  `http://alice:a/${SECRET}@h.test/`,
  `http://alice:a?${SECRET}@h.test/`,
  `http:/alice:${SECRET}@h.test/`,
  `http:alice:${SECRET}@h.test/`,
  `alice:${SECRET}@h.test`,
])("a URL that is refused is not shown with what may be a secret: %s", (url) => {
  for (const choose of [
    () => chooseTarget({ baseUrl: url }, {}),
    () => chooseTarget({}, { BASE_URL: url }),
    () => chooseTarget({ verifyUrl: url, baseUrl: "http://h.test" }, {}),
  ]) {
    const message = messageOf(choose);
    expect(message).toMatch(/^(--|BASE_URL)/);
    expect(message).not.toContain(SECRET);
  }
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}
