// §2.1, §4.8: the timestamp filter of a contract
import { formats } from "../../generators/formats.ts";
import { invalidEditsNear } from "../../generators/refused.ts";
import { grammars } from "../../schemas/grammars.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** A time after the end of every range that is closed today. */
const FUTURE = "2000000000.000000001";

const TIME_PREREQUISITES = { found: "contracts", name: "contract.timestamp", size: "size" } as const;
type TimeInputs = kit.Inputs<typeof TIME_PREREQUISITES>;

/** Every contract meets this bound. Upper bounds are not certain: a range may have no end (interpretation 17). */
const MET_BY_ALL = "gte:0";

function filtered(
  { name }: TimeInputs,
  path: string,
  filters: readonly string[],
  expects: kit.Expectation,
): kit.ApiRequest {
  const query = filters.map((filter) => [name, filter] as const);
  return kit.requestTo(kit.CONTRACT, { path, query, expects });
}

const everyForm = ({ found }: TimeInputs) => kit.asNamed(kit.contractNames(found));

/** The deleted contracts without the first contract, which is tested in every form; none at smoke. */
const deletedContracts = ({ found, size }: TimeInputs) =>
  kit.asNamed(
    found
      .slice(kit.isSmoke(size) ? found.length : 1)
      .filter(({ response }) => kit.recordIn(response)["deleted"] === true)
      .map(({ identifier }) => identifier),
  );

/** Each form of the name of the first contract with gte:0, and its known name with gt:0 if the contract starts after time 1. */
function everyFormLater(inputs: TimeInputs) {
  const { identifier, response } = kit.firstItem(inputs.found);
  const { from } = kit.contractTimes(response);
  const later = { name: `${identifier} with timestamp gt:0`, value: { path: identifier, filter: "gt:0" } };
  const moments = everyForm(inputs).map(({ name, value }) => {
    return { name, value: { path: value, filter: MET_BY_ALL } };
  });
  return [...moments, ...(from !== undefined && kit.isCertainlyAfter(from, "1") ? [later] : [])];
}

const checkFiltered = (
  t: kit.Context<typeof TIME_PREREQUISITES>,
  check: kit.Comparison,
  ...sent: readonly [path: string, filters: readonly string[], expects: kit.Expectation]
) => kit.checkWithKnownRecord(t, kit.recordRequest(kit.CONTRACT, sent[0]), filtered(t, ...sent), check);

/**
 * Malformed filters, made from the start of the first contract, and from bounds that it meets: a service that reads one as a valid filter
 * finds the contract. The first filter is also sent with every form of the name and, above smoke, after and before a valid filter, because
 * the parameter is an array.
 */
function malformedFilters(
  inputs: TimeInputs,
): kit.CaseSource<{ readonly path: string; readonly filters: readonly string[] }> {
  const { from } = kit.contractTimes(kit.firstItem(inputs.found).response);
  // Edits of the first bound come first in every second family: a service that reads a malformed time as zero finds the contract.
  const own = from === undefined ? ["gte:1.000000001"] : [`gte:${from}`, from, `eq:${from}`];
  const upper = [`lte:${FUTURE}`, `ne:${FUTURE}`, `lt:${FUTURE}`, "lte:2000000000"];
  const malformed = invalidEditsNear(grammars.timestampFilter, [...own, "gt:1.000000001", "gte:1", ...upper]);
  const caseOf =
    (path: string) =>
    ({ value, ...labels }: kit.NamedCase<string>) => ({ ...labels, value: { path, filters: [value] } });
  const [first = "", ...others] = kit.contractNames(inputs.found);
  const places = kit.isSmoke(inputs.size) ? [] : (["after", "before"] as const);
  return {
    boundaries: malformed.map(caseOf(first)),
    contexts: malformed.slice(0, 1).flatMap(({ name, value, ...labels }) => [
      ...others.map((path) => caseOf(path)({ ...labels, name: `${name}, ${path}`, value })),
      ...places.map((place) => ({
        ...labels,
        name: `${name}, ${place} a valid filter`,
        value: { path: first, filters: place === "after" ? [MET_BY_ALL, value] : [value, MET_BY_ALL] },
      })),
    ]),
    middle: formats.timestampFilter.invalid().middle.map(caseOf(first)),
  };
}

