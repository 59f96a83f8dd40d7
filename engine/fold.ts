import { describe } from "./classify.ts";
import type { Found } from "./judge.ts";
import type { Violation } from "./results.ts";
import type { Reply } from "./exchange.ts";

/** Characters of an answer's body that a result keeps. */
export const BODY_CUT_AT = 4_000;
/** Different violations that are kept per clause. */
const MOST = 50;

/** How exchanges are written down: curl lines and headers without secrets. */
export interface Scribe {
  curl(reply: Reply): string;
  /** Names of the headers that the user configured for the service. */
  headerNames(reply: Reply): readonly string[];
}

/** The findings of a clause, the same cause in many places folded into its first one. */
export function fold(found: readonly Found[], scribe: Scribe): readonly Violation[] {
  const byCause = new Map<string, Violation>();
  for (const item of found) {
    const { finding } = item;
    const cause = `${pattern(finding.pointer)} ${finding.message} ${kindOfText(finding.actual)}`;
    const known = byCause.get(cause);
    if (known !== undefined) {
      byCause.set(cause, { ...known, occurrences: known.occurrences + 1 });
    } else if (byCause.size < MOST) {
      byCause.set(cause, violation(item, scribe));
    }
  }
  return [...byCause.values()];
}

/** A pointer with its array indexes taken out: `/tokens/3/decimals` is `/tokens/{any}/decimals`. */
export function pattern(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** Values of one kind are one cause. */
function kindOfText(actual: string): string {
  return /^[a-z ]+/i.exec(actual)?.[0] ?? actual.charAt(0);
}

function violation({ finding, reply, path, seed }: Found, scribe: Scribe): Violation {
  const headers = Object.fromEntries(scribe.headerNames(reply).map((name) => [name, "***"]));
  const { text } = reply.body;
  return {
    message: finding.message,
    pointer: finding.pointer,
    expected: finding.expected,
    actual: finding.actual === "" ? describe(reply) : finding.actual,
    request: { method: reply.ask.method, url: reply.url, headers, body: reply.ask.body ?? null },
    response: { status: reply.status, headers: reply.headers, body: cutText(text) },
    curl: scribe.curl(reply),
    seed,
    path,
    occurrences: 1,
  };
}

function cutText(text: string): string {
  return text.length > BODY_CUT_AT ? `${text.slice(0, BODY_CUT_AT)}…` : text;
}
