// §2.6, §2.7, §2.8, §4.6, §4.7, §4.8: requests for single records, the names that are sent, and what is judged of a record,
// or of one beside another
import { bareHex } from "../../../engine/model/compare.ts";
import { call, isUndecided, type Undecided } from "../../../engine/model/exchange.ts";
import type { Ask, Asker, Expectation, Finding, Judgement, Reply } from "../../../engine/model/exchange.ts";
import { type Given, spread } from "../../../engine/clauses/clause.ts";
import type { Sampled, Size } from "../../../engine/clauses/prerequisites.ts";
import { asNamed, type Cases } from "../../../generators/cases.ts";
import { type Endpoint, operations } from "../../../schemas/operations.ts";
import {
  describe,
  hasOtherStatus,
  isObject,
  isSuccess,
  type JsonObject,
  looksLikeSuccess,
  looksMissing,
  otherStatus,
  wholeAnswer,
} from "../../../engine/message/classify.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { askBoth, callsMalformed, findingIf, type Refusal } from "../requests/verdicts.ts";
import { undecided, undecidedWithout } from "../requests/verdicts.ts";

/** A request for one record, answered from memory where the run has asked it before. */
export function recordAsk(endpoint: Endpoint, path: string, expects: Expectation = "success"): Ask {
  return call(endpoint, { path, expects });
}

/** Requests to compare an answer with: for names that are surely malformed, and for one that is hardly in use. */
export const OTHERS = {
  contractResult: {
    malformed: ["abc", "0.0.1001-1", `0x${"f".repeat(63)}`].map((path) => recordAsk("contractResult", path)),
    missing: recordAsk("contractResult", "0.0.1001-1-000000001"),
  },
  tokenBalances: {
    malformed: ["abc", "0.0.12345678901"].map((path) => recordAsk("tokenBalances", path)),
    missing: recordAsk("tokenBalances", "0.0.101003"),
  },
  contract: {
    malformed: ["abc", "0.0.0.1", "12345678901"].map((path) => recordAsk("contract", path)),
    missing: recordAsk("contract", "0.0.4200000011"),
  },
} as const;

/**
 * The 0x kept away or put in front, in lower case, in upper case and in both. In both cases an address would have a checksum
 * (EIP-55), of which the document does not speak: it comes in upper case instead.
 */
export function hexForms(text: string): readonly string[] {
  const lower = bareHex(text);
  const upper = lower.toUpperCase();
  const both = lower.replaceAll(
    /([a-f])(\d*[a-f]?)/g,
    (_, one: string, more: string) => one.toUpperCase() + more,
  );
  return [`0x${lower}`, `0x${lower.length === 40 ? upper : both}`, lower, upper];
}

/** A hash or an address that nothing has: eight digits made from the seed, so many times. */
export function madeUpHex(seed: number, times: number): string {
  return `0x${(seed >>> 0).toString(16).padStart(8, "7").repeat(times)}`;
}

/** A hash or an address as it is, and with the 0x that it lacks or without that. */
export function prefixedAndBare(name: string): readonly string[] {
  return name.startsWith("0x") ? [name, name.slice(2)] : [name, `0x${name}`];
}

/**
 * The well-formed values of a property that a level sends: at smoke the most revealing ones, at standard a third of the number
 * that the level has for a property, at thorough all of them and random ones.
 */
export function accepting<V>(
  { boundaries, middle, telling = 1 }: Cases<V>,
  { values, contexts }: Size,
): Omit<Given<V>, "smaller"> {
  const isMuch = values >= 100;
  const most = contexts === 0 ? telling : Math.ceil(values / 3);
  return isMuch ? { boundaries, middle } : { boundaries: boundaries.slice(0, most), telling };
}

/** A case of each sample, of so many at most, the first and the last among them. */
export const bySample = (samples: readonly Sampled[], most = samples.length) =>
  asNamed(spread(samples, most).map(({ asked }) => asked));