/** The response to a valid filter may be the contract or the error for a missing record. */
function checkFilter(t: kit.Context<typeof TIME_PREREQUISITES>, path: string, filter: string) {
  const request = (text: string) => filtered(t, path, [text], "missing");
  const malformed = ["gte:1a", "gte:-1", "abc"].map(request);
  const without = kit.recordRequest(kit.CONTRACT, path);
  return kit.checkAccepted(t, request(filter), { ...kit.COMPARISON_REQUESTS.contract, malformed, without });
}

const OLDER = examples.contractOf({ memo: "older" });

/** timestamp is optional, an array of TimestampFilter strings (§2.1, §4.8). */
export const timestampAccepted = kit.sequence({
  id: "4.8-timestamp-accepted",
  acceptsParameter: "timestamp",
  statement: "a well-formed timestamp filter gets a contract, or the error for a missing record",
  contract: [18, 263, 314],
  interpretations: [7, 17],
  aspect: "form",
  needs: TIME_PREREQUISITES,
  values: ({ size }) => ({
    ...formats.timestampFilter.valid(),
    contexts: kit.isSmoke(size) ? [] : (formats.timestampFilter.ends?.() ?? []),
  }),
  run: (t, filter) => checkFilter(t, kit.firstItem(t.found).identifier, filter),
  ...examples.optionalValueExamples(kit.CONTRACT),
});

/** timestamp is an optional query parameter of a contract (§4.8). */
export const timestampWithEveryName = kit.sequence({
  id: "4.8-together-accepted",
  statement: "adding a timestamp to a known id or address causes no error except for a missing record",
  contract: [263],
  interpretations: [7, 17, 22],
  needs: TIME_PREREQUISITES,
  values: (inputs) => ({ boundaries: [], contexts: everyForm(inputs) }),
  run: (t, path) =>
    kit.checkServedTogether(t, filtered(t, path, [MET_BY_ALL], "success"), [
      kit.recordRequest(kit.CONTRACT, path),
    ]),
  ...examples.togetherExamples(kit.CONTRACT, [examples.CONTRACT_A]),
});

/** A TimestampFilter has a pattern (§2.1, §4.8). The error body is unspecified (§7.8). */
export const timestampRefused = kit.sequence({
  id: "4.8-timestamp-refused",
  statement: "a request with a malformed timestamp filter does not succeed",
  contract: [18, 263, 314],
  interpretations: [8, 10, 12],
  aspect: "form",
  needs: TIME_PREREQUISITES,
  values: malformedFilters,
  run: (t, { path, filters }) =>
    kit.checkMalformed(t, filtered(t, path, filters, "refusal"), filtered(t, path, [MET_BY_ALL], "success")),
  recorded: kit.recordedWithInvalid("timestamp", kit.checkNoRecord),
  ...examples.refusedExamples(kit.CONTRACT),
});

function checkBeforeAll(response: kit.ApiResponse): kit.CheckResult {
  const message = "a contract is returned for a time before every contract";
  const expected = "a response without a contract";
  return kit.violationIf(kit.isSuccessWithRecord(response), response, message, expected);
}

/** A filter compares a timestamp (§2.1, §4.8): no contract is valid before 0. */
export const timestampBeforeAll = kit.sequence({
  id: "4.8-timestamp-before-all",
  statement: "a timestamp filter that no time meets returns no contract",
  contract: [18, 263],
  interpretations: [13, 17],
  needs: TIME_PREREQUISITES,
  values: (inputs) => [...everyForm(inputs), ...deletedContracts(inputs).slice(0, 1)],
  run: (t, path) => checkFiltered(t, checkBeforeAll, path, ["lt:0"], "missing"),
  first: examples.CONTRACT_A,
  passes: [examples.NO_SUCH_CONTRACT, examples.responseOf(kit.CONTRACT, 200, {})],
  fails: { "the contract": examples.CONTRACT_A },
});

/** A filter compares a timestamp (§2.1, §4.8): every time is at or after 0. */
export const timestampMetByAll = kit.sequence({
  id: "4.8-timestamp-met-by-all",
  statement: "a timestamp filter that a contract certainly meets returns the same contract",
  contract: [18, 263],
  interpretations: [17, 19],
  needs: TIME_PREREQUISITES,
  values: everyFormLater,
  run: (t, { path, filter }) => checkFiltered(t, kit.checkSameContract, path, [filter], "success"),
  first: examples.CONTRACT_A,
  passes: [examples.CONTRACT_A, OLDER],
  fails: { "not found": examples.NO_SUCH_CONTRACT, "another contract": examples.CONTRACT_B },
});

