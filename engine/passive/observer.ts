import type { Coverage } from "../message/known-deviations.ts";
import { isServed, isSuccess, isWatched } from "../message/classify.ts";
import { type Violation, isInconclusive, type CheckResult, type ApiResponse } from "../model/exchange.ts";
import {
  addTo,
  type Causes,
  formatSample,
  requestKey,
  type ExchangeFormatter,
} from "../evidence/violation.ts";
import { inspectBody } from "../schema/check-fields.ts";
import type { BodyRows } from "../schema/fields.ts";
import type { RecordedPart } from "../clauses/clause.ts";
import { readRequest, type ReadRequest } from "../clauses/read-request.ts";
import type { Endpoint, ParameterNames } from "../model/settings.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { FieldEvidence } from "../model/clause-results.ts";

export type Watch = ReturnType<typeof createWatch>;

/** Whether a clause tested a response, or why those that speak of it could not. */
export type SeenOutcome = "tested" | { readonly doubt?: string | undefined };

interface WatchOptions {
  readonly seed?: number;
  readonly coverage?: Coverage;
  /** The names of parameters that the target file gives. */
  readonly names?: ParameterNames;
}

/** Looks at every response that any clause gets. */
export function createWatch(
  { tables, passive: selectedPassive, sending }: Pick<Catalogue, "tables" | "passive" | "sending">,
  selected: (id: string) => boolean,
  formatter: ExchangeFormatter,
  { seed = 0, coverage = () => undefined, names = {} }: WatchOptions = {},
) {
  const tallies = createTallies(formatter, seed, coverage);
  const wantedTables = tables.filter(({ body }) => body.all.some(({ id }) => selected(id)));
  const passive = selectedPassive.filter(({ id }) => selected(id));
  const earlier = createEarlier(passive);
  const recorded = sending.filter(({ id }) => selected(id));
  return {
    /**
     * `lacks`: what was not recorded of the exchange. `request`: of an exchange that no clause requested, what was asked.
     */
    see: (response: ApiResponse, lacks: readonly RecordedPart[] = [], request?: ReadRequest): SeenOutcome => {
      const isSeen = isWatched(response);
      const exchange = { response, lacks, request: request ?? readRequest(response.request, names) };
      notePassive(passive, tallies, { ...exchange, earlier: earlier.of(response) });
      earlier.note(response);
      if (isSeen) {
        const own = wantedTables.filter(({ body }) => body.endpoint === response.request.endpoint);
        own.forEach(({ body }) => inspect(body, response, tallies));
      }
      const alone = request === undefined ? {} : noteRecorded(recorded, tallies, response, request);
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
function createEarlier(passive: Catalogue["passive"]) {
  const compared = new Set<Endpoint>(["contract"]);
  passive.forEach(({ endpoint, repeats }) => repeats === true && compared.add(endpoint));
  const all = new Map<string, ApiResponse>();
  return {
    of: ({ request }: Pick<ApiResponse, "request">): ApiResponse | undefined => all.get(requestKey(request)),
    note: (response: ApiResponse): void => {
      const key = requestKey(response.request);
      const isKept = compared.has(response.request.endpoint) && isSuccess(response) && !all.has(key);
      if (isKept && all.size < MOST_EARLIER) {
        all.set(key, response);
      }
    },
  };
}

interface ObservedExchange {
  readonly response: ApiResponse;
  /** The parts of the exchange that were not recorded. */
  readonly lacks: readonly RecordedPart[];
  readonly request: ReadRequest;
  readonly earlier: ApiResponse | undefined;
}

/** Clauses on a parameter check the requests that look for its name too: whether the target knows it is decided later. */
function notePassive(
  clauses: Catalogue["passive"],
  tallies: ReturnType<typeof createTallies>,
  { response, lacks, request, earlier }: ObservedExchange,
): void {
  const isSeen = isWatched(response);
  const isProbe = isServed(response) && (request.expects === "success" || request.expects === "missing");
  for (const { id, endpoint, reads, parameter, check } of clauses) {
    const isAbout = isSeen || (isProbe && parameter !== undefined);
    if (
      isAbout &&
      endpoint === response.request.endpoint &&
      (reads === undefined || !lacks.includes(reads))
    ) {
      tallies.note(id, check(response, request, earlier), response);
    }
  }
}

/** Notes what the clauses that send requests say of a response to a request that they did not send. */
function noteRecorded(
  clauses: Catalogue["sending"],
  tallies: ReturnType<typeof createTallies>,
  response: ApiResponse,
  request: ReadRequest,
): SeenOutcome {
  const checkResults = clauses.flatMap(({ id, endpoint, recorded }) => {
    const isAbout = endpoint === response.request.endpoint && recorded?.when(request, response) === true;
    return isAbout ? [tallies.note(id, recorded.check(response, request), response)] : [];
  });
  return checkResults.some((doubt) => doubt === undefined) ? "tested" : { doubt: checkResults[0] };
}

/** Looks at each row of a body; it stands for those that it shows, without those that it breaks somewhere. */
function inspect(body: BodyRows, response: ApiResponse, tallies: ReturnType<typeof createTallies>): void {
  const { sights, violations } = inspectBody(body, response);
  const broken = new Set(violations.map(([{ id }]) => id));
  violations.forEach(([{ id }, violation]) => tallies.found(id, violation, response));
  for (const [{ id }, { absent, ...seen }] of sights) {
    const tally = tallies.of(id);
    tally.cases += seen.seen + absent;
    tally.responses += 1;
    tally.field.seen += seen.seen;
    tally.field.null += seen.null;
    tally.field.notNull += seen.notNull;
    if (seen.seen > 0 && !broken.has(id)) {
      tallies.sample(id, response);
    }
  }
}

/**
 * What responses showed of a clause: counts, and what stands for them. All of it is made at once: an
 * answer that was kept would keep all of its body.
 */
export interface ResponseTally {
  cases: number;
  /** Responses that the clause checked. */
  responses: number;
  /** Of a clause without a table: the responses that violate it. */
  violating: number;
  /** Of a row of a table: how it was seen. */
  readonly field: { -readonly [Sight in keyof FieldEvidence]: number };
  /** Why the first response of which it could not decide was in doubt. */
  inconclusive?: string;
  readonly causes: Causes;
  /** The first response that keeps it. */
  sample?: ReturnType<typeof formatSample>;
}

/** By the ids of clauses; a clause of which nothing was seen has none. */
export type Tallies = ReadonlyMap<string, ResponseTally>;

const nothingSeen = (): ResponseTally => ({
  cases: 0,
  responses: 0,
  violating: 0,
  field: { seen: 0, null: 0, notNull: 0 },
  causes: new Map(),
});

function createTallies(formatter: ExchangeFormatter, seed: number, coverage: Coverage) {
  const all = new Map<string, ResponseTally>();

  function of(id: string): ResponseTally {
    const tally = all.get(id) ?? nothingSeen();
    all.set(id, tally);
    return tally;
  }

  const found = (id: string, violation: Violation, response: ApiResponse): void =>
    addTo(
      of(id).causes,
      { violation, response, path: "", seed },
      formatter,
      coverage(id, violation, response),
    );

  const sample = (id: string, response: ApiResponse): void => {
    of(id).sample ??= formatSample(response, formatter);
  };

  /** Gives why nothing could be decided, where that is so. */
  function note(id: string, checkResult: CheckResult, response: ApiResponse): string | undefined {
    const tally = of(id);
    if (isInconclusive(checkResult)) {
      tally.inconclusive ??= checkResult.inconclusive;
      return checkResult.inconclusive;
    }
    tally.cases += 1;
    tally.responses += 1;
    tally.violating += checkResult.length === 0 ? 0 : 1;
    checkResult.forEach((violation) => found(id, violation, violation.response ?? response));
    if (checkResult.length === 0) {
      sample(id, response);
    }
    return undefined;
  }

  return { all, of, found, sample, note };
}
