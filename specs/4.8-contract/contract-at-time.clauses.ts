// §2.1, §4.8: the timestamp filter of a contract
import { inconclusive } from "../kit/requests/check-results.ts";
import { checkOptional } from "../kit/requests/optional-value.ts";
import { requestRefusal, namesParameter, type Refusal } from "../kit/requests/refusals.ts";
import {
  exampleResponse,
  CONTRACT_A,
  CONTRACT_B,
  contractOf,
  invalidParameter,
  NO_SUCH_CONTRACT,
  optionalValueExamples,
  refusedExamples,
} from "../examples/responses.ts";
import {
  type ApiRequest,
  requestTo,
  type Expectation,
  type Violation,
  type CheckResult,
  type ApiResponse,
} from "../../engine/model/exchange.ts";
import { sequence } from "../../engine/clauses/declare.ts";
import { type Inputs, spread, type Context } from "../../engine/clauses/clause.ts";
import { isObject, isSuccess } from "../../engine/message/classify.ts";
import { asNamed, inTurns, type InTurn } from "../../generators/cases.ts";
import type { Size } from "../../engine/clauses/size.ts";
import { formats } from "../../generators/formats.ts";
import { TIMESTAMP_PATTERN } from "../../schemas/formats.ts";
import { bothMalformed, malformedFilters } from "../kit/records/edited.ts";
import { CONTRACT, contractNames, checkReturned, checkSameContract } from "../kit/records/contracts.ts";
import {
  valuesOfLevel,
  firstResult,
  COMPARISON_REQUESTS,
  recordRequest,
  recordIn,
} from "../kit/records/records.ts";
import { checkBeside, checkMalformed, checkNone, checkNoRecord } from "../kit/records/record-checks.ts";
import { NO_END, secondsBeside, surelyAfter } from "../kit/records/times.ts";
import { onlyWith, faulty, refusal, wellFormed } from "../kit/requests/recorded.ts";

/** A time after the end of every range that is closed today. */
const FUTURE = "2000000000.000000001";

const TIME_PREREQUISITES = { found: "contracts", name: "contract.timestamp", size: "size" } as const;
type TimeInputs = Inputs<typeof TIME_PREREQUISITES>;

/**
 * A bound that every contract meets. Upper bounds are not sure, because the range of a contract may have no end
 * (interpretation 17).
 */
const MET_BY_ALL = "gte:0";

function filtered(
  have: TimeInputs,
  filters: readonly string[],
  expects: Expectation,
  path?: string,
): ApiRequest {
  const query = filters.map((filter) => [have.name, filter] as const);
  return requestTo(CONTRACT, { path: path ?? firstResult(have.found).asked, query, expects });
}

/** The forms of the name of the first contract. */
const everyForm = ({ found }: TimeInputs) => asNamed(contractNames(found));

/** Each form of the first contract under gte:0; and its name under gt:0, if the contract starts after time 1. */
function everyFormLater(have: TimeInputs) {
  const { asked, response } = firstResult(have.found);
  const { from } = contractTimes(response);
  const later = { name: `${asked} later than 0`, value: { path: asked, filter: "gt:0" } };
  const moments = everyForm(have).map(({ name, value }) => {
    return { name, value: { path: value, filter: MET_BY_ALL } };
  });
  return [...moments, ...(from !== undefined && surelyAfter(from, "1") ? [later] : [])];
}

/** Requests a contract with filters and without; inconclusive if it is not found without. */
const checkFiltered = (
  t: Context<typeof TIME_PREREQUISITES>,
  filters: readonly string[],
  expects: Expectation,
  check: (response: ApiResponse, model: ApiResponse) => CheckResult,
  path = firstResult(t.found).asked,
) => checkBeside(t, recordRequest(CONTRACT, path), filtered(t, filters, expects, path), check);

/**
 * Sends an invalid filter with one form of the name of the first contract, by `turn`, or with its known name if the repaired
 * request shows that the service does not accept that form.
 */
