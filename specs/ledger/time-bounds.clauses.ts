// §2.1, §4.3, §4.5, §4.8: time bounds with fewer and with more digits than the times that the service shows
import { law } from "../../engine/clauses/declare.ts";
import type { ClauseId } from "../../engine/clauses/clause.ts";
import { isObject, isSuccess, lacksSignatures, looksMissing } from "../../engine/message/classify.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { call, type Ask, type Asker, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import type { Named } from "../../generators/cases.ts";
import { TIMESTAMP } from "../../schemas/formats.ts";
import { answer, CONTRACT_A, contractOf, NOT_FOUND } from "../fixtures/answers.ts";
import { feesOf, idPages } from "../fixtures/walks.ts";
import { unproven } from "../laws/records/fees.ts";
import { firstOf, recordIn, textIn } from "../laws/records/records.ts";
import { callsMalformed, findingIf, refusedElsewhere, undecided } from "../laws/requests/verdicts.ts";

/** Two bounds such that every time that meets the narrower one meets the wider one too. */
interface Bounds {
  readonly narrow: string;
  readonly wide: string;
}

const MOST_DIGITS = 10;

/**
 * Bounds on both sides of each power of ten next to the seconds of a time. As text 999999999 is above 1700000000: a service that
 * compares times as text finds nothing under the wider bound, or something under the narrower one alone. Which of its times a
 * filter goes by makes no difference (interpretation 17).
 */
function boundsNear(time: string | undefined): readonly Named<Bounds>[] {
  const { length } = TIMESTAMP.test(time ?? "") ? (time ?? "").replace(/\..*$/, "") : "0".repeat(MOST_DIGITS);
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

/** The time from which a contract is valid, where it shows one. */
function startOf(reply: Reply): string | undefined {
  const { timestamp } = { timestamp: undefined, ...recordIn(reply) };
  const from = isObject(timestamp) ? timestamp["from"] : undefined;
  return typeof from === "string" ? from : undefined;
}

/** Compares what comes of the two bounds; `isFound` says whether a response shows something of that time. */
async function compareBounds(
  t: Asker,
  { narrow, wide }: Bounds,
  ask: (bound: string) => Ask,
  isFound: (reply: Reply) => boolean,
  accepted: ClauseId,
): Promise<Judgement> {
  const [narrower, wider] = [await t.get(ask(narrow)), await t.get(ask(wide))];
  const unsigned = [narrower, wider].find(lacksSignatures);
  if (unsigned !== undefined) {
    return unproven(unsigned);
  }
  const refused = [narrower, wider].find(
    (reply) => callsMalformed(reply) || !(isSuccess(reply) || looksMissing(reply)),
  );
  if (refused !== undefined) {
    return refusedElsewhere(refused, accepted);
  }
  const message = "nothing is found under a time bound, although a narrower bound finds something";
  return isFound(narrower)
    ? findingIf(!isFound(wider), wider, message, `a record under ${wide}, as under ${narrow}`, [narrower])
    : undecided(`no record meets the narrower bound, such as ${narrow}`);
}

const hasRows = (reply: Reply): boolean => isSuccess(reply) && rowsIn(reply).length > 0;

const BOUNDS: Bounds = { narrow: "gte:1000000000", wide: "gt:999999999" };
const balancesOf = idPages("balances");
const fees = feesOf([{ gas: 1, transaction_type: "ContractCall" }]);

export const balancesUnderBounds = law({
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
      (bound) => t.list.ask([[t.name, bound]], "missing"),
      hasRows,
      "4.3-timestamp-accepted",
    ),
  proves: { value: BOUNDS },
  first: balancesOf(9),
  keeps: [balancesOf(9), balancesOf(9, 10)],
  breaks: { "an empty list": balancesOf(), "not found": answer("tokenBalances", 404, NOT_FOUND) },
});

export const feesUnderBounds = law({
  id: "4.5-timestamp-wider-bound",
  statement: "a wider time bound returns fees wherever a narrower one does",
  cites: ["2.1 TimestampFilter effect", "4.5 timestamp effect", 14, 17],
  compares: true,
  needs: { name: "networkFees.timestamp", fees: "fees" },
  given: (have) => ({ boundaries: boundsNear(textIn(have.fees, "timestamp")) }),
  run: (t, bounds) => {
    const ask = (bound: string) => call("networkFees", { query: [[t.name, bound]], expects: "missing" });
    return compareBounds(t, bounds, ask, hasRows, "4.5-timestamp-accepted");
  },
  proves: { value: BOUNDS },
  first: fees,
  keeps: [fees, feesOf([{ gas: 2, transaction_type: "ContractCall" }])],
  breaks: { "an empty list": feesOf([]), "not found": answer("networkFees", 404, NOT_FOUND) },
});

export const contractUnderBounds = law({
  id: "4.8-timestamp-wider-bound",
  emptyPass: "status",
  statement: "a wider time bound returns a contract wherever a narrower one does",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 17],
  compares: true,
  needs: { found: "contracts", name: "contract.timestamp" },
  given: ({ found }) => ({ boundaries: boundsNear(startOf(firstOf(found).reply)) }),
  run: (t, bounds) => {
    const { asked: path } = firstOf(t.found);
    const ask = (bound: string) => call("contract", { path, query: [[t.name, bound]], expects: "missing" });
    return compareBounds(t, bounds, ask, isSuccess, "4.8-timestamp-accepted");
  },
  proves: { value: BOUNDS },
  first: CONTRACT_A,
  keeps: [CONTRACT_A, contractOf({ memo: "older" })],
  breaks: { "not found": answer("contract", 404, NOT_FOUND) },
});
