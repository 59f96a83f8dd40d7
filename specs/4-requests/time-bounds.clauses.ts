// §2.1, §4.3, §4.5, §4.8: time bounds with fewer and with more digits than the times that the service shows
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** Every time that meets the narrow bound meets the wide one too. */
interface TimeBounds {
  readonly narrow: string;
  readonly wide: string;
}

const MOST_DIGITS = 10;

/** Pairs of bounds beside the powers of ten next to the seconds of a time: compared as text, 999999999 is above 1700000000. */
function boundsNear(time: string | undefined): readonly kit.NamedCase<TimeBounds>[] {
  const { length } = kit.TIMESTAMP_PATTERN.test(time ?? "")
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

/** If the narrow bound finds a record, the wide one must find one too. */
async function compareBounds(
  t: kit.RequestSender,
  { narrow, wide }: TimeBounds,
  request: (bound: string) => kit.ApiRequest,
  isFound: (response: kit.ApiResponse) => boolean,
): Promise<kit.CheckResult> {
  const [narrower, wider] = [await t.get(request(narrow)), await t.get(request(wide))];
  const unsigned = kit.whySignaturesMissing(narrower) ?? kit.whySignaturesMissing(wider);
  if (unsigned !== undefined) return unsigned;
  const refused = [narrower, wider].find(
    (response) => kit.callsMalformed(response) || !(kit.isSuccess(response) || kit.looksMissing(response)),
  );
  if (refused !== undefined) return kit.refusedElsewhere(refused);
  const message = "a time bound finds nothing, although a narrower bound finds a record";
  const expected = `a record under ${wide}, as under ${narrow}`;
  return isFound(narrower)
    ? kit.violationIf(!isFound(wider) && !kit.hasNextPage(wider), wider, message, expected, [narrower])
    : kit.inconclusive(`no response to a narrower bound, such as ${narrow}, shows a record`);
}

const isSuccessWithRows = (response: kit.ApiResponse): boolean =>
  kit.isSuccess(response) && kit.rowsIn(response).length > 0;

const BOUNDS: TimeBounds = { narrow: "gte:1000000000", wide: "gt:999999999" };
const balancePages = examples.idPages("balances");
const fees = examples.feesOf([{ gas: 1, transaction_type: "ContractCall" }]);

/** The consensus timestamp of token balances is a TimestampFilter (§2.1, §4.3). */
export const balancesUnderBounds = kit.sequence({
  id: "4.3-timestamp-wider-bound",
  statement: "if a time bound returns balances, every wider bound does too",
  contract: [18, 221],
  interpretations: [17],
  compares: true,
  needs: { list: "balances", name: "tokenBalances.timestamp" },
  values: ({ list: { time } }) => ({ boundaries: boundsNear(time) }),
  run: (t, bounds) =>
    compareBounds(t, bounds, (bound) => t.list.request([[t.name, bound]], "missing"), isSuccessWithRows),
  examplesWith: { value: BOUNDS },
  first: balancePages(9),
  passes: [
    balancePages(9),
    balancePages(9, 10),
    examples.pageOf("balances", [], "/balances?account.id=lt:9"),
  ],
  fails: { "an empty list": balancePages(), "not found": examples.notFoundOf("tokenBalances") },
});

/** The consensus timestamp of network fees is a TimestampFilter (§2.1, §4.5). */
export const feesUnderBounds = kit.sequence({
  id: "4.5-timestamp-wider-bound",
  statement: "if a time bound returns fees, every wider bound does too",
  contract: [18, 244],
  interpretations: [14, 17],
  parameters: ["timestamp"],
  compares: true,
  needs: { name: "networkFees.timestamp", fees: "fees" },
  values: (inputs) => ({ boundaries: boundsNear(kit.memberText(inputs.fees, "timestamp")) }),
  run: (t, bounds) => {
    const request = (bound: string) =>
      kit.requestTo("networkFees", { query: [[t.name, bound]], expects: "missing" });
    return compareBounds(t, bounds, request, isSuccessWithRows);
  },
  examplesWith: { value: BOUNDS },
  first: fees,
  passes: [fees, examples.feesOf([{ gas: 2, transaction_type: "ContractCall" }])],
  fails: { "an empty list": examples.feesOf([]), "not found": examples.notFoundOf("networkFees") },
});

/** The timestamp of a contract is an array of TimestampFilters (§2.1, §4.8). */
export const contractUnderBounds = kit.sequence({
  id: "4.8-timestamp-wider-bound",
  emptyPass: "status",
  statement: "if a time bound returns a contract, every wider bound does too",
  contract: [18, 263],
  interpretations: [17],
  compares: true,
  needs: { found: "contracts", name: "contract.timestamp" },
  values: ({ found }) => ({ boundaries: boundsNear(kit.contractTimes(kit.firstItem(found).response).from) }),
  run: (t, bounds) => {
    const { identifier: path } = kit.firstItem(t.found);
    const request = (bound: string) =>
      kit.requestTo("contract", { path, query: [[t.name, bound]], expects: "missing" });
    return compareBounds(t, bounds, request, kit.isSuccess);
  },
  examplesWith: { value: BOUNDS },
  first: examples.CONTRACT_A,
  passes: [examples.CONTRACT_A, examples.contractOf({ memo: "older" })],
  fails: { "not found": examples.notFoundOf("contract") },
});
