// §7.2, §7.3, §7.8: when an answer calls a request malformed
import { findingIf } from "./findings.ts";
import {
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  speaksOfInvalidParameter,
} from "../../../engine/message/classify.ts";
import type { Ask, Asker, Finding, Reply } from "../../../engine/model/exchange.ts";

/** How the target itself answers requests that are surely malformed, and one for a record that is not there. */
interface Manners {
  readonly malformed: readonly Reply[];
  readonly missing?: Reply;
}

/** The answer to a well-formed request for a record, and the answers that it is compared with. */
type Answered = Manners & { readonly reply: Reply };

/** Whether an answer calls the request malformed in the words of 7.2 or 7.3, in any shape of body. */
function inWords(reply: Reply): boolean {
  const text = reply.body.text.slice(0, 2_000);
  // Where a record is not found, the form of a name may be a hint.
  const saysMissing = /not found/i.test(text);
  return (
    speaksOfInvalidParameter(reply) ||
    (!looksLikeSuccess(reply) && !saysMissing && /invalid parameter|shard\.realm\.num-sss-nnn/i.test(text))
  );
}

/**
 * Whether an answer calls the request malformed: in the words that part 7 shows, or, where the document shows none,
 * word for word as the target answers what is surely malformed, and not as it answers what is missing.
 */
export function callsMalformed(reply: Reply, { malformed, missing }: Manners = { malformed: [] }): boolean {
  return (
    inWords(reply) ||
    (!isSuccess(reply) &&
      (missing === undefined || gist(missing) !== gist(reply)) &&
      malformed.some((other) => !isSuccess(other) && gist(other) === gist(reply)))
  );
}

/** Members of a body, which a refusal names. */
const MEMBERS = /\b(?:apiKey|address|chainId)\b/g;

/** Status and text of an answer, without the names, values and marks in which equal answers differ. */
function gist({ status, body, ask }: Reply): string {
  const [path = "", query = ""] = ask.target.split("?");
  const sent = [path.slice(path.lastIndexOf("/") + 1), ...new URLSearchParams(query).values()];
  const text = sent
    .filter((value) => value !== "")
    .reduce((rest, value) => rest.replaceAll(value, "#"), body.text.slice(0, 2_000))
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

/** For `clauses ID`: what {@link judgeAccepted} sends and finds. */
export function acceptedDetails({ malformed, missing }: Others): string {
  const [wrong, unknown] = [malformed, [missing]].map((asks) => asks.map(({ target }) => target).join(", "));
  return `sends the value in the path and, where that gets neither a success nor words for missing or malformed, ${wrong} (malformed) and ${unknown} (missing), to compare; fails: it is called malformed, in words of part 7 or by the status and text of those (but for values and names), which the missing one does not have; any other response passes, for a record may be missing`;
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
