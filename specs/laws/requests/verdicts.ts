// §7: findings about whole answers, what is judged of an acceptance, a refusal and a missing record, and when an answer
// calls a request malformed
import {
  describe,
  documentedMessages,
  hasOtherStatus,
  isServed,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  obstacleIn,
  speaksOfInvalidParameter,
  wholeAnswer,
} from "../../../engine/message/classify.ts";
import type { Ask, Asker, Finding, Judgement, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { decoded, isUndecided, saidIn } from "../../../engine/model/exchange.ts";
import type { ClauseId } from "../../../engine/clauses/clause.ts";
import { operations } from "../../../schemas/operations.ts";

/** A finding about a whole answer where something is wrong; `beside`: answers that it is compared with. */
export function findingIf(
  wrong: boolean,
  reply: Reply,
  message: string,
  expected: string,
  beside: readonly Reply[] = [],
): readonly Finding[] {
  return wrong ? [{ ...wholeAnswer(reply, message, expected), beside }] : [];
}

/** Why a check cannot decide; `by`: the answer that is in the way. What else is known of it goes before what that shows. */
export function undecided(reason: string, by?: Reply, known: Partial<Undecided> = {}): Undecided {
  const met = by === undefined ? { obstacle: "data" as const } : { by, obstacle: obstacleIn(by) };
  const isOther = by !== undefined && hasOtherStatus(by);
  return { ...met, ...known, undecided: isOther ? `a success has status ${by.status}, not 200` : reason };
}

/** Undecided: the request that another one is compared with, and that has to succeed for it, does not. */
export function undecidedWithout(what: string, came: Reply): Undecided {
  return undecided(`${what} does not succeed: ${describe(came)}`, came);
}

/** The first judgement that finds something or cannot decide. */
export function inTurn(...judges: readonly (() => Judgement)[]): Judgement {
  for (const judge of judges) {
    const judgement = judge();
    if (isUndecided(judgement) || judgement.length > 0) {
      return judgement;
    }
  }
  return [];
}

type Lists = readonly (readonly unknown[])[];

/** Nothing is judged of rows where no list has any. */
export const noRows = (...lists: Lists): Undecided | undefined =>
  lists.every(({ length }) => length === 0) ? undecided("the list has no rows") : undefined;

/** What was judged of rows: nothing, where no list had any and none is at fault all the same. */
export function ofRows(judgement: Judgement, ...lists: Lists): Judgement {
  return (isPass(judgement) ? noRows(...lists) : undefined) ?? judgement;
}

const isPass = (judgement: Judgement): boolean => !isUndecided(judgement) && judgement.length === 0;

/** A check that found no violation is inconclusive where no response shows the `subject`: nothing was compared then. */
export const ifShown = (judgement: Judgement, isShown: boolean, subject: string): Judgement =>
  isPass(judgement) && !isShown ? undecided(`no response shows ${subject}`) : judgement;

/** Asks for each item in turn, one request at a time. */
export async function inSequence<T, A>(
  items: readonly T[],
  ask: (item: T) => Promise<A>,
): Promise<readonly A[]> {
  const answers: A[] = [];
  for (const item of items) {
    answers.push(await ask(item));
  }
  return answers;
}

export async function askBoth(t: Asker, one: Ask, other: Ask): Promise<readonly [Reply, Reply]> {
  const [first, second] = await t.all([one, other]);
  if (first === undefined || second === undefined) {
    throw new Error("not both of two requests had a response");
  }
  return [first, second];
}

/** A request that must be refused, and its twin: the same request with the one value repaired. */
export type Refusal = Readonly<Record<"refused" | "twin", Reply>>;

/** Asks both; the twin is asked once per run. */
export async function askRefusal(t: Asker, refused: Ask, twin: Ask): Promise<Refusal> {
  const malformed: Ask = { ...refused, expects: "refusal" };
  const [reply, repaired] = await askBoth(t, malformed, twin);
  return { refused: reply, twin: repaired };
}

/** Whether a request is refused with an error that names the malformed parameter. */
export function isRefusedByName(reply: Reply, faulty: FaultyName): boolean {
  return !isSuccess(reply) && namesParameter(reply, faulty);
}

/** Name of the malformed parameter: the one that was sent, or any text but a value that was sent (path parameters; reading 22). */
export type FaultyName = { readonly name: string } | "any";

/**
 * A malformed request is not answered with success, and where the document shows the error body (7.6)
 * the answer carries it and names the parameter (7.2). Its status code is never judged (7.7). Undecided: the twin does not succeed.
 */
export function judgeRefusal({ refused, twin }: Refusal, faulty: FaultyName): Judgement {
  return isSuccess(twin)
    ? judgeRefused(refused, faulty)
    : undecidedWithout("the same request with a valid value", twin);
}

/** As {@link judgeRefusal}, without a repaired request: it always decides. */
export function judgeRefused(refused: Reply, faulty: FaultyName): Judgement {
  const documented = operations[refused.ask.endpoint].documentsErrors;
  const name = faulty === "any" ? "<name>" : faulty.name;
  const expected = documented
    ? `an error body whose messages list "Invalid parameter: ${name}", whatever the status code`
    : "any response but a success";
  if (!isSuccess(refused) && (!documented || namesParameter(refused, faulty))) {
    return [];
  }
  const finding = wholeAnswer(refused, insteadOfError(refused), expected);
  // A success proves by itself that the malformed value was served.
  return [isSuccess(refused) ? { ...finding, decisive: true } : finding];
}

/** What came where the documented error body, which names the malformed parameter, should. */
function insteadOfError(reply: Reply): string {
  if (isServed(reply)) {
    return "a request that has to be refused succeeds";
  }
  return documentedMessages(reply) === undefined
    ? "an error does not have the documented body"
    : "an error does not name the malformed parameter";
}

/** Whether an error names the parameter as §7.2 shows it; with `any`: something that is not a value of the request. */
export function namesParameter(reply: Reply, faulty: FaultyName): boolean {
  return faulty === "any"
    ? namesAnother(reply, [])
    : documentedMessages(reply)?.includes(`Invalid parameter: ${faulty.name}`) === true;
}

/** Whether an error names a parameter that is none of these, nor a value: the one in the path. */
export function namesAnother(reply: Reply, names: readonly (string | undefined)[]): boolean {
  const messages = documentedMessages(reply) ?? [];
  const values = sentValues(reply.ask);
  const named = messages.flatMap((message) => INVALID_PARAMETER.exec(message)?.[1] ?? []);
  return named.some((name) => !names.includes(name) && !values.has(unquoted(name)));
}

const INVALID_PARAMETER = /^Invalid parameter: (\S.*)$/s;

function unquoted(name: string): string {
  return name.replace(/^(["'])(.*)\1$/s, "$2");
}

/** The values of a request, decoded and as sent, without those that are also the name of a parameter. */
function sentValues({ endpoint, target }: Ask): ReadonlySet<string> {
  const { path, pathParameter } = operations[endpoint];
  const [sentPath = "", query = ""] = target.split(/\?(.*)/s);
  const inPath = sentPath.split("/").filter((segment) => !path.split("/").includes(segment));
  const pairs = [...new URLSearchParams(query)];
  const raw = query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const names = new Set([pathParameter?.name ?? "", ...pairs.map(([name]) => name)]);
  const values = [
    ...inPath,
    ...inPath.map((segment) => decoded(segment) ?? segment),
    ...raw,
    ...pairs.map(([, value]) => value),
  ];
  return new Set(values.filter((value) => value !== "" && !names.has(value)));
}

/** Passes a success or a missing record. Anything else is undecided here: the clause `acceptance` judges refusals. */
export function unlessRefused(reply: Reply, acceptance: ClauseId): Judgement {
  return isSuccess(reply) || looksMissing(reply) ? [] : refusedElsewhere(reply, acceptance);
}

/** Undecided, because a well-formed request was refused: the clause `acceptance` judges that. */
export function refusedElsewhere(reply: Reply, acceptance: ClauseId): Undecided {
  return leftTo(acceptance, `a well-formed value returned ${describe(reply)}`, reply);
}

/** Undecided: what came is the matter of another clause. */
export function leftTo(clause: ClauseId, what: string, reply: Reply): Undecided {
  return undecided(`${what}: see ${clause}`, reply, { obstacle: "service", suspects: [clause] });
}

/** The body for a missing record of network fees and topic messages: one message, exactly "Not found" (7.4). */
export function isNotFound(reply: Reply): boolean {
  const messages = documentedMessages(reply);
  return messages?.length === 1 && messages[0] === "Not found";
}

/** Where nothing can be, the answer is the not-found body. */
export const judgeNotFound = (reply: Reply): Judgement =>
  isNotFound(reply) ? [] : [notFoundInstead(reply, "a missing record does not get the not-found body")];

export const notFoundInstead = (reply: Reply, message: string): Finding =>
  wholeAnswer(reply, message, 'one message: "Not found"');

/** How the target itself answers requests that are surely malformed, and one for a record that is not there. */
interface Manners {
  readonly malformed: readonly Reply[];
  readonly missing?: Reply;
}

/** The answer to a well-formed request for a record, and the answers that it is compared with. */
type Answered = Manners & { readonly reply: Reply };

/** Whether an answer calls the request malformed in the words of 7.2 or 7.3, in any shape of body. */
function inWords(reply: Reply): boolean {
  const text = saidIn(reply.body);
  // Where a record is not found, the form of a name may be a hint.
  const saysMissing = /not found/i.test(text);
  return (
    speaksOfInvalidParameter(reply) ||
    (!looksLikeSuccess(reply) && !saysMissing && /invalid parameter|shard\.realm\.num-sss-nnn/i.test(text))
  );
}

/**
 * Whether an answer calls the request malformed: in the words that part 7 shows, or, where the document shows none,
 * just as the target answers what is surely malformed, and not as it answers what is missing.
 */
export function callsMalformed(reply: Reply, { malformed, missing }: Manners = { malformed: [] }): boolean {
  return (
    inWords(reply) ||
    (!isSuccess(reply) &&
      (missing === undefined || !isAlike(missing, reply)) &&
      malformed.some((other) => !isSuccess(other) && isAlike(other, reply)))
  );
}

/** Members of a body, which a refusal names. */
const MEMBERS = /\b(?:apiKey|address|chainId)\b/g;

/** Whether two answers have the same status, and say the same of what was sent for each. */
export const isAlike = (one: Reply, other: Reply): boolean => gist(one) === gist(other);

/** Status and text of an answer, without the names, values and marks in which equal answers differ. */
function gist({ status, body, ask }: Reply): string {
  const [path = "", query = ""] = ask.target.split("?");
  const sent = [path.slice(path.lastIndexOf("/") + 1), ...new URLSearchParams(query).values()];
  const text = sent
    .filter((value) => value !== "")
    .reduce((rest, value) => rest.replaceAll(value, "#"), saidIn(body))
    .replaceAll(MEMBERS, "#");
  return `${status} ${text.replaceAll(/[0-9a-f]*\d[\w.:-]*/gi, "#")}`;
}

/** Requests to compare with: surely malformed ones, and one for a record that is hardly there. */
interface Others {
  readonly malformed: readonly Ask[];
  readonly missing: Ask;
}

/**
 * Asks for a record. If the answer is no success, does not say that the record is missing, and is not in the
 * words of 7.2 or 7.3, also asks for malformed names and for a missing record, to compare.
 */
export async function askWellFormed(t: Asker, ask: Ask, others: Others): Promise<Answered> {
  const reply = await t.get(ask);
  if (isSuccess(reply) || looksMissing(reply) || inWords(reply)) {
    return { reply, malformed: [] };
  }
  const malformed = await t.all(others.malformed.map((other) => ({ ...other, expects: "refusal" })));
  const missing = await t.get({ ...others.missing, expects: "missing" });
  return { reply, malformed, missing };
}

/** Both: what a well-formed request gets, and whether that calls it malformed. */
export async function judgeAccepted(...asked: Parameters<typeof askWellFormed>): Promise<readonly Finding[]> {
  return judgeWellFormed(await askWellFormed(...asked));
}

/**
 * A well-formed request for a record gets it, or an answer that does not call the request malformed (reading 7): neither in the
 * words of part 7, nor as malformed ones are answered and missing records are not. It always decides.
 */
export function judgeWellFormed({ reply, ...manners }: Answered): readonly Finding[] {
  const message = "a well-formed request is refused as invalid";
  const expected = "the record, or a response that does not call the request malformed";
  return findingIf(callsMalformed(reply, manners), reply, message, expected);
}
