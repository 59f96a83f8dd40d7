// §4.5, §4.7, §4.8: parameters that are served alone are served together; of lists makers/pages.ts says so
import { clause } from "../../engine/clauses/declare.ts";
import { describe, isSuccess, looksMissing, wholeAnswer } from "../../engine/message/classify.ts";
import { call, type CallOptions } from "../../engine/model/call.ts";
import type { Asker, Judgement, Reply } from "../../engine/model/exchange.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { answer, errorBody, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { formsOf } from "../laws/records/contracts.ts";
import { RESULT } from "../laws/records/contract-results.ts";
import { lacksSignatures, unproven } from "../laws/records/fees.ts";
import { firstOf } from "../laws/records/records.ts";
import { undecided } from "../laws/requests/findings.ts";
import { untilAfter } from "../laws/requests/ordinary.ts";

/** The answer to parameters together, and those to each of them alone where the first is an error. */
type Served = Readonly<{ both: Reply; singles: readonly Reply[] }>;

async function askTogether(
  t: Asker,
  endpoint: Endpoint,
  both: CallOptions,
  singles: readonly CallOptions[],
): Promise<Served> {
  const reply = await t.get({ ...call(endpoint, both), memo: true, gateways: "steady" });
  const alone = singles.map((single) => ({ ...call(endpoint, single), memo: true as const }));
  return { both: reply, singles: isSuccess(reply) ? [] : await t.all(alone) };
}

/** `mayMiss`: together they may select nothing, which is no error. */
function judgeTogether({ both, singles }: Served, mayMiss: boolean): Judgement {
  const unserved = singles.find((reply) => !isSuccess(reply));
  if (isSuccess(both) || (mayMiss && looksMissing(both))) {
    return [];
  }
  const message = "parameters that are each served alone get an error together, at every try";
  return unserved === undefined
    ? [{ ...wholeAnswer(both, message, "a response without an error"), beside: singles }]
    : undecided(`a parameter alone is not served: ${describe(unserved)}`, unserved);
}

/** The same value for all of them: what was asked is in the answers. */
const samples = <V>(endpoint: Endpoint, value: V) => {
  const of = (both: Reply, ...singles: readonly Reply[]): { answer: Served; value: V } => {
    return { answer: { both, singles }, value };
  };
  const success = answer(endpoint, 200, SUCCESS[endpoint]);
  const sample = (status: number, body: object) => of(answer(endpoint, status, body), success);
  return {
    accepts: [sample(200, SUCCESS[endpoint]), of(success)],
    rejects: {
      "an accident": sample(500, { error: "boom" }),
      "refused as invalid": sample(400, errorBody("Invalid parameter: timestamp")),
    },
    missing: sample(404, NOT_FOUND),
  } as const;
};

const ofFees = samples("networkFees", "asc");

export const feesTogether = clause({
  id: "4.5-together-accepted",
  endpoint: "networkFees",
  statement: "the fees are served for an order with a time where they are for each alone",
  cites: ["4.5 order form", "4.5 timestamp form"],
  readings: [7, 14, 22],
  needs: { name: "networkFees.timestamp", order: "networkFees.order", fees: "fees" },
  given: () => ({ boundaries: ["desc", "asc"].map((value) => ({ name: value, value })), telling: 2 }),
  ask: ({ have: { name, order, fees }, ...t }, way) => {
    const query = [
      [name, untilAfter(fees)],
      [order, way],
    ] as const;
    return askTogether(
      t,
      "networkFees",
      { query },
      query.map((parameter) => ({ query: [parameter] })),
    );
  },
  check: (served) => (lacksSignatures(served.both) ? unproven(served.both) : judgeTogether(served, false)),
  accepts: ofFees.accepts,
  rejects: { ...ofFees.rejects, "not found": ofFees.missing },
});

const ofResult = samples(RESULT, "0.0.1-1-1");

export const nonceTogether = clause({
  id: "4.7-together-accepted",
  endpoint: RESULT,
  statement: "a transaction id that is served alone is served beside nonce 0",
  cites: ["4.7 nonce default"],
  readings: [7, 22],
  needs: { found: "transactions", name: "contractResult.nonce" },
  given: ({ found }) => {
    const { asked } = firstOf(found);
    return { boundaries: [{ name: asked, value: asked }] };
  },
  ask: ({ have: { name }, ...t }, path) => askTogether(t, RESULT, { path, query: [[name, "0"]] }, [{ path }]),
  check: (served) => judgeTogether(served, true),
  accepts: [...ofResult.accepts, ofResult.missing],
  rejects: ofResult.rejects,
});

const ofContract = samples("contract", "0.0.5001");

export const timeTogether = clause({
  id: "4.8-together-accepted",
  endpoint: "contract",
  statement: "each form of a contract's name that is served alone is served beside a time",
  cites: ["4.8 timestamp optional"],
  readings: [7, 17, 22],
  needs: { found: "contracts", name: "contract.timestamp" },
  given: ({ found }) => {
    const boundaries = formsOf(found).map((value) => ({ name: value, value }));
    return { boundaries, telling: boundaries.length };
  },
  ask: ({ have: { name }, ...t }, path) =>
    askTogether(t, "contract", { path, query: [[name, "gte:0"]] }, [{ path }]),
  check: (served) => judgeTogether(served, true),
  accepts: [...ofContract.accepts, ofContract.missing],
  rejects: ofContract.rejects,
});
