// §2.7, §4.7: which contract result an answer shows
import { bareHex } from "../../../engine/model/compare.ts";
import type { Ask, Asker, Expectation, Finding, Judgement, Reply } from "../../../engine/model/exchange.ts";
import { call } from "../../../engine/model/exchange.ts";
import { findingIf, ifShown, undecided, undecidedWithout } from "../requests/verdicts.ts";
import { hasOtherStatus, isServed, isSuccess, looksMissing } from "../../../engine/message/classify.ts";
import { operations } from "../../../schemas/operations.ts";
import { askedPath, judgeSame, memberFinding, recordIn, sameValue, showsRecord, textIn } from "./records.ts";

export const RESULT = "contractResult";

const IDENTITY = ["hash", "timestamp"];
const BLOCK_HASH_DIGITS = 96;

export function nonceAsk(path: string, name: string, nonces: readonly string[], expects: Expectation): Ask {
  const query = nonces.map((nonce) => [name, nonce] as const);
  return call(RESULT, { path, query, expects });
}

/** Whether the record may be the one of a hash: some networks show 48 bytes, of which 32 are asked for. */
export function showsHash(reply: Reply, asked: string): boolean {
  const shown = textIn(reply, "hash");
  const [wanted, bare] = [bareHex(asked), bareHex(shown ?? "")];
  return (
    shown === undefined || bare === wanted || (bare.length === BLOCK_HASH_DIGITS && bare.startsWith(wanted))
  );
}

export function judgeHash(reply: Reply, asked: string): readonly Finding[] {
  return showsHash(reply, asked)
    ? []
    : [memberFinding(reply, "hash", "the record is that of another hash", JSON.stringify(asked))];
}

/** The same of a record that was returned; undecided where it shows no hash to compare. */
export const judgeShownHash = (reply: Reply, asked: string): Judgement =>
  ifShown(judgeHash(reply, asked), textIn(reply, "hash") !== undefined, "the hash of a contract result");

/** The same record by another request: equal hash and timestamp; hex in any case, with 0x or without. Fails too: no success, or one that one of them lacks. */
export function judgeSameResult(reply: Reply, model: Reply): Judgement {
  return judgeSame(reply, model, IDENTITY, sameValue);
}

/** Account and seconds of the transaction. Ids that differ here are different transactions. */
function startOf(reply: Reply): string {
  return askedPath(reply).replace(/-\d+$/, "");
}

/** Two requests that mean the same find the same record, or neither finds one. */
export async function judgeAlike(t: Asker, known: Ask, ask: Ask): Promise<Judgement> {
  const model = await t.get(known);
  const reply = await t.get(ask);
  if (isSuccess(model)) {
    return judgeSameResult(reply, model);
  }
  const message = "a record is found by one of two requests that mean the same, and not by the other";
  return looksMissing(model) || (showsRecord(reply) && !hasOtherStatus(model))
    ? findingIf(showsRecord(reply), reply, message, "no record", [model])
    : undecidedWithout("the request that means the same", model);
}

const MEMBERS = Object.keys(operations[RESULT].success.properties ?? {});

/**
 * Whether both answers show the same record, in every member of the document: records may share their hash and their time. Of
 * what is not served, or lacks a member that identifies it, it is false.
 */
function isVeryRecord(a: Reply, b: Reply): boolean {
  const [one, other] = [recordIn(a), recordIn(b)];
  const isSame = (member: string): boolean =>
    sameValue(one[member], other[member]) || JSON.stringify(one[member]) === JSON.stringify(other[member]);
  return (
    isServed(a) &&
    isServed(b) &&
    IDENTITY.every((member) => typeof one[member] === "string") &&
    MEMBERS.every(isSame)
  );
}

/** Whether two records can be told apart: one of the members that identify them differs, or both have them all. */
function areIdentified(a: Reply, b: Reply): boolean {
  const pairs = IDENTITY.map((member) => [textIn(a, member), textIn(b, member)] as const);
  const known = pairs.filter(([one, other]) => one !== undefined && other !== undefined);
  return known.length === pairs.length || known.some(([one, other]) => !sameValue(one, other));
}

const IDENTIFIED = "the hash and the timestamp of another contract result";

/** Another record than that of the model, or none. */
export const judgeOther =
  (message: string) =>
  (reply: Reply, model: Reply): Judgement =>
    ifShown(
      findingIf(isVeryRecord(reply, model), reply, message, "another record, or none", [model]),
      !isServed(reply) || areIdentified(reply, model),
      IDENTIFIED,
    );

/** Each shows another record than those before it, and than known ones, of transaction ids with another account or second: these are surely of other transactions. */
export function judgeApart(
  replies: readonly Reply[],
  message: string,
  known: readonly Reply[] = [],
): Judgement {
  const othersOf = (reply: Reply, at: number): readonly Reply[] =>
    [...known, ...replies.slice(0, at)].filter(
      (other) => isServed(other) && startOf(other) !== startOf(reply),
    );
  const findings = replies.flatMap((reply, at) => {
    const same = othersOf(reply, at).find((other) => isVeryRecord(reply, other));
    const expected = (other: Reply) => `another one than that of ${askedPath(other)}`;
    return same === undefined ? [] : [memberFinding(reply, "hash", message, expected(same), [same])];
  });
  // Beside known records it is a pass that there is none.
  const isCompared = (reply: Reply, at: number): boolean =>
    isServed(reply) ? othersOf(reply, at).some((other) => areIdentified(reply, other)) : known.some(isServed);
  const starts = new Set([...known, ...replies].filter(isServed).map(startOf));
  return starts.size < 2
    ? undecided("fewer than two transactions with another account or second were found")
    : ifShown(findings, replies.some(isCompared), IDENTIFIED);
}
