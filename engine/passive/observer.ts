import type { Coverage } from "../message/known-deviations.ts";
import { isServed, isSuccess, isWatched } from "../message/classify.ts";
import { type Finding, isUndecided, type Judgement, type Reply } from "../model/exchange.ts";
import { addTo, type Causes, kept, requestKey, type Scribe } from "../evidence/violation.ts";
import { inspectBody } from "../schema/check-fields.ts";
import type { BodyRows } from "../schema/fields.ts";
import type { Recorded } from "../clauses/clause.ts";
import { readAsk, type ReadRequest } from "../clauses/read-request.ts";
import type { Endpoint, ParameterNames } from "../model/settings.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { FieldEvidence } from "../model/clause-results.ts";

export type Watch = ReturnType<typeof createWatch>;

/** Whether a clause tested a response, or why those that speak of it could not. */
export type Seen = "tested" | { readonly doubt?: string | undefined };

interface WatchOptions {
  readonly seed?: number;
  readonly coverage?: Coverage;
  /** The names of parameters that the target file gives. */
  readonly names?: ParameterNames;
}

/** Looks at every answer that any clause gets. */
export function createWatch(
  { tables, watching, asking }: Pick<Catalogue, "tables" | "watching" | "asking">,
  selected: (id: string) => boolean,
  scribe: Scribe,
  { seed = 0, coverage = () => undefined, names = {} }: WatchOptions = {},
) {
  const tallies = createTallies(scribe, seed, coverage);
  const wantedTables = tables.filter(({ body }) => body.all.some(({ id }) => selected(id)));
  const passive = watching.filter(({ id }) => selected(id));
  const earlier = createEarlier(passive);
  const recorded = asking.filter(({ id }) => selected(id));
  return {
    /**
     * `lacks`: what was not recorded of the exchange. `request`: of an exchange that no clause asked for, what was asked.
     */
    see: (reply: Reply, lacks: readonly Recorded[] = [], request?: ReadRequest): Seen => {
      const isSeen = isWatched(reply);
      const exchange = { reply, lacks, request: request ?? readAsk(reply.ask, names) };
      notePassive(passive, tallies, { ...exchange, earlier: earlier.of(reply) });
      earlier.note(reply);
      if (isSeen) {
        const own = wantedTables.filter(({ body }) => body.endpoint === reply.ask.endpoint);
        own.forEach(({ body }) => inspect(body, reply, tallies));
      }
      const alone = request === undefined ? {} : noteRecorded(recorded, tallies, reply, request);
      return isSeen ? "tested" : alone;
    },
    seen: (): Tallies => tallies.all,
    /** The first successful response to the same request. */
    earlier: earlier.of,
  };
}

/** Responses that are kept to be compared with later ones. */
const MOST_EARLIER = 500;

/** Keeps the first success of each request for a record that a clause compares, and for contracts. */
function createEarlier(passive: Catalogue["watching"]) {
  const compared = new Set<Endpoint>(["contract"]);
  passive.forEach(({ endpoint, repeats }) => repeats === true && compared.add(endpoint));
  const all = new Map<string, Reply>();
  return {
    of: ({ ask }: Pick<Reply, "ask">): Reply | undefined => all.get(requestKey(ask)),
    note: (reply: Reply): void => {
      const key = requestKey(reply.ask);
      const isKept = compared.has(reply.ask.endpoint) && isSuccess(reply) && !all.has(key);
      if (isKept && all.size < MOST_EARLIER) {
        all.set(key, reply);
      }
    },
  };
}

interface Observed {
  readonly reply: Reply;
  /** The parts of the exchange that were not recorded. */
  readonly lacks: readonly Recorded[];
  readonly request: ReadRequest;
  readonly earlier: Reply | undefined;
}

