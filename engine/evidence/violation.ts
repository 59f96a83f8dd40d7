import { familyOf } from "../../generators/cases.ts";
import { describe, isServed } from "../message/classify.ts";
import { kindAt } from "../message/known-deviations.ts";
import { valueAt, writtenAt } from "../message/pointer.ts";
import type { Body, Finding, Found, Reply } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { ofLast, oncePer, present } from "../model/model.ts";
import { excerptAt, treeOf } from "./excerpt.ts";
import { pageIn, provingOf, rowsThatMatter } from "./proof.ts";
import type { Excerpt, ReportedExchange, Violation } from "../model/clause-results.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";

/** Characters of an answer's body that a result keeps. */
export const BODY_CUT_AT = 4_000;
/** Characters of any other text of a violation that a result keeps. */
const TEXT_CUT_AT = 2_000;
/** Characters beyond a cut that are looked at for a secret that stands across it. */
const ACROSS = 8_000;
/** Different violations that are kept per clause. */
export const MOST_CAUSES = 50;
/** Names of cases that are told of one cause. */
const MOST_CASES = 24;
/** Characters that are kept of the body of each. */
const EXCHANGE_CUT_AT = 600;
/** Characters of a body that a place is looked for in: taking secrets out of more takes too long. */
const EXCERPT_FROM = 128 * 1024;

/** How exchanges are written down: curl lines and headers without secrets. */
export interface Scribe {
  curl(reply: Reply): string;
  /** Header fields of the request; those that the user configured with what is shown in place of their values. */
  headers(reply: Reply): Readonly<Record<string, string>>;
  readonly redact: Redact;
}

/**
 * The findings of a clause, the same cause in many places folded into its first one. What known deviations cover
 * (`coverage`) is never folded with what they do not.
 */
export function fold(
  found: readonly Found[],
  scribe: Scribe,
  coverage: (finding: Finding, reply: Reply) => KnownDeviation | undefined = () => undefined,
): readonly Violation[] {
  const byCause = new Map<string, Violation>();
  for (const item of found) {
    const { finding, reply } = item;
    const entry = coverage(finding, reply);
    const cause = `${JSON.stringify(entry) ?? ""} ${causeIn(finding, reply)}`;
    const known = byCause.get(cause);
    if (known !== undefined) {
      const occurrences = known.occurrences + (item.times ?? 1);
      byCause.set(cause, { ...known, occurrences, ...casesIn(item, known.cases) });
    } else if (byCause.size < MOST_CAUSES) {
      byCause.set(cause, { ...violationOf(item, scribe, entry), ...casesIn(item) });
    }
  }
  return [...byCause.values()];
}

/** Whether a path is that of a case which fast-check generated, and no name. */
const isGenerated = (path: string): boolean => /^\d+(:\d+)*$/.test(path);

/** The names of cases that show a cause, with one more. */
function casesIn({ path }: Found, cases: readonly string[] = []): Pick<Violation, "cases"> {
  const name = familyOf(path);
  const isNew = name !== "" && !isGenerated(path) && !cases.includes(name) && cases.length < MOST_CASES;
  const all = isNew ? [...cases, name] : cases;
  return all.length === 0 ? {} : { cases: [...all] };
}

/** What two findings of a clause have in common that are the same fault in two places. */
export function causeOf({ pointer, message, kind }: Pick<Violation, "pointer" | "message" | "kind">): string {
  return `${pattern(pointer)} ${message} ${kind ?? ""}`;
}

export function causeIn({ pointer, message }: Finding, { body }: Reply): string {
  return causeOf({ pointer, message, ...present({ kind: kindAt(body.value, pointer) }) });
}