async function sendRefusedInForm(
  t: Context<typeof TIME_PREREQUISITES>,
  { value: filter, turn }: InTurn,
): Promise<Refusal> {
  const forms = everyForm(t);
  const both = bothMalformed(t.found, t.name, turn, t.size);
  const refused = both === undefined ? undefined : await t.get(both);
  if (refused !== undefined && namesParameter(refused, { name: t.name })) {
    return { refused, twin: await t.get(filtered(t, [MET_BY_ALL], "success")) };
  }
  const path = forms[turn % forms.length]?.value;
  const sendAt = (form?: string) =>
    requestRefusal(t, filtered(t, [filter], "refusal", form), filtered(t, [MET_BY_ALL], "success", form));
  const asked = await sendAt(path);
  return isSuccess(asked.twin) ? asked : await sendAt();
}

/** Requests a contract with a valid filter: the response may be the contract or say that there is none, but no refusal. */
function checkFilter(
  t: Context<typeof TIME_PREREQUISITES>,
  path: string,
  filter: string,
): Promise<readonly Violation[]> {
  const request = (text: string) => filtered(t, [text], "missing", path);
  const malformed = ["gte:1a", "gte:-1", "abc"].map(request);
  return checkOptional(t, request(filter), {
    ...COMPARISON_REQUESTS.contract,
    malformed,
    without: recordRequest(CONTRACT, path),
  });
}

const OLDER = contractOf({ memo: "older" });

/** The query parameter timestamp is optional, an array of TimestampFilter strings (§4.8, line 263; §2.1, line 18). */
export const timestampAccepted = sequence({
  id: "4.8-timestamp-accepted",
  acceptsParameter: "timestamp",
  recorded: wellFormed(onlyWith("timestamp")),
  statement: "a well-formed timestamp filter is not refused as invalid",
  cites: ["2.1 TimestampFilter form", "4.8 timestamp form", "8 timestamp", 7, 17],
  needs: { ...TIME_PREREQUISITES, seed: "seed" },
  given: ({ size, seed }) => ({
    ...valuesOfLevel(formats.timestampFilter.valid(seed), size),
    contexts: size.contexts === 0 ? [] : (formats.timestampFilter.ends?.() ?? []),
  }),
  run: (t, filter) => checkFilter(t, firstResult(t.found).asked, filter),
  ...optionalValueExamples(CONTRACT),
});

/** A TimestampFilter has a pattern (§2.1, line 18; §4.8, line 263). The error body is unspecified (§7, line 303). */
export const timestampRefused = sequence({
  id: "4.8-timestamp-refused",
  recorded: refusal(faulty("timestamp"), checkNoRecord),
  statement: "a malformed timestamp filter does not succeed",
  cites: ["2.1 TimestampFilter form", "4.8 timestamp form", "8 timestamp", 8, 10, 12],
  needs: TIME_PREREQUISITES,
  given: () => ({ ...inTurns(malformedFilters()), shared: true }),
  run: async (t, sent) => checkMalformed(await sendRefusedInForm(t, sent)),
  ...refusedExamples(CONTRACT),
});

/** A filter compares a timestamp (§2.1, line 18; §4.8, line 263): no contract is valid before 0. */
export const timestampBeforeAll = sequence({
  id: "4.8-timestamp-before-all",
  statement: "a timestamp filter that no time meets returns no contract",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 13, 17],
  needs: TIME_PREREQUISITES,
  given: everyForm,
  run: (t, path) => checkFiltered(t, ["lt:0"], "missing", (response) => checkNone(response), path),
  first: CONTRACT_A,
  passes: [NO_SUCH_CONTRACT, exampleResponse(CONTRACT, 200, {})],
  fails: { "the contract": CONTRACT_A },
});

/** A filter compares a timestamp (§2.1, line 18; §4.8, line 263): every time is at or after 0. */
export const timestampMetByAll = sequence({
  id: "4.8-timestamp-met-by-all",
  statement: "a timestamp filter that every time meets returns the contract",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 17, 19],
  needs: TIME_PREREQUISITES,
  given: everyFormLater,
  run: (t, { path, filter }) => checkFiltered(t, [filter], "success", checkSameContract, path),
  first: CONTRACT_A,
  passes: [CONTRACT_A, OLDER],
  fails: { "not found": NO_SUCH_CONTRACT, "another contract": CONTRACT_B },
});

const checkRepeated = (response: ApiResponse, model: ApiResponse): CheckResult => {
  const reason =
    "a request with a repeated timestamp does not succeed, and how to combine timestamps is unspecified";
  return isSuccess(response) ? checkSameContract(response, model) : inconclusive(reason, response);
};

