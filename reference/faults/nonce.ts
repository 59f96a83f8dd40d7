import { contractResults } from "../data/contract-results.ts";
import { JSON_HEADERS, type Ask, type Handler } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { editAsk, rewriteQuery, sends, setQuery, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import { refuse } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const SOME_TRANSACTION = contractResults()[4]?.transactionId ?? "";
const NONCE = /^\d{1,10}$/;

function nonceSeen(change: (values: readonly string[]) => string | undefined): Rewriting {
  return editAsk((ask: Ask) => {
    const values = valuesOf(ask, "nonce");
    const nonce = values.length === 0 ? undefined : change(values);
    const query = ask.query.filter(([name]) => name !== "nonce");
    return { ...ask, query: nonce === undefined ? query : [...query, ["nonce", nonce]] };
  });
}

function nonceAccepted(test: (value: string) => boolean): Rewriting {
  return nonceSeen((values) => (test(values.at(-1) ?? "") ? "0" : values.at(-1)));
}

function refuseNonce(nonce: string): Rewriting {
  return refuse((ask) => valuesOf(ask, "nonce").at(-1) === nonce, "nonce");
}

const NONCES: readonly Entry[] = [
  [
    "nonce-ignored",
    "4.7-nonce-selects",
    "nonce has no effect where it is well-formed",
    nonceSeen((values) => (NONCE.test(values.at(-1) ?? "") ? undefined : values.at(-1))),
  ],
  [
    "nonce-default-1",
    "4.7-nonce-zero-is-default",
    "a request without nonce is answered as if with nonce 1",
    (handler: Handler) => (ask: Ask) => handler(sends("nonce")(ask) ? ask : setQuery(ask, "nonce", "1")),
  ],
  [
    "nonce-of-a-byte",
    "4.7-nonce-selects",
    "of a well-formed nonce eight bits count",
    nonceSeen((values) =>
      NONCE.test(values.at(-1) ?? "") ? String(Number(values.at(-1)) % 256) : values.at(-1),
    ),
  ],
  [
    "nonce-second-wins",
    "4.7-nonce-last-counts",
    "of three nonces the second counts",
    nonceSeen((values) => (values.length === 3 ? values[1] : values.at(-1))),
  ],
  [
    "nonce-first-wins",
    "4.7-nonce-last-counts",
    "the first of several nonces counts",
    nonceSeen((values) => values[0]),
  ],
  [
    "nonce-greatest-wins",
    "4.7-nonce-last-counts",
    "the greatest of several nonces counts",
    nonceSeen((values) =>
      values.every((value) => NONCE.test(value)) ? String(Math.max(...values.map(Number))) : values.at(-1),
    ),
  ],
  [
    "nonce-repeated-refused",
    "4.7-nonce-last-counts",
    "several nonces are refused",
    refuse((ask) => valuesOf(ask, "nonce").length > 1, "nonce"),
  ],
  [
    "nonce-lowest-wins",
    "4.7-nonce-last-counts",
    "the lowest of several nonces counts",
    nonceSeen((values) =>
      values.every((value) => NONCE.test(value)) ? String(Math.min(...values.map(Number))) : values.at(-1),
    ),
  ],
  [
    "nonce-must-be-small",
    "4.7-nonce-accepted",
    "nonces of 10 or more are refused in a body of its own",
    when(
      (ask) => Number(valuesOf(ask, "nonce").at(-1)) >= 10,
      () => () => ({ status: 400, headers: JSON_HEADERS, body: { error: "nonce must be less than 10" } }),
    ),
  ],
  [
    "nonce-in-32-bits",
    "4.7-nonce-refused",
    "a nonce is taken modulo 2^32",
    rewriteQuery("nonce", (value) => (/^\d+$/.test(value) ? String(BigInt(value) % 4_294_967_296n) : value)),
  ],
  [
    "nonce-greatest-is-0",
    "4.7-nonce-selects",
    "the greatest nonce is taken for 0",
    rewriteQuery("nonce", (value) => (value === "2147483647" ? "0" : value)),
  ],
  [
    "nonce-0-generated",
    "4.7-nonce-zero-is-default",
    "nonce 0 shows what a main node generated",
    rewriteQuery("nonce", (value) => (value === "0" ? "1" : value)),
  ],
  [
    "nonce-falls-back",
    "4.7-nonce-selects",
    "a nonce without a record shows that of nonce 0",
    (handler: Handler) => (ask: Ask) => {
      const answer = handler(ask);
      return answer.status === 404 && sends("nonce")(ask) ? handler({ ...ask, query: [] }) : answer;
    },
  ],
  [
    "nonce-shows-another-transaction",
    "4.7-nonce-keeps-transaction",
    "a non-zero nonce shows the record of one and the same transaction",
    when(
      (ask) => ask.param.includes("-") && /^[1-9]\d{0,8}$/.test(valuesOf(ask, "nonce").at(-1) ?? ""),
      editAsk((ask) => ({ ...ask, param: SOME_TRANSACTION, query: [] })),
    ),
  ],
  ["nonce-0-refused", "4.7-nonce-accepted", "nonce 0 is refused", refuseNonce("0")],
  [
    "nonce-greatest-refused",
    "4.7-nonce-accepted",
    "the greatest nonce is refused",
    refuseNonce("2147483647"),
  ],
  [
    "nonce-negative-accepted",
    "4.7-nonce-refused",
    "a negative nonce is taken for 0",
    nonceAccepted((value) => /^-\d+$/.test(value)),
  ],
  [
    "nonce-fraction-accepted",
    "4.7-nonce-refused",
    "a nonce with a fraction is taken for 0",
    nonceAccepted((value) => /^\d+\.\d+$/.test(value)),
  ],
  [
    "nonce-text-accepted",
    "4.7-nonce-refused",
    "a nonce that is text is taken for 0",
    nonceAccepted((value) => /[a-z]/i.test(value)),
  ],
  [
    "nonce-above-int32-accepted",
    "4.7-nonce-refused",
    "a nonce above 2147483647 is taken for 0",
    nonceAccepted((value) => /^\d{10,}$/.test(value) && BigInt(value) > 2_147_483_647n),
  ],
];

/** Faults in the nonce of a contract result (4.7, 8). */
export const nonceFaults: readonly Fault[] = faultsOf("contractResult", "result", NONCES);
