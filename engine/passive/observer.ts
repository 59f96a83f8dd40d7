import { getOrInsert } from "../model/model.ts";
import type { Coverage } from "../message/known-deviations.ts";
import { hasSuccessBody, isObject, isUnexpectedRecord, isSuccess } from "../message/classify.ts";
import { isForPassiveClauses } from "../message/classify.ts";
import { isInconclusive, queryOf } from "../model/exchange.ts";
import type { Violation, CheckResult, ApiResponse } from "../model/exchange.ts";
import { addViolation, type DistinctViolations, requestKey } from "../evidence/violations.ts";
import { type ExchangeFormatter, formatSample } from "../evidence/exchange-formatter.ts";
import { inspectBody, type BodyRows } from "../schema/fields.ts";
import type { PassiveClause } from "../clauses/clause.ts";
import type { RecordedPart } from "../clauses/declare.ts";
import { readRequest, type ReadRequest } from "../clauses/read-request.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { ParameterNames } from "../model/settings.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { ClauseId, FieldEvidence } from "../model/clause-results.ts";

/** Whether a clause checked the response; if none did, the reason of the first inconclusive clause, if there is one. */
export type ObservedOutcome = "tested" | { readonly inconclusive?: string | undefined };

/** Creates the observer, which passes each response to the selected `fields` and `passive` clauses. `names`: those of the target file. */
export function createObserver(
  { tables, passive, sending }: Pick<Catalogue, "tables" | "passive" | "sending">,
  selected: ReadonlySet<string>,
  formatter: ExchangeFormatter,
  { coverage, names }: { readonly coverage: Coverage; readonly names: ParameterNames },
) {
  const tallies = createTallies(formatter, coverage);
  const isSelected = ({ id }: { readonly id: string }): boolean => selected.has(id);
  const selectedTables = tables.filter(({ body }) => body.all.some(isSelected));
  const selectedPassive = passive.filter(isSelected);
  const earlier = createEarlierResponses(selectedPassive);
  const selectedSending = sending.filter(isSelected);
  return {
    /** Checks a response. `lacks`: the parts that were not recorded. If a recorded `request` is given, sending clauses check it too. */
    observe: (
      response: ApiResponse,
      lacks: readonly RecordedPart[] = [],
      request?: ReadRequest,
    ): ObservedOutcome => {
      const isChecked = isForPassiveClauses(response);
      const { endpoint } = response.request;
      const readAs = request ?? readRequest(response.request, names);
      const isRecord = isUnexpectedRecord(response);
      for (const clause of selectedPassive) {
        // Clauses with `repeats` also compare a record that an `open` request returned.
        const isCompared = isRecord && clause.repeats === true;
        const isSubject = isChecked || isCompared || isProbeOf(clause, response, readAs);
        const isAbout = clause.endpoint === endpoint && isSubject;
        if (isAbout && !lacks.includes(clause.reads ?? "record")) {
          tallies.note(clause.id, clause.check(response, readAs, earlier.of(response)), response);
        }
      }
      earlier.note(response);
      if (isChecked || isRecord) {
        const tablesOfEndpoint = selectedTables.filter(({ body }) => body.endpoint === endpoint);
        tablesOfEndpoint.forEach(({ body }) => checkFieldRows(body, response, tallies));
      }
      const recorded = request === undefined ? [] : checkRecorded(selectedSending, response, request);
      const reasons = recorded.map((one) => tallies.note(one.clauseId, one.checkResult, response));
      return isChecked || reasons.includes(undefined) ? "tested" : { inconclusive: reasons[0] };
    },
    tallies: (): Tallies => tallies.all,
    /** The first successful response for the same record; undefined if there is none, or if it was not kept. */
    earlier: earlier.of,
  };
}

/** Maximum number of {@link recordKeys} under which responses are kept. */
const MOST_EARLIER_KEYS = 1_000;

/** Keeps the first success for each record, for contracts and for the endpoints of clauses with `repeats`. */
function createEarlierResponses(passive: Catalogue["passive"]) {
  const compared = new Set<Endpoint>(["contract"]);
  passive.forEach(({ endpoint, repeats }) => repeats === true && compared.add(endpoint));
  const all = new Map<string, ApiResponse>();
  const first = (response: ApiResponse): ApiResponse | undefined => {
    const found = recordKeys(response).find((key) => all.has(key));
    return found === undefined ? undefined : all.get(found);
  };
  return {
    of: first,
    note: (response: ApiResponse): void => {
      if (compared.has(response.request.endpoint) && isSuccess(response) && all.size < MOST_EARLIER_KEYS) {
        // `response` may have a wrong value in a member of a key, and may be another record than the requested one: only the key of
        // the request leads to it. Any other new key leads to the first response that has one of the keys.
        const kept = first(response) ?? response;
        const ownKey = requestKey(response.request);
        const responseOf = (key: string) => () => (key === ownKey ? response : kept);
        recordKeys(response).forEach((key) => getOrInsert(all, key, responseOf(key)));
      }
    },
  };
}