/** Clauses on a parameter check the requests that look for its name too: whether the target knows it is decided later. */
function notePassive(
  clauses: Catalogue["watching"],
  tallies: ReturnType<typeof createTallies>,
  { reply, lacks, request, earlier }: Observed,
): void {
  const isSeen = isWatched(reply);
  const isProbe = isServed(reply) && (request.expects === "success" || request.expects === "missing");
  for (const { id, endpoint, reads, parameter, check } of clauses) {
    const isAbout = isSeen || (isProbe && parameter !== undefined);
    if (isAbout && endpoint === reply.ask.endpoint && (reads === undefined || !lacks.includes(reads))) {
      tallies.note(id, check(reply, request, earlier), reply);
    }
  }
}

/** Notes what the clauses that send requests say of a response to a request that they did not send. */
function noteRecorded(
  clauses: Catalogue["asking"],
  tallies: ReturnType<typeof createTallies>,
  reply: Reply,
  request: ReadRequest,
): Seen {
  const judgements = clauses.flatMap(({ id, endpoint, recorded }) => {
    const isAbout = endpoint === reply.ask.endpoint && recorded?.when(request, reply) === true;
    return isAbout ? [tallies.note(id, recorded.check(reply, request), reply)] : [];
  });
  return judgements.some((doubt) => doubt === undefined) ? "tested" : { doubt: judgements[0] };
}

/** Looks at each row of a body; it stands for those that it shows, without those that it breaks somewhere. */
function inspect(body: BodyRows, reply: Reply, tallies: ReturnType<typeof createTallies>): void {
  const { sights, findings } = inspectBody(body, reply);
  const broken = new Set(findings.map(([{ id }]) => id));
  findings.forEach(([{ id }, finding]) => tallies.found(id, finding, reply));
  for (const [{ id }, { absent, ...seen }] of sights) {
    const tally = tallies.of(id);
    tally.cases += seen.seen + absent;
    tally.responses += 1;
    tally.field.seen += seen.seen;
    tally.field.null += seen.null;
    tally.field.notNull += seen.notNull;
    if (seen.seen > 0 && !broken.has(id)) {
      tallies.sample(id, reply);
    }
  }
}

/**
 * What responses showed of a clause: counts, and what stands for them. All of it is made at once: an
 * answer that was kept would keep all of its body.
 */
export interface Tally {
  cases: number;
  /** Responses that the clause checked. */
  responses: number;
  /** Of a clause without a table: the responses that violate it. */
  violating: number;
  /** Of a row of a table: how it was seen. */
  readonly field: { -readonly [Sight in keyof FieldEvidence]: number };
  /** Why the first answer of which it could not decide was in doubt. */
  undecided?: string;
  readonly causes: Causes;
  /** The first answer that keeps it. */
  sample?: ReturnType<typeof kept>;
}

/** By the ids of clauses; a clause of which nothing was seen has none. */
export type Tallies = ReadonlyMap<string, Tally>;

const nothingSeen = (): Tally => ({
  cases: 0,
  responses: 0,
  violating: 0,
  field: { seen: 0, null: 0, notNull: 0 },
  causes: new Map(),
});

function createTallies(scribe: Scribe, seed: number, coverage: Coverage) {
  const all = new Map<string, Tally>();

  function of(id: string): Tally {
    const tally = all.get(id) ?? nothingSeen();
    all.set(id, tally);
    return tally;
  }

  const found = (id: string, finding: Finding, reply: Reply): void =>
    addTo(of(id).causes, { finding, reply, path: "", seed }, scribe, coverage(id, finding, reply));

  const sample = (id: string, reply: Reply): void => {
    of(id).sample ??= kept(reply, scribe);
  };

  /** Gives why nothing could be decided, where that is so. */
  function note(id: string, judgement: Judgement, reply: Reply): string | undefined {
    const tally = of(id);
    if (isUndecided(judgement)) {
      tally.undecided ??= judgement.undecided;
      return judgement.undecided;
    }
    tally.cases += 1;
    tally.responses += 1;
    tally.violating += judgement.length === 0 ? 0 : 1;
    judgement.forEach((finding) => found(id, finding, finding.reply ?? reply));
    if (judgement.length === 0) {
      sample(id, reply);
    }
    return undefined;
  }

  return { all, of, found, sample, note };
}
