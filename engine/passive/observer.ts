import type { Coverage } from "../message/known-deviations.ts";
import { isWatched } from "../message/classify.ts";
import { type Finding, isUndecided, type Judgement, type Reply } from "../model/exchange.ts";
import { addTo, type Causes, kept, type Scribe } from "../evidence/violation.ts";
import { inspectBody } from "../schema/check-fields.ts";
import type { BodyRows } from "../schema/fields.ts";
import type { Recorded } from "../clauses/clause.ts";
import { sightingOf, distinct } from "../clauses/left.ts";
import type { ReadRequest } from "../clauses/read-request.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { FieldEvidence } from "../model/clause-results.ts";
import { compareTexts } from "../model/compare.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";

export type Watch = ReturnType<typeof createWatch>;

/** Whether a clause tested a response, or why those that speak of it could not. */
export type Seen = "tested" | { readonly doubt?: string | undefined };

/** Looks at every answer that any clause gets. */
export function createWatch(
  { tables, watching, matters, asking }: Pick<Catalogue, "tables" | "watching" | "matters" | "asking">,
  selected: (id: string) => boolean,
  scribe: Scribe,
  seed: number,
  coverage: Coverage = () => undefined,
) {
  const tallies = createTallies(scribe, seed, coverage);
  const wantedTables = tables.filter(({ body }) => body.all.some(({ id }) => selected(id)));
  const wantedWatching = watching.filter(({ id }) => selected(id));
  const observed = new Map(
    ENDPOINT_NAMES.map((name) => [name, matters.filter(({ endpoints }) => endpoints.includes(name))]),
  );

  function judge(reply: Reply, lacks: readonly Recorded[]): void {
    for (const { id, endpoint, reads, check } of wantedWatching) {
      if (endpoint === reply.ask.endpoint && (reads === undefined || !lacks.includes(reads))) {
        tallies.note(id, check(reply), reply);
      }
    }
    for (const { body } of wantedTables.filter((table) => table.body.endpoint === reply.ask.endpoint)) {
      inspect(body, reply, tallies);
    }
  }

  /** By the clauses that send requests, and can judge a response to one of somebody else. */
  function judgeAlone(reply: Reply, request: ReadRequest): Seen {
    const judgements = asking.flatMap(({ id, endpoint, recorded }) => {
      const isAbout =
        selected(id) && endpoint === reply.ask.endpoint && recorded?.when(request, reply) === true;
      return isAbout ? [tallies.note(id, recorded.check(reply, request), reply)] : [];
    });
    return judgements.some((doubt) => doubt === undefined) ? "tested" : { doubt: judgements[0] };
  }

  return {
    /**
     * `lacks`: what was not recorded of the exchange; open matters are left out then. `request`: of an exchange that no clause
     * asked for, what was asked.
     */
    see: (reply: Reply, lacks: readonly Recorded[] = [], request?: ReadRequest): Seen => {
      if (lacks.length === 0) {
        const sighting = sightingOf(reply, scribe.redact);
        for (const { id, observe } of observed.get(reply.ask.endpoint) ?? []) {
          distinct(observe?.(sighting)).forEach((text) => tallies.observed(id, text, reply));
        }
      }
      const isSeen = isWatched(reply);
      if (isSeen) {
        judge(reply, lacks);
      }
      const alone = request === undefined ? {} : judgeAlone(reply, request);
      return isSeen ? "tested" : alone;
    },
    seen: (): Tallies => tallies.all,
  };
}

/** Looks at each row of a body; it stands for those that it shows, without those that it breaks somewhere. */
function inspect(body: BodyRows, reply: Reply, tallies: ReturnType<typeof createTallies>): void {
  const { sights, findings } = inspectBody(body, reply);
  const broken = new Set(findings.map(([{ id }]) => id));
  findings.forEach(([{ id }, finding]) => tallies.found(id, finding, reply));
  for (const [{ id }, { absent, ...seen }] of sights) {
    const tally = tallies.of(id);
    tally.cases += seen.seen + absent;
    tally.field.seen += seen.seen;
    tally.field.null += seen.null;
    tally.field.notNull += seen.notNull;
    if (seen.seen > 0 && !broken.has(id)) {
      tallies.sample(id, reply);
    }
  }
}

/** Different values that are told of an open matter. */
const VALUES = 40;

/**
 * What answers showed of a clause, or of an open matter: counts, and what stands for them. All of it is made at once: an
 * answer that was kept would keep all of its body.
 */
export interface Tally {
  cases: number;
  /** Of a row of a table: how it was seen. */
  readonly field: { -readonly [Sight in keyof FieldEvidence]: number };
  /** Why the first answer of which it could not decide was in doubt. */
  undecided?: string;
  readonly causes: Causes;
  /** The first answer that keeps it. */
  sample?: ReturnType<typeof kept>;
  /** Values of an open matter. */
  readonly values: Map<string, { count: number; readonly curl: string }>;
}

/** By the ids of clauses and matters; what nothing was seen of has none. */
export type Tallies = ReadonlyMap<string, Tally>;

const nothingSeen = (): Tally => ({
  cases: 0,
  field: { seen: 0, null: 0, notNull: 0 },
  causes: new Map(),
  values: new Map(),
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
    judgement.forEach((finding) => found(id, finding, finding.reply ?? reply));
    if (judgement.length === 0) {
      sample(id, reply);
    }
    return undefined;
  }

  /** Of the values of a matter the first by their characters are kept: the same ones, whatever comes first. */
  function observed(id: string, value: string, reply: Reply): void {
    const { values } = of(id);
    const before = values.get(value);
    const isFull = before === undefined && values.size >= VALUES;
    const last = isFull ? [...values.keys()].toSorted(compareTexts).at(-1) : undefined;
    if (before !== undefined) {
      before.count += 1;
    } else if (last === undefined || value < last) {
      values.delete(last ?? "");
      values.set(value, { count: 1, curl: scribe.curl(reply) });
    }
  }

  return { all, of, found, sample, note, observed };
}
