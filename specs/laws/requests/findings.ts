// §7: findings about whole answers, and judgements one after the other
import { describe, obstacleIn, wholeAnswer } from "../../../engine/message/classify.ts";
import type { Ask, Asker, Finding, Judgement, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { isUndecided } from "../../../engine/model/exchange.ts";

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
  return { ...met, ...known, undecided: reason };
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
  const isKept = !isUndecided(judgement) && judgement.length === 0;
  return (isKept ? noRows(...lists) : undefined) ?? judgement;
}

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
