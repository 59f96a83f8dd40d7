// §2.1, §4.3, §4.5, §4.8: time bounds with fewer and with more digits than the times that the service shows
import { sequence } from "../../engine/clauses/declare.ts";
import type { ClauseId } from "../../engine/clauses/clause.ts";
import { isObject, isSuccess, lacksSignatures, looksMissing } from "../../engine/message/classify.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import {
  requestTo,
  type ApiRequest,
  type RequestSender,
  type CheckResult,
  type ApiResponse,
} from "../../engine/model/exchange.ts";
import type { NamedCase } from "../../generators/cases.ts";
import { TIMESTAMP_PATTERN } from "../../schemas/formats.ts";
import { exampleResponse, CONTRACT_A, contractOf, NOT_FOUND } from "../examples/responses.ts";
import { feesOf, idPages } from "../examples/pages.ts";
import { unproven } from "../kit/records/fees.ts";
import { firstResult, recordIn, memberText } from "../kit/records/records.ts";
import { callsMalformed } from "../kit/requests/acceptance.ts";
import { violationIf, refusedElsewhere, inconclusive } from "../kit/requests/check-results.ts";
import { ACCEPTANCE_CLAUSES } from "../depends-on.ts";

/** Two bounds on times: every time that meets the narrow one meets the wide one too. */
interface TimeBounds {
  readonly narrow: string;
  readonly wide: string;
}

const MOST_DIGITS = 10;

/**
 * Pairs of bounds on both sides of each power of ten next to the seconds of a time. They reveal a service that compares times as
 * text: as text, 999999999 is above 1700000000. The pairs hold whichever time of a record the filter applies to (interpretation 17).
 */
function boundsNear(time: string | undefined): readonly NamedCase<TimeBounds>[] {
  const { length } = TIMESTAMP_PATTERN.test(time ?? "")
    ? (time ?? "").replace(/\..*$/, "")
    : "0".repeat(MOST_DIGITS);
  const widths = [length, length + 1].filter((width) => width > 1 && width <= MOST_DIGITS);
  return widths.flatMap((width) => {
    const [above, below] = [`1${"0".repeat(width - 1)}`, "9".repeat(width - 1)];
    const pairs = [
      [`gte:${above}`, `gt:${below}`],
      [`lt:${below}`, `lt:${above}`],
      [`gte:${above}`, `gte:${below}`],
      [`lte:${below}`, `lte:${above}`],
    ] as const;
    return pairs.map(([narrow, wide]) => ({ name: `${narrow} and ${wide}`, value: { narrow, wide } }));
  });
}

/** `timestamp.from` of a contract; undefined if the response does not show it. */
function contractStart(response: ApiResponse): string | undefined {
  const { timestamp } = { timestamp: undefined, ...recordIn(response) };
  const from = isObject(timestamp) ? timestamp["from"] : undefined;
  return typeof from === "string" ? from : undefined;
}

/**
 * Sends a request with each of the two bounds: if the narrow one finds a record, the wide one must find one too.
 * @param isFound whether a response shows a record
 * @param accepted the clause that fails if a bound is refused
 */
async function compareBounds(
  t: RequestSender,
  { narrow, wide }: TimeBounds,
  request: (bound: string) => ApiRequest,
  isFound: (response: ApiResponse) => boolean,
  accepted: ClauseId,
): Promise<CheckResult> {
  const [narrower, wider] = [await t.get(request(narrow)), await t.get(request(wide))];
  const unsigned = [narrower, wider].find(lacksSignatures);
  if (unsigned !== undefined) {
    return unproven(unsigned);
  }
  const refused = [narrower, wider].find(
    (response) => callsMalformed(response) || !(isSuccess(response) || looksMissing(response)),
  );
  if (refused !== undefined) {
    return refusedElsewhere(refused, accepted);
  }
  const message = "a time bound finds nothing, although a narrower bound finds a record";
  return isFound(narrower)
    ? violationIf(!isFound(wider), wider, message, `a record under ${wide}, as under ${narrow}`, [narrower])
    : inconclusive(`no record meets the narrower bound, such as ${narrow}`);
}

const isSuccessWithRows = (response: ApiResponse): boolean =>
  isSuccess(response) && rowsIn(response).length > 0;

const BOUNDS: TimeBounds = { narrow: "gte:1000000000", wide: "gt:999999999" };
const balancePages = idPages("balances");
const fees = feesOf([{ gas: 1, transaction_type: "ContractCall" }]);

/** The consensus timestamp of token balances is a TimestampFilter (§2.1, line 18; §4.3, line 221). */
export const balancesUnderBounds = sequence({
  id: "4.3-timestamp-wider-bound",
  statement: "a wider time bound returns balances wherever a narrower one does",
  cites: ["2.1 TimestampFilter effect", "4.3 timestamp effect", 17],
  compares: true,
  needs: { list: "balances", name: "tokenBalances.timestamp" },
  given: ({ list: { time } }) => ({ boundaries: boundsNear(time) }),
  run: (t, bounds) =>
    compareBounds(
      t,
      bounds,
      (bound) => t.list.request([[t.name, bound]], "missing"),
      isSuccessWithRows,
      ACCEPTANCE_CLAUSES["tokenBalances.timestamp"],
    ),
  proves: { value: BOUNDS },
  first: balancePages(9),
  passes: [balancePages(9), balancePages(9, 10)],
  fails: { "an empty list": balancePages(), "not found": exampleResponse("tokenBalances", 404, NOT_FOUND) },
});

/** The consensus timestamp of network fees is a TimestampFilter (§2.1, line 18; §4.5, line 244). */
export const feesUnderBounds = sequence({
  id: "4.5-timestamp-wider-bound",
  statement: "a wider time bound returns fees wherever a narrower one does",
  cites: ["2.1 TimestampFilter effect", "4.5 timestamp effect", 14, 17],
  compares: true,
  needs: { name: "networkFees.timestamp", fees: "fees" },
  given: (have) => ({ boundaries: boundsNear(memberText(have.fees, "timestamp")) }),
  run: (t, bounds) => {
    const request = (bound: string) =>
      requestTo("networkFees", { query: [[t.name, bound]], expects: "missing" });
    return compareBounds(t, bounds, request, isSuccessWithRows, ACCEPTANCE_CLAUSES["networkFees.timestamp"]);
  },
  proves: { value: BOUNDS },
  first: fees,
  passes: [fees, feesOf([{ gas: 2, transaction_type: "ContractCall" }])],
  fails: { "an empty list": feesOf([]), "not found": exampleResponse("networkFees", 404, NOT_FOUND) },
});

/** The timestamp of a contract is an array of TimestampFilters (§2.1, line 18; §4.8, line 263). */
export const contractUnderBounds = sequence({
  id: "4.8-timestamp-wider-bound",
  emptyPass: "status",
  statement: "a wider time bound returns a contract wherever a narrower one does",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 17],
  compares: true,
  needs: { found: "contracts", name: "contract.timestamp" },
  given: ({ found }) => ({ boundaries: boundsNear(contractStart(firstResult(found).response)) }),
  run: (t, bounds) => {
    const { asked: path } = firstResult(t.found);
    const request = (bound: string) =>
      requestTo("contract", { path, query: [[t.name, bound]], expects: "missing" });
    return compareBounds(t, bounds, request, isSuccess, ACCEPTANCE_CLAUSES["contract.timestamp"]);
  },
  proves: { value: BOUNDS },
  first: CONTRACT_A,
  passes: [CONTRACT_A, contractOf({ memo: "older" })],
  fails: { "not found": exampleResponse("contract", 404, NOT_FOUND) },
});
