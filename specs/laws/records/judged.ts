// §4.6, §4.7, §4.8: what is judged of single records, and of one beside another
import { askBoth, findingIf, undecidedWithout, undecided } from "../requests/findings.ts";
import {
  describe,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  wholeAnswer,
} from "../../../engine/message/classify.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import type { Ask, Asker, Finding, Judgement, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { isUndecided } from "../../../engine/model/exchange.ts";
import { callsMalformed } from "../requests/malformed.ts";
import type { Refusal } from "../requests/verdicts.ts";
import type { Endpoint } from "../../../schemas/operations.ts";
import { recordAsk } from "./asks.ts";
import { recordIn, holdsRecord, showsRecord, memberFinding } from "./records.ts";

/**
 * A request that has to be refused shows no record: no status 200 with a body that has all members that identify one (`KEYS` in
 * records.ts). Anything else passes.
 */
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

/** A sample that the user vouches for is answered with status 200 and the success body. */
export function judgeSample(reply: Reply, name: string): Judgement {
  if (reply.status === 200 && isSuccess(reply)) {
    return [];
  }
  if (holdsRecord(reply)) {
    return [wholeAnswer(reply, "a success has another status than 200", "status 200")];
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

/** Judges what comes of names that should find nothing: all findings; undecided only where every name is in use. */
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

/** The same record by a request that means the same: found there too, and equal in the members that identify it. */
export function judgeSame(
  reply: Reply,
  model: Reply,
  identity: readonly string[],
  equal: (a: unknown, b: unknown) => boolean,
): readonly Finding[] {
  if (!isSuccess(reply)) {
    const message = "a record is not found by another request that means the same";
    const wrong = wholeAnswer(reply, message, "the record, with status 200");
    return [{ ...wrong, beside: [model] }];
  }
  const [shown, wanted] = [recordIn(reply), recordIn(model)];
  return identity
    .filter((member) => !equal(shown[member], wanted[member]))
    .map((member) => {
      const message = "another request that means the same shows another record";
      return memberFinding(reply, member, message, cut(wanted[member]), [model]);
    });
}

/** Sends both together; `judge` gets both answers where the known record comes, else it is undecided by `without`. */
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

/** A record is found under every other name that it has or shows, `namesOf`; `judge` says whether it is the same. */
export async function judgeNames(
  t: Asker,
  known: Ask,
  namesOf: (model: Reply) => readonly string[],
  judge: (reply: Reply, model: Reply) => Judgement,
): Promise<Judgement> {
  const model = await t.get(known);
  const others = await t.all(namesOf(model).map((name) => recordAsk(known.endpoint, name)));
  const judged = others.map((reply) => judge(reply, model));
  return isSuccess(model)
    ? together(judged, "the record shows no other name by which it could be requested")
    : noSample(model);
}