/** timestamp is an array (§4.8, line 263); the contract does not show how several values are sent (interpretation 20). */
export const timestampRepeated = sequence({
  id: "4.8-timestamp-repeated",
  statement: "repeating the timestamp filter never returns another contract",
  cites: ["4.8 timestamp repeated", 20],
  needs: TIME_PREREQUISITES,
  given: ({ found }) => asNamed(spread(found, 2).map(({ asked }) => asked)),
  run: (t, path) => checkFiltered(t, [MET_BY_ALL, "gte:0.000000000"], "open", checkRepeated, path),
  first: CONTRACT_A,
  passes: [CONTRACT_A, OLDER],
  fails: { "another contract": CONTRACT_B },
});

/**
 * How many contracts with earlier versions, and how many deleted ones, are requested at times within and outside their
 * ranges.
 */
const MOST_CHANGED = 2;
const MOST_DELETED = 4;

/** Filters before, in and after the range of a contract, with the end of its previous version; at smoke each time in one form. */
function momentsOf(response: ApiResponse, { contexts }: Size): readonly string[] {
  const { from, to, created } = contractTimes(response);
  const { before } = secondsBeside(created ?? from ?? "");
  const moments: readonly (readonly [time: string | undefined, operators: readonly string[]])[] = [
    [created, ["", "gte:"]],
    [from, ["lt:", "", "lte:"]],
    [before, ["", "lte:", "gt:"]],
    // A range without an end is written in several ways: absent, null or zero.
    [to === undefined || NO_END.test(to) ? FUTURE : secondsBeside(to).behind, ["", "gte:", "lt:"]],
  ];
  return moments.flatMap(([time, operators]) =>
    time === undefined
      ? []
      : operators.slice(0, contexts > 0 ? 3 : 1).map((operator) => `${operator}${time}`),
  );
}

/** The first changed and the first deleted contracts, each with its filters. */
function ownTimes({ found, size }: TimeInputs) {
  const [mostChanged, mostDeleted] = size.contexts > 0 ? [MOST_CHANGED, MOST_DELETED] : [1, 1];
  const deleted = found.filter(({ response }) => recordIn(response)["deleted"] === true);
  const changed = found.filter(({ response }) => {
    const { from, created } = contractTimes(response);
    return from !== undefined && created !== undefined && surelyAfter(from, created);
  });
  const chosen = new Set([...changed.slice(0, mostChanged), ...deleted.slice(0, mostDeleted)]);
  return [...chosen].flatMap(({ asked: path, response }) =>
    [...new Set(momentsOf(response, size))].map((filter) => ({
      name: `${path} at ${filter}`,
      value: { path, filter },
    })),
  );
}

function contractTimes(
  response: ApiResponse,
): Readonly<Record<"from" | "to" | "created", string | undefined>> {
  const range = recordIn(response)["timestamp"];
  const [from, to] = isObject(range) ? [range["from"], range["to"]] : [];
  const timeOf = (value: unknown) =>
    typeof value === "string" && TIMESTAMP_PATTERN.test(value) ? value : undefined;
  return { from: timeOf(from), to: timeOf(to), created: timeOf(recordIn(response)["created_timestamp"]) };
}

/**
 * A request finds the contract of its path (§4.8, line 262) at a time within or outside its range (§2.8, line 172; §4.8,
 * line 263).
 */
export const contractAtOwnTime = sequence({
  id: "4.8-timestamp-of-its-own",
  emptyPass: "absence",
  statement: "a timestamp before, in or after the time of a contract returns that contract, or none",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 7, 17, 19],
  needs: TIME_PREREQUISITES,
  given: ownTimes,
  about: "a deleted contract, or one whose timestamp.from is surely later than its created_timestamp",
  dependsOn: ["2.8-created-timestamp", "2.8-timestamp", "2.8-timestamp-from", "2.8-deleted"],
  run: async (t, { path, filter }) => {
    const response = await t.get(filtered(t, [filter], "missing", path));
    return isSuccess(response) ? checkReturned(response) : checkFilter(t, path, filter);
  },
  proves: { value: { path: "0.0.5001", filter: "1" } },
  passes: [CONTRACT_A, [NO_SUCH_CONTRACT, NO_SUCH_CONTRACT]],
  fails: {
    "another contract": CONTRACT_B,
    "refused as invalid": Array<ApiResponse>(2).fill(
      exampleResponse(CONTRACT, 400, invalidParameter("timestamp")),
    ),
  },
});
