import { expect, test } from "vitest";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { reportPage } from "../../reports/html/page.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { mixedResult } from "./samples.ts";

test("a service that shows the sign of a profile gets one line that names it, wherever the result is read", async () => {
  const plain = mixedResult();
  const result = { ...plain, resembles: [{ profile: "hiero-mirror-node", title: "Hiero mirror node" }] };
  for (const told of [
    async (of: typeof plain) => summaryText(of, undefined, paintFor({}, {})),
    async (of: typeof plain) => summaryMarkdown(of),
    async (of: typeof plain) => await reportPage(of),
  ]) {
    expect((await told(result)).match(/try \\?-\\?-profile hiero\\?-mirror\\?-node/g)).toHaveLength(1);
    expect(await told(plain)).not.toContain("hiero");
  }
});