/** With one of {@link PLACES}, they identify a contract result. A transaction, its children and its duplicates may have the same hash. */
const DISTINGUISHING_MEMBERS = ["hash", "contract_id", "from", "to"];
/** Groups of members that distinguish results with the same hash: the position in a block, which may be null, and the timestamp. */
const PLACES = [["block_number", "transaction_index"], ["timestamp"]];

/** Members of a topic message. The sequence number is needed, because a wrong timestamp may belong to another message. */
const IDENTIFYING_MEMBERS = ["topic_id", "consensus_timestamp", "sequence_number"];

/** The keys of the record in a response: first those of its members, as several requests may name it; last that of the request. */
function recordKeys({ request, body: { value } }: ApiResponse): readonly string[] {
  const key = requestKey(request);
  const isMessage = request.endpoint === "topicMessage" && isObject(value);
  if (isMessage && IDENTIFYING_MEMBERS.every((name) => value[name])) {
    return [JSON.stringify(IDENTIFYING_MEMBERS.map((name) => value[name])), key];
  }
  if (request.endpoint !== "contractResult" || !isObject(value) || request.expects === "open") return [key];
  const nonce = queryOf(request.target).getAll("nonce").at(-1) ?? "0";
  const textOf = (name: string): string => String(value[name]).toLowerCase();
  const identity = DISTINGUISHING_MEMBERS.map(textOf);
  const places = PLACES.filter((names) => names.every((name) => (value[name] ?? null) !== null));
  const keyOf = (names: readonly string[]) => [nonce, ...identity, ...names, ...names.map(textOf)];
  return [...places.map((names) => JSON.stringify(keyOf(names))), key];
}

/** A success for a probe of a parameter name is checked too; if the target turns out not to know the name, the results are discarded. */
const isProbeOf = ({ parameter }: PassiveClause, response: ApiResponse, { expects }: ReadRequest): boolean =>
  parameter !== undefined && hasSuccessBody(response) && (expects === "success" || expects === "missing");

/** The results of the sending clauses that apply to an exchange which they did not request. */
export const checkRecorded = (
  clauses: Catalogue["sending"],
  response: ApiResponse,
  request: ReadRequest,
): readonly { readonly clauseId: ClauseId; readonly checkResult: CheckResult }[] =>
  clauses.flatMap(({ id, endpoint, recorded }) =>
    endpoint === response.request.endpoint && recorded?.when(request, response) === true
      ? [{ clauseId: id, checkResult: recorded.check(response, request) }]
      : [],
  );

/** Checks every field of a body. The response becomes the sample of each field that is present in it without a violation. */
function checkFieldRows(
  body: BodyRows,
  response: ApiResponse,
  tallies: ReturnType<typeof createTallies>,
): void {
  const { counts, violations } = inspectBody(body, response);
  const broken = new Set(violations.map(([{ id }]) => id));
  violations.forEach(([{ id }, violation]) => tallies.add(id, violation, response));
  for (const [{ id }, { seen, absent, null: nulls, notNull }] of counts) {
    const tally = tallies.of(id);
    tally.cases += seen + absent;
    tally.responses += 1;
    tally.field.seen += seen;
    tally.field.null += nulls;
    tally.field.notNull += notNull;
    if (seen > 0 && !broken.has(id)) tallies.sample(id, response);
  }
}

/** The results of one clause so far, already formatted, so that no body has to be kept until the end of the run. */
export interface ResponseTally {
  /** For a `fields` clause, the number of records that have or lack the field; for any other clause, the number of checked responses. */
  cases: number;
  responses: number;
  violating: number;
  /** How often the field of a `fields` clause was present, null and not null. */
  readonly field: { -readonly [Sight in keyof FieldEvidence]: number };
  inconclusive?: string;
  readonly distinct: DistinctViolations;
  /** The first response that passes the clause. */
  sample?: ReturnType<typeof formatSample>;
}

export type Tallies = ReadonlyMap<string, ResponseTally>;

const createTally = (): ResponseTally => {
  const field = { seen: 0, null: 0, notNull: 0 };
  return { cases: 0, responses: 0, violating: 0, field, distinct: new Map() };
};

function createTallies(formatter: ExchangeFormatter, coverage: Coverage) {
  const all = new Map<string, ResponseTally>();

  const of = (id: string): ResponseTally => getOrInsert(all, id, createTally);

  const add = (id: string, violation: Violation, response: ApiResponse): void => {
    const caseViolation = { violation, response, allResponses: [response], path: "" };
    addViolation(of(id).distinct, caseViolation, formatter, coverage(id, violation, response));
  };

  const sample = (id: string, response: ApiResponse): void =>
    void (of(id).sample ??= formatSample(response, formatter));

  /** Counts the result of a check; returns the reason if it is inconclusive. */
  function note(id: string, checkResult: CheckResult, response: ApiResponse): string | undefined {
    const tally = of(id);
    if (isInconclusive(checkResult)) {
      tally.inconclusive ??= checkResult.reason;
      return checkResult.reason;
    }
    tally.cases += 1;
    tally.responses += 1;
    tally.violating += checkResult.length === 0 ? 0 : 1;
    checkResult.forEach((violation) => add(id, violation, violation.response ?? response));
    if (checkResult.length === 0) sample(id, response);
    return undefined;
  }

  return { all, of, add, sample, note };
}
