// §7: what is judged of an acceptance, a refusal and a missing record
import { askBoth, undecidedWithout, undecided } from "./findings.ts";
import {
  describe,
  documentedMessages,
  isSuccess,
  looksMissing,
  wholeAnswer,
} from "../../../engine/message/classify.ts";
import type { ClauseId } from "../../../engine/clauses/clause.ts";
import { decoded } from "../../../engine/model/call.ts";
import type { Ask, Asker, Finding, Judgement, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { operations } from "../../../schemas/operations.ts";

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
  return [wholeAnswer(refused, insteadOfError(refused), expected)];
}

/** What came where the documented error body, which names the malformed parameter, should. */
function insteadOfError(reply: Reply): string {
  if (isSuccess(reply)) {
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
