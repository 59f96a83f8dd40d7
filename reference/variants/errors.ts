import { failure, type Answer, type Endpoint } from "../exchange.ts";
import { editFailure, isSuccess } from "../rewriting/answer.ts";
import { rowsOf } from "../rewriting/list.ts";
import type { Rewriting } from "../rewriting/ask.ts";
import { valuesOf, when } from "../rewriting/ask.ts";
import type { Variant } from "../variant.ts";

function allWith(status: number): Variant {
  return {
    description: `every error has the status code ${status}, with the documented body`,
    answers: (handler) => editFailure((answer) => ({ ...answer, status }))(handler),
  };
}

// The endpoints whose error bodies the contract does not show.
const FREE: readonly Endpoint[] = ["contractResult", "contract", "sessionVerify", "verify"];

function freeErrors(change: (answer: Answer) => Answer): Rewriting {
  return when(({ endpoint }) => FREE.includes(endpoint), editFailure(change));
}

function raw(status: number, media: string, text: string): Answer {
  return { status, headers: { "content-type": media }, raw: text };
}

const SIGNATURES =
  "Require at least 1/3 signature files to prove consensus, got 2 out of 24 for file 2024-02-03T17_05_00.000000000Z.rcd_sig";

/** Errors of other forms. */
export const errorVariants: Readonly<Record<string, Variant>> = {
  "errors-with-200": allWith(200),
  "errors-with-422": allWith(422),
  "errors-with-500": allWith(500),
  "contract-errors-as-html": {
    description: "contract and verification endpoints refuse with an HTML page",
    answers: (handler) =>
      freeErrors(({ status }) => raw(status, "text/html; charset=utf-8", "<!doctype html><h1>No</h1>"))(
        handler,
      ),
  },
  "contract-errors-empty": {
    description: "contract and verification endpoints refuse with an empty body",
    answers: (handler) => freeErrors(({ status }) => ({ status, headers: {}, raw: "" }))(handler),
  },
  "contract-errors-in-other-envelopes": {
    description: "contract and verification endpoints refuse with JSON of another form",
    answers: (handler) =>
      freeErrors(({ status, headers }) => ({ status, headers, body: { errors: [{ code: status }] } }))(
        handler,
      ),
  },
  "contract-errors-alike": {
    description: "contract and verification endpoints have one answer for whatever is wrong or missing",
    answers: (handler) =>
      freeErrors(({ headers }) => ({ status: 400, headers, body: { error: "no such thing" } }))(handler),
  },
  "no-snapshot-without-a-body": {
    description: "token balances at a time without a snapshot are answered 404 with an empty body",
    answers: (handler) => (ask) => {
      const answer = handler(ask);
      const none =
        ask.endpoint === "tokenBalances" && isSuccess(answer) && rowsOf(answer.body, "balances").length === 0;
      return none && valuesOf(ask, "timestamp").length > 0 ? { status: 404, headers: {}, raw: "" } : answer;
    },
  },
  "wordier-errors": {
    description: "parameter errors carry more messages and members than the one that is documented",
    answers: (handler) =>
      editFailure((answer, ask) => {
        if (answer.status !== 400 || FREE.includes(ask.endpoint) || !("body" in answer)) return answer;
        const messages = ask.query.map(([name]) => ({ message: `Invalid parameter: ${name}`, detail: null }));
        const place = {
          message: `Invalid parameter: ${ask.endpoint === "topicMessage" ? "timestamp" : "tokenId"}`,
        };
        return {
          ...answer,
          body: { _status: { messages: [{ message: "Bad request" }, ...messages, place] } },
        };
      })(handler),
  },
  "no-signature-files": {
    description: "network fees always lack signature files",
    answers: (handler) =>
      when(
        ({ endpoint }) => endpoint === "networkFees",
        () => () => failure(503, [SIGNATURES]),
      )(handler),
  },
  "unknown-token-not-found": {
    description: "an empty list of balances is answered as not found",
    answers: (handler) => (ask) => {
      const answer = handler(ask);
      if (ask.endpoint !== "tokenBalances" || answer.status !== 200) return answer;
      const known = handler({ ...ask, query: [] });
      const empty = isSuccess(known) && rowsOf(known.body, "balances").length === 0;
      return empty ? failure(404, ["Not found"]) : answer;
    },
  },
};
