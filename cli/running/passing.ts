import { clearLine, cursorTo } from "node:readline";
import { count, countOf } from "../../reports/words/numbers.ts";
import type { Judging } from "../../relay/judging.ts";

const EVERY_MS = 1_000;

/** Shows in one line of a terminal what passed so far; says nothing elsewhere. */
export function startPassing(judging: Pick<Judging, "standing">, stream: NodeJS.WriteStream) {
  if (!stream.isTTY) {
    return { stop: () => undefined };
  }
  const clear = (): void => {
    clearLine(stream, 0);
    cursorTo(stream, 0);
  };
  let shown = "";
  const timer = setInterval(() => {
    const { passed, judged, broken } = judging.standing();
    const text = `  ${countOf(passed, "exchange")} passed, ${count(judged)} looked at, ${countOf(broken, "clause")} broken`;
    if (text !== shown) {
      shown = text;
      clear();
      stream.write(text);
    }
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      clear();
    },
  };
}