/** The first of them; a clause that needs samples has at least one. */
export function firstOf<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) {
    throw new Error("a clause was tested without a sample");
  }
  return first;
}

/** What the request had in the place of the path parameter. */
export function askedPath({ ask }: Reply): string {
  const [before = ""] = operations[ask.endpoint].path.split("{");
  const [path = ""] = ask.target.slice(before.length).split("?");
  return decodeURIComponent(path);
}

/** The record in the body; empty where it holds none. */
export function recordIn(reply: Reply): JsonObject {
  return isObject(reply.body.value) ? reply.body.value : {};
}

/** A member that is text; undefined where it is anything else, which the clause on that member judges. */
export function textIn(reply: Reply, member: string): string | undefined {
  const value = recordIn(reply)[member];
  return typeof value === "string" ? value : undefined;
}

/** Members without which an answer is no record; an error may share one of them by chance. */
const KEYS: Readonly<Partial<Record<Endpoint, readonly string[]>>> = {
  tokenBalances: ["balances"],
  topicMessage: ["consensus_timestamp", "topic_id"],
  contractResult: ["hash", "result"],
  contract: ["contract_id", "evm_address"],
};

/** Whether the body is a record and no error, whatever the status. */
export function holdsRecord(reply: Reply): boolean {
  const keys = KEYS[reply.ask.endpoint] ?? [];
  return looksLikeSuccess(reply) && keys.every((key) => Object.hasOwn(recordIn(reply), key));
}

/** Whether a record is shown as a success: stricter than `isSuccess`, for what must not be one. */
export function showsRecord(reply: Reply): boolean {
  return isSuccess(reply) && holdsRecord(reply);
}

/** A finding about one member of a record; `beside`: answers that it is compared with. */
export function memberFinding(
  reply: Reply,
  member: string,
  message: string,
  expected: string,
  beside: readonly Reply[] = [],
): Finding {
  return { message, pointer: `/${member}`, expected, actual: cut(recordIn(reply)[member]), reply, beside };
}

/** Equal JSON values; texts of hex in any case, with 0x or without. */
export function sameValue(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? bareHex(a) === bareHex(b) : a === b;
}

/** A request that has to be refused shows no record: no status 200 with all members that identify one (`KEYS`). Anything else passes. */
export const judgeNoRecord = (refused: Reply): Judgement =>
  findingIf(
    showsRecord(refused),
    refused,
    "a request that has to be refused succeeds",
    "any response but a success",
  );

/** The same, where the repaired request does show one. */
export function judgeMalformed({ refused, twin }: Refusal): Judgement {
  return isSuccess(twin)
    ? judgeNoRecord(refused)
    : undecidedWithout("the same request with a valid value", twin);
}

/** A sample that the user vouches for is answered with status 200 and the success body; undecided where it is missing, and not called malformed. */
export function judgeSample(reply: Reply, name: string): Judgement {
  if (reply.status === 200 && isSuccess(reply)) {
    return [];
  }
  if (holdsRecord(reply)) {
    return [otherStatus(reply)];
  }
  if (looksMissing(reply) && !callsMalformed(reply)) {
    return undecided(`the service does not have the sample ${name}`, reply, { obstacle: "user" });
  }
  return [wholeAnswer(reply, "a request for a sample does not succeed", "status 200 with the success body")];
}

/** The reason why a sample that was found before decides nothing now. */
export function noSample(came: Reply): Undecided {
  const gone = looksMissing(came) && !looksLikeSuccess(came);
  const what = gone ? "the service no longer has the sample" : "the request for the sample does not succeed";
  return undecided(`${what}: ${describe(came)}`, came);
}

/** Several judgements as one: all findings, or else the first doubt. */
export function together(judgements: readonly Judgement[], nothing: string): Judgement {
  const findings = judgements.flatMap((judgement) => (isUndecided(judgement) ? [] : judgement));
  if (findings.length > 0) {
    return findings;
  }
  return judgements.find(isUndecided) ?? (judgements.length === 0 ? undecided(nothing) : []);
}

