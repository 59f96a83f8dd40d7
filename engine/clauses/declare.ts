import type { Named } from "../../generators/cases.ts";
import type { Ask, Finding, Judgement, Reply } from "../model/exchange.ts";
import { present } from "../model/model.ts";
import { endpointOf } from "./clause.ts";
import type {
  AskingClause,
  EachSpec,
  FamilySpec,
  Given,
  Have,
  Instead,
  LawSpec,
  MadeUp,
  Needs,
  Proof,
  Proofs,
  Script,
  Special,
  Told,
  Trial,
  WatchingClause,
} from "./clause.ts";
import { namesIn, OWN_NAMES, readAsk, type ReadRequest } from "./read-request.ts";

/** Declares a clause over several exchanges: a plain function that asks, and judges what came. */
export function law<const N extends Needs, V = undefined>(spec: LawSpec<N, V>): AskingClause {
  const { run, proves: _proves, first = [], last = [], keeps, breaks, ...common } = spec;
  const all = (one: Reply | readonly Reply[]) => (isList(one) ? one : [first, one, last].flat());
  const whole = (script: Script<N, V>): Whole<N, V> =>
    isList(script) || "ask" in script ? all(script) : { ...script, replies: all(script.replies) };
  const made = {
    keeps: keeps.map(whole),
    breaks: Object.fromEntries(Object.entries(breaks).map(([name, script]) => [name, whole(script)])),
  };
  return erased({
    ...common,
    ask: run,
    check: (judgement: Judgement) => judgement,
    ...proofsOf(made, (script, target, instead) => acted(spec, script, target, instead)),
  });
}

/** Declares a clause over one exchange for which it sends requests of its own. */
export function each<const N extends Needs, V = undefined>(spec: EachSpec<N, V>): AskingClause {
  const { when, check, needsSuccess, ask, keeps, breaks, ...common } = spec;
  return erased({
    ...common,
    single: true,
    ask: async (t: Trial<N>, value: V): Promise<readonly [Reply, ReadRequest]> => {
      const reply = await t.get(ask(t, value));
      const known = Object.entries(common.needs ?? {}).map(([alias, need]) => [need, t[alias]]);
      return [reply, readAsk(reply.ask, namesIn(Object.fromEntries(known)))];
    },
    check: ([reply, request]: readonly [Reply, ReadRequest]) => check(reply, request),
    ...present({ recorded: when && { when, check, ...present({ needsSuccess }) } }),
    ...proofsOf({ keeps, breaks }, (reply, _target, instead) =>
      Promise.resolve(
        check({ ...(instead?.(0, 1) ?? reply), ask: reply.ask }, readAsk(reply.ask, namesIn(OWN_NAMES))),
      ),
    ),
  });
}

/** A passive clause: `T` is what it is about, such as the error message of a result. */
interface WatchingSpec<T>
  extends Told, Pick<WatchingClause, "reads" | "parameter" | "repeats" | "restsOn">, Made<Reply> {
  /** What the clause is about, in words that follow "no response shows". */
  readonly subject: string;
  /** Finds what the clause is about in an exchange; undefined where the exchange does not show it. */
  readonly about: (reply: Reply, request: ReadRequest, earlier?: Reply) => T | undefined;
  readonly check: (subject: T, reply: Reply) => readonly Finding[];
  /** Example responses that do not show what the clause is about. */
  readonly ignores?: readonly Reply[];
  /** The first response to the request of the examples. */
  readonly earlier?: Reply;
}

/**
 * Declares a clause over one exchange that checks every successful response of its endpoint, whichever clause sent the
 * request. A clause cannot pass by an exchange that does not show what it is about: `check` is not called then.
 */
export function watching<T>(spec: WatchingSpec<T>): WatchingClause {
  const { about, check, subject, keeps, breaks, ignores = [], earlier: first, ...common } = spec;
  const checked = (reply: Reply, request: ReadRequest, earlier?: Reply): Judgement => {
    const found = about(reply, request, earlier);
    return found === undefined
      ? { undecided: `no response shows ${subject}`, obstacle: "data" }
      : check(found, reply);
  };
  const judgeMade = (reply: Reply): Promise<Judgement> =>
    Promise.resolve(checked(reply, readAsk(reply.ask, namesIn(OWN_NAMES)), first));
  return {
    ...common,
    endpoint: endpointOf(spec),
    kind: "watching",
    check: checked,
    ...proofsOf({ keeps, breaks }, judgeMade),
    ignores: ignores.map((reply) => proofOf(reply, judgeMade)),
  };
}