/** A pointer with its array indexes taken out: `/tokens/3/decimals` is `/tokens/{any}/decimals`. */
export function pattern(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** A finding, with the exchange that shows it, as it is written down. */
export function violationOf(
  { finding, reply, path, seed, times = 1, among = [] }: Found,
  scribe: Scribe,
  entry?: KnownDeviation,
): Violation {
  const { ask, url, status, headers, body } = reply;
  const { redact } = scribe;
  const actual = finding.actual === "" ? describe(reply) : asWritten(finding, body);
  const proof = provingOf(among, reply, finding.beside ?? []);
  return {
    message: cutText(finding.message, redact),
    pointer: cutText(finding.pointer, redact),
    expected: cutText(finding.expected, redact),
    actual: cutText(actual, redact),
    ...present({ kind: kindAt(body.value, finding.pointer), fault: body.fault }),
    request: {
      method: ask.method,
      url: cutText(url, redact, BODY_CUT_AT),
      headers: scribe.headers(reply),
      body: ask.body === undefined ? null : cutText(ask.body, redact, BODY_CUT_AT),
    },
    response: {
      status,
      headers: withoutSecrets(redact).headers(headers),
      body: withoutSecrets(redact).body(body),
    },
    curl: scribe.curl(reply),
    ...present({ excerpt: excerptIn(body, finding.pointer, redact) }),
    ...defectIn(finding, reply, proof, redact),
    ...(proof.length > 1 ? { exchanges: exchangesOf(among, proof, { finding, reply }, scribe) } : {}),
    ...(ask.origin === undefined ? {} : { origin: cutText(ask.origin, redact) }),
    expects: ask.expects,
    ...present({ served: isServed(reply) ? true : undefined }),
    seed,
    path,
    occurrences: times,
    ...present({ known: entry?.reason }),
  };
}

/** What came; a number that a double does not hold, as it was written. */
function asWritten({ actual, pointer }: Finding, body: Body): string {
  const written = typeof valueAt(body.value, pointer) === "number" ? writtenAt(body, pointer) : undefined;
  return written !== undefined && Number(written) === Number(actual) ? written : actual;
}

/**
 * The body and header fields of one answer without secrets, worked out once: it may break the clauses of every row, and what
 * a target makes of it may take half a second.
 */
const withoutSecrets = oncePer((redact: Redact) => ({
  body: ofLast(({ text }: Body) => cutText(text, redact, BODY_CUT_AT)),
  tree: ofLast(({ text }: Body) => treeOf(redact(text))),
  headers: ofLast((headers: Reply["headers"]) => redactDeep(headers, (text) => cutText(text, redact))),
}));

/** The place with its surroundings, secrets taken out before anything is taken apart. */
function excerptIn(body: Body, pointer: string, redact: Redact): Excerpt | undefined {
  const isShown = pointer !== "" && body.text.length <= EXCERPT_FROM;
  return isShown ? excerptAt(withoutSecrets(redact).tree(body), pointer) : undefined;
}

/** What is wrong with the rows of a list; with its page where no exchange shows it. */
function defectIn(
  { defect }: Finding,
  reply: Reply,
  proof: readonly Reply[],
  redact: Redact,
): Pick<Violation, "defect" | "page"> {
  return defect === undefined
    ? {}
    : { defect: redactDeep(defect, redact), ...(proof.length > 1 ? {} : pageIn(reply, redact)) };
}

function exchangesOf(
  among: readonly Reply[],
  proof: readonly Reply[],
  { finding, reply: breaking }: Pick<Found, "finding" | "reply">,
  scribe: Scribe,
): readonly ReportedExchange[] {
  return proof.map((reply) => ({
    number: among.indexOf(reply) + 1,
    method: reply.ask.method,
    url: cutText(reply.url, scribe.redact, BODY_CUT_AT),
    curl: scribe.curl(reply),
    status: reply.status,
    body: cutText(reply.body.text, scribe.redact, EXCHANGE_CUT_AT),
    ...pageIn(reply, scribe.redact),
    ...rowsThatMatter(reply, reply === breaking, finding, scribe.redact),
    ...(reply === breaking ? { breaks: true as const } : {}),
    ...(reply !== breaking && finding.beside?.includes(reply) === true ? { beside: true as const } : {}),
  }));
}

/** A request that was judged and kept, and where its record was found. */
export function kept(sample: Reply | undefined, scribe: Scribe): { sample?: string; origin?: string } {
  if (sample === undefined) {
    return {};
  }
  const { origin } = sample.ask;
  const from = origin === undefined ? {} : { origin: cutText(origin, scribe.redact) };
  return { sample: scribe.curl(sample), ...from };
}

/** The beginning of a text, secrets taken out before it is cut. */
function cutText(text: string, redact: Redact, most = TEXT_CUT_AT): string {
  const clean = redact(text.slice(0, most + ACROSS));
  return text.length > most + ACROSS || clean.length > most ? `${copied(clean.slice(0, most))}…` : clean;
}

/** A text of its own: a part that is cut out of a long text would keep all of it in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