/** A name that should have no record must not show one; undecided where `exists` says that the record shown has that name. */
export function judgeNone(reply: Reply, exists: (reply: Reply) => boolean = () => false): Judgement {
  if (!showsRecord(reply)) {
    return [];
  }
  return exists(reply)
    ? undecided("a record is shown that may be the requested one", reply, {
        obstacle: "user",
        remedy: { kind: "giveSamples", of: "missing" },
      })
    : [wholeAnswer(reply, "a record is shown where none can be", "anything but a record")];
}

/** Judges what comes of names that should find nothing: all findings; undecided only where each of them is. */
export async function judgeMissing(
  t: Asker,
  endpoint: Endpoint,
  names: readonly string[],
  judge: (reply: Reply) => Judgement,
): Promise<Judgement> {
  const judgements = (await t.all(names.map((name) => recordAsk(endpoint, name, "missing")))).map(judge);
  const decided = judgements.filter((judgement) => !isUndecided(judgement));
  return together(decided.length > 0 ? decided : judgements, "no name was requested");
}

/**
 * The same record by a request that means the same: a success too, and equal in the members that identify it; one that neither
 * has is equal. Undecided: neither has any of them, so that nothing is compared.
 */
export function judgeSame(
  reply: Reply,
  model: Reply,
  identity: readonly string[],
  equal: (a: unknown, b: unknown) => boolean,
): Judgement {
  if (!isSuccess(reply)) {
    const message = "a record is not found by another request that means the same";
    const missing = wholeAnswer(reply, message, "the record, with status 200");
    const wrong = hasOtherStatus(reply) ? otherStatus(reply) : missing;
    return [{ ...wrong, beside: [model] }];
  }
  const [shown, wanted] = [recordIn(reply), recordIn(model)];
  if (identity.every((member) => [shown, wanted].every((record) => (record[member] ?? null) === null))) {
    return undecided(`neither record shows ${identity.join(" or ")}`, reply);
  }
  return identity
    .filter((member) => !equal(shown[member], wanted[member]))
    .map((member) => {
      const message = "another request that means the same shows another record";
      return memberFinding(reply, member, message, cut(wanted[member]), [model]);
    });
}

/** Sends both together; `judge` gets both answers where the known record comes, else it is undecided. */
export async function judgeBeside(
  t: Asker,
  known: Ask,
  ask: Ask,
  judge: (reply: Reply, model: Reply) => Judgement,
): Promise<Judgement> {
  const [model, reply] = await askBoth(t, known, ask);
  return isSuccess(model) ? judge(reply, model) : noSample(model);
}

/** Sends the request twice, whatever is known of it: the record is the same again. */
export const judgeAgain = (t: Asker, ask: Ask, judge: (reply: Reply, model: Reply) => Judgement) =>
  judgeBeside(t, { ...ask, fresh: true }, { ...ask, fresh: true }, judge);

export const noRecord = (reply: Reply) => undecided(`no record came: ${describe(reply)}`, reply);

/**
 * A record is found under every other name that it has or shows, `namesOf`; `judge` says whether it is the same. `doubt`: why what
 * the known name shows is no measure of them.
 */
export async function judgeNames(
  t: Asker,
  known: Ask,
  namesOf: (model: Reply) => readonly string[],
  judge: (reply: Reply, model: Reply) => Judgement,
  doubt: (model: Reply) => Undecided | undefined = () => undefined,
): Promise<Judgement> {
  const model = await t.get(known);
  const doubtful = isSuccess(model) ? doubt(model) : undefined;
  if (doubtful !== undefined) {
    return doubtful;
  }
  const others = await t.all(namesOf(model).map((name) => recordAsk(known.endpoint, name)));
  const judged = others.map((reply) => judge(reply, model));
  return isSuccess(model)
    ? together(judged, "no other name is sure to mean the same record")
    : noSample(model);
}