/** What a clause is about that every successful response shows. */
export const everyResponse = { subject: "a success", about: (reply: Reply): Reply => reply } as const;

export function family<const N extends Needs, V, A>(spec: FamilySpec<N, V, A>): readonly AskingClause[] {
  const { clauses, ...shared } = spec;
  return clauses.map(({ keeps, breaks, check, ...common }) =>
    erased({
      ...shared,
      ...common,
      check,
      ...proofsOf({ keeps, breaks }, ({ answer, value }) => Promise.resolve(check(answer, value))),
    }),
  );
}

/** What is made up to prove a clause: what keeps it, and what breaks it. */
interface Made<T> {
  readonly keeps: readonly T[];
  readonly breaks: Readonly<Record<string, T>>;
}

type JudgeMade<T> = (made: T, target: MadeUp, instead?: Instead) => Promise<Judgement>;

const proofOf = <T>(made: T, judge: JudgeMade<T>): Proof => ({
  made,
  judge: (target, instead) => judge(made, target, instead),
});

function proofsOf<T>({ keeps, breaks }: Made<T>, judge: JudgeMade<T>): Proofs {
  const rejects = Object.entries(breaks).map(([name, made]) => [name, proofOf(made, judge)] as const);
  return { accepts: keeps.map((made) => proofOf(made, judge)), rejects: Object.fromEntries(rejects) };
}

/** A script with all answers in the order in which the law asks. */
type Whole<N extends Needs, V> = readonly Reply[] | (Special<N, V> & { readonly replies: readonly Reply[] });

/** Runs a law on scripted answers, which it gets in the order of asking. */
async function acted<N extends Needs, V>(
  { id, needs, given, run, proves = {} }: LawSpec<N, V>,
  script: Whole<N, V>,
  target: MadeUp,
  instead: Instead | undefined,
): Promise<Judgement> {
  const { replies, ...special } = isList(script) ? { replies: script } : script;
  const { value, have: own } = { ...proves, ...special };
  let sent = 0;
  const get = (ask: Ask): Promise<Reply> => {
    const reply = instead?.(sent, replies.length) ?? replies[sent];
    sent += 1;
    if (reply === undefined) {
      throw new Error(`${id} sends a request that has no answer in a proof: ${ask.method} ${ask.target}`);
    }
    return Promise.resolve({ ...reply, ask, url: new URL(ask.target, reply.url).href });
  };
  const all = (asks: readonly Ask[]): Promise<readonly Reply[]> => Promise.all(asks.map(get));
  const have = { ...usual(needs, target), ...proves.have, ...own } as unknown as Have<N>;
  // A law without cases looks at no value.
  const tried = value ?? generated(given?.(have) ?? []).boundaries[0]?.value;
  const judgement = await run({ ...have, get, all }, tried as unknown as V);
  if (sent < replies.length && instead === undefined) {
    throw new Error(`${id} does not ask for ${replies.length - sent} answers of a proof`);
  }
  return judgement;
}

/** What a made-up target has of what a clause needs: parameters have the names of the document. */
function usual(needs: Needs | undefined, target: MadeUp): Readonly<Record<string, unknown>> {
  const known: Readonly<Record<string, unknown>> = { ...OWN_NAMES, ...target };
  return Object.fromEntries(Object.entries(needs ?? {}).map(([alias, need]) => [alias, known[need]]));
}

const isList = (script: object): script is readonly Reply[] => Array.isArray(script);

/** Cases as if they were generated. */
const generated = <V>(given: readonly Named<V>[] | Given<V>): Given<V> =>
  "boundaries" in given ? given : { boundaries: given };

/** The engine hands each clause only what its own `needs`, `given` and `ask` produced: to erase the types is safe. */
function erased({ given, ...spec }: Told & Readonly<Record<string, unknown>>): AskingClause {
  const cases = given as LawSpec<Needs, unknown>["given"];
  return {
    needs: {},
    ...spec,
    ...present({ given: cases && ((have: Have<Needs>) => generated(cases(have))) }),
    kind: "asking",
    endpoint: endpointOf(spec),
  } as unknown as AskingClause;
}