const checkRepeated = (response: kit.ApiResponse, model: kit.ApiResponse): kit.CheckResult => {
  const reason =
    "a request with a repeated timestamp does not succeed, and how to combine timestamps is unspecified";
  return kit.isSuccess(response)
    ? kit.checkSameContract(response, model)
    : kit.inconclusive(reason, response, { code: "unspecified" });
};

/** timestamp is an array (§4.8); the contract does not show how several values are sent (interpretation 20). */
export const timestampRepeated = kit.sequence({
  id: "4.8-timestamp-repeated",
  statement: "repeating the timestamp filter never returns another contract",
  contract: [263],
  interpretations: [20],
  needs: TIME_PREREQUISITES,
  values: ({ found }) => kit.sampleCases(found, 2),
  run: (t, path) => checkFiltered(t, checkRepeated, path, [MET_BY_ALL, "gte:0.000000000"], "open"),
  first: examples.CONTRACT_A,
  passes: [examples.CONTRACT_A, OLDER],
  fails: { "another contract": examples.CONTRACT_B },
});

/** Filters for times before, in and after the range of a contract, and for the end of its previous version. */
function momentsOf(response: kit.ApiResponse): readonly string[] {
  const { from, to, created } = kit.contractTimes(response);
  const { before } = kit.adjacentSeconds(created ?? from ?? "");
  const moments: readonly (readonly [time: string | undefined, operators: readonly string[]])[] = [
    [created, ["", "gte:"]],
    [from, ["lt:", "", "lte:"]],
    [before, ["", "lte:", "gt:"]],
    // If a range has no end, timestamp.to is absent, null or zero.
    [to === undefined || kit.NO_END.test(to) ? FUTURE : kit.adjacentSeconds(to).after, ["", "gte:", "lt:"]],
  ];
  return moments.flatMap(([time, operators]) =>
    time === undefined ? [] : operators.map((operator) => `${operator}${time}`),
  );
}

/** The first contract with an earlier version, and the first deleted one. */
function ownTimes({ found }: TimeInputs) {
  const changed = found.filter(({ response }) => {
    const { from, created } = kit.contractTimes(response);
    return from !== undefined && created !== undefined && kit.isCertainlyAfter(from, created);
  });
  const deleted = found.filter(({ response }) => kit.recordIn(response)["deleted"] === true);
  const chosen = new Set([...changed.slice(0, 1), ...deleted.slice(0, 1)]);
  const filters = [...chosen].map(({ identifier: path, response }) =>
    [...new Set(momentsOf(response))].map((filter) => ({
      name: `${path} with timestamp ${filter}`,
      value: { path, filter },
    })),
  );
  return kit.interleaved(filters);
}

/** A request finds the contract of its path (§4.8) at a time within or outside its range (§2.8). */
export const contractAtOwnTime = kit.sequence({
  id: "4.8-timestamp-of-its-own",
  emptyPass: "absence",
  statement: "a time before, in or after its validity gets the contract, or the error for a missing one",
  contract: [18, 263],
  interpretations: [7, 17, 19],
  needs: TIME_PREREQUISITES,
  values: ownTimes,
  about: "a deleted contract, or one whose timestamp.from is certainly later than its created_timestamp",
  dependsOn: ["2.8-created-timestamp", "2.8-timestamp", "2.8-timestamp-from", "2.8-deleted"],
  run: async (t, { path, filter }) => {
    const response = await t.get(filtered(t, path, [filter], "missing"));
    return kit.isSuccess(response) ? kit.checkReturned(response) : checkFilter(t, path, filter);
  },
  examplesWith: { value: { path: "0.0.5001", filter: "1" } },
  passes: [examples.CONTRACT_A, [examples.NO_SUCH_CONTRACT, examples.NO_SUCH_CONTRACT]],
  fails: {
    "another contract": examples.CONTRACT_B,
    "refused as invalid": Array<kit.ApiResponse>(2).fill(examples.badRequestOf(kit.CONTRACT, "timestamp")),
  },
});
