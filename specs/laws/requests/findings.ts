// §7: findings about whole answers, and judgements one after the other
import { wholeAnswer } from "../../../engine/message/classify.ts";
import {
  all,
  isUndecided,
  type Ask,
  type Asking,
  type Finding,
  type Judgement,
  type Reply,
} from "../../../engine/model/exchange.ts";

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

/** Sends two requests, and gives both answers. */
export function* askBoth(one: Ask, other: Ask): Asking<readonly [Reply, Reply]> {
  const [first, second] = yield* all([one, other]);
  if (first === undefined || second === undefined) {
    throw new Error("two requests were sent, not two answered");
  }
  return [first, second];
}
