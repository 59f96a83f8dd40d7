import type { Coverage } from "../message/known-deviations.ts";
import { hasSuccessBody, isSuccess, isForPassiveClauses } from "../message/classify.ts";
import { type Violation, isInconclusive, type CheckResult, type ApiResponse } from "../model/exchange.ts";
import { addViolation, type DistinctViolations, requestKey } from "../evidence/distinct-violations.ts";
import { type ExchangeFormatter, formatSample } from "../evidence/exchange-formatter.ts";
import { inspectBody } from "../schema/check-fields.ts";
import type { BodyRows } from "../schema/fields.ts";
import type { RecordedPart } from "../clauses/clause.ts";
import { readRequest, type ReadRequest } from "../clauses/read-request.ts";
import type { Endpoint, ParameterNames } from "../model/settings.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { FieldEvidence } from "../model/clause-results.ts";

export type Observer = ReturnType<typeof createObserver>;

/** Whether a clause checked the response; if none did, the reason of a clause that could not decide. */
export type ObservedOutcome = "tested" | { readonly doubt?: string | undefined };

interface ObserverOptions {
  readonly coverage?: Coverage;
  /** The names of parameters that the target file or a profile gives. */
  readonly names?: ParameterNames;
}

/**
 * Creates the observer of a run: it hands every response, whichever clause requested it, to the `fields` and `passive` clauses.
 * `selected` says which clauses are selected.
 */
export function createObserver(
  { tables, passive: selectedPassive, sending }: Pick<Catalogue, "tables" | "passive" | "sending">,
  selected: (id: string) => boolean,
  formatter: ExchangeFormatter,
  { coverage = () => undefined, names = {} }: ObserverOptions = {},
) {
  const tallies = createTallies(formatter, coverage);
  const wantedTables = tables.filter(({ body }) => body.all.some(({ id }) => selected(id)));
  const passive = selectedPassive.filter(({ id }) => selected(id));
  const earlier = createEarlierResponses(passive);
  const recorded = sending.filter(({ id }) => selected(id));
  return {
    /**
     * Checks a response. `lacks` lists the parts of a recorded exchange that are missing. `request` is given only for a recorded
     * exchange, which no clause sent: clauses that otherwise send requests check it too.
     */
    see: (
      response: ApiResponse,
      lacks: readonly RecordedPart[] = [],
      request?: ReadRequest,
    ): ObservedOutcome => {
      const isSeen = isForPassiveClauses(response);
      const exchange = { response, lacks, request: request ?? readRequest(response.request, names) };
      observePassiveClauses(passive, tallies, { ...exchange, earlier: earlier.of(response) });
      earlier.note(response);
      if (isSeen) {
        const own = wantedTables.filter(({ body }) => body.endpoint === response.request.endpoint);
        own.forEach(({ body }) => checkFieldRows(body, response, tallies));
      }
      const alone = request === undefined ? {} : checkRecordedRequest(recorded, tallies, response, request);
      return isSeen ? "tested" : alone;
    },
    tallies: (): Tallies => tallies.all,
    /** The first successful response to the same request; undefined if there is none, or it was not kept. */
    earlier: earlier.of,
  };
}

/** Maximum number of responses that are kept for comparison with later ones. */
const MOST_EARLIER_RESPONSES = 500;

/** Keeps the first success of each request for the records that a clause compares, and for contracts. */
function createEarlierResponses(passive: Catalogue["passive"]) {
  const compared = new Set<Endpoint>(["contract"]);
  passive.forEach(({ endpoint, repeats }) => repeats === true && compared.add(endpoint));
  const all = new Map<string, ApiResponse>();
  return {
    of: ({ request }: Pick<ApiResponse, "request">): ApiResponse | undefined => all.get(requestKey(request)),
    note: (response: ApiResponse): void => {
      const key = requestKey(response.request);
      const isKept = compared.has(response.request.endpoint) && isSuccess(response) && !all.has(key);
      if (isKept && all.size < MOST_EARLIER_RESPONSES) {
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

/**
 * Checks a response by the passive clauses of its endpoint. Clauses on a parameter also check probes for its name: whether the
 * target knows the name is decided at the end of the run, which then discards these results if it does not.
 */
function observePassiveClauses(
  clauses: Catalogue["passive"],
  tallies: ReturnType<typeof createTallies>,
  { response, lacks, request, earlier }: ObservedExchange,
): void {
  const isSeen = isForPassiveClauses(response);
  const isProbe =
    hasSuccessBody(response) && (request.expects === "success" || request.expects === "missing");
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

/** Checks a recorded exchange by the clauses that send requests in a run. */
function checkRecordedRequest(
  clauses: Catalogue["sending"],
  tallies: ReturnType<typeof createTallies>,
  response: ApiResponse,
  request: ReadRequest,
): ObservedOutcome {
  const checkResults = clauses.flatMap(({ id, endpoint, recorded }) => {
    const isAbout = endpoint === response.request.endpoint && recorded?.when(request, response) === true;
    return isAbout ? [tallies.note(id, recorded.check(response, request), response)] : [];
  });
  return checkResults.some((doubt) => doubt === undefined) ? "tested" : { doubt: checkResults[0] };
}

/** Checks every field of a body. The response becomes the sample of each field that it contains and nowhere violates. */
function checkFieldRows(
  body: BodyRows,
  response: ApiResponse,
  tallies: ReturnType<typeof createTallies>,
): void {
  const { counts, violations } = inspectBody(body, response);
  const broken = new Set(violations.map(([{ id }]) => id));
  violations.forEach(([{ id }, violation]) => tallies.found(id, violation, response));
  for (const [{ id }, { absent, ...seen }] of counts) {
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
 * The results of one clause so far. Violations and samples are formatted at once, so that no response, with its body, has to be
 * kept until the end of the run.
 */
export interface ResponseTally {
  /** Values (of a field) or responses (of a passive clause) that were checked. */
  cases: number;
  /** Responses that the clause checked. */
  responses: number;
  /** Responses that violate a passive clause. */
  violating: number;
  /** How often the field of a `fields` clause was present, null and not null. */
  readonly field: { -readonly [Sight in keyof FieldEvidence]: number };
  /** Why the clause could not decide the first response that it could not decide. */
  inconclusive?: string;
  readonly distinct: DistinctViolations;
  /** The first response that passes the clause. */
  sample?: ReturnType<typeof formatSample>;
}

/** By the ids of clauses. A clause that checked nothing has no entry. */
export type Tallies = ReadonlyMap<string, ResponseTally>;

const createTally = (): ResponseTally => ({
  cases: 0,
  responses: 0,
  violating: 0,
  field: { seen: 0, null: 0, notNull: 0 },
  distinct: new Map(),
});

function createTallies(formatter: ExchangeFormatter, coverage: Coverage) {
  const all = new Map<string, ResponseTally>();

  function of(id: string): ResponseTally {
    const tally = all.get(id) ?? createTally();
    all.set(id, tally);
    return tally;
  }

  const found = (id: string, violation: Violation, response: ApiResponse): void =>
    addViolation(
      of(id).distinct,
      { violation, response, path: "" },
      formatter,
      coverage(id, violation, response),
    );

  const sample = (id: string, response: ApiResponse): void => {
    of(id).sample ??= formatSample(response, formatter);
  };

  /** Records the result of a check; returns the reason if it is inconclusive. */
  function note(id: string, checkResult: CheckResult, response: ApiResponse): string | undefined {
    const tally = of(id);
    if (isInconclusive(checkResult)) {
      tally.inconclusive ??= checkResult.reason;
      return checkResult.reason;
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
