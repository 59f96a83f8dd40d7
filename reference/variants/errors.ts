import { ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { failure, isObject, notFound, success, type Answer, type Ask, type Handler } from "../exchange.ts";
import { rowsOf } from "../listing.ts";
import { editFailure, holds, isSuccess, when } from "../rewriting.ts";
import type { Variant } from "../variant.ts";

const allWith = (status: number): Variant => ({
  description: `every error has the status code ${status}, with the documented body`,
  answers: editFailure((answer) => ({ ...answer, status })),
});

/** Of some endpoints the contract does not show error bodies; the status page has no errors. */
const isFree = ({ endpoint }: Pick<Ask, "endpoint">): boolean =>
  operations[endpoint].documentsErrors !== true;
const FREE = ENDPOINT_NAMES.filter((endpoint) => isFree({ endpoint }));

const freeRefusals = (change: (answer: Answer) => Answer) => when(isFree, editFailure(change));

const freeErrors = (says: string, change: (answer: Answer) => Answer): Variant => ({
  concerns: FREE,
  description: `contract and verification endpoints ${says}`,
  answers: freeRefusals(change),
});

const API_KEY = "key-of-the-explorer";

const keyWanted = when(
  ({ method, body }) => method === "POST" && !body.includes(API_KEY),
  () => () => failure(401, ["no apiKey"]),
);

const refusedByExplorer = freeRefusals(() =>
  success({ status: "0", message: "NOTOK", result: "Error! Invalid request" }),
);

const SIGNATURES =
  "Require at least 1/3 signature files to prove consensus, got 2 out of 24 for file 2024-02-03T17_05_00.000000000Z.rcd_sig";

function wordier(answer: Answer, ask: Ask): Answer {
  if (answer.status !== 400 || isFree(ask) || !("body" in answer)) return answer;
  const messages = ask.query.map(([name]) => ({ message: `Invalid parameter: ${name}`, detail: null }));
  const place = {
    message: `Invalid parameter: ${ask.endpoint === "topicMessage" ? "timestamp" : "tokenId"}`,
  };
  return { ...answer, body: { _status: { messages: [{ message: "Bad request" }, ...messages, place] } } };
}

/** One message, of the first thing that is wrong. */
function firstAlone(answer: Answer): Answer {
  const status = "body" in answer && isObject(answer.body) ? answer.body["_status"] : undefined;
  const messages = isObject(status) && Array.isArray(status["messages"]) ? status["messages"] : [];
  return messages.length > 1 ? { ...answer, body: { _status: { messages: messages.slice(0, 1) } } } : answer;
}

const isEmpty = (answer: Answer): boolean => isSuccess(answer) && rowsOf(answer.body).length === 0;

/** Another answer for balances where the list is empty, and another condition is met. */
const emptyBalances =
  (isMeant: (ask: Ask, handler: Handler) => boolean, other: Answer) =>
  (handler: Handler): Handler =>
  (ask) => {
    const answer = handler(ask);
    return ask.endpoint === "tokenBalances" && isEmpty(answer) && isMeant(ask, handler) ? other : answer;
  };

/** Errors of other forms. */
export const errorVariants: Readonly<Record<string, Variant>> = {
  "errors-with-200": allWith(200),
  "errors-with-422": allWith(422),
  "errors-with-500": allWith(500),
  "contract-errors-as-html": freeErrors("refuse with an HTML page", ({ status }) => ({
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    raw: "<!doctype html><h1>No</h1>",
  })),
  "contract-errors-empty": freeErrors("refuse with an empty body", ({ status }) => ({
    status,
    headers: {},
    raw: "",
  })),
  "contract-errors-in-other-envelopes": freeErrors(
    "refuse with JSON of another form",
    ({ status, headers }) => ({ status, headers, body: { errors: [{ code: status }] } }),
  ),
  "contract-errors-alike": freeErrors(
    "have one response for whatever is wrong or missing",
    ({ headers }) => ({ status: 400, headers, body: { error: "no such thing" } }),
  ),
  "explorer-errors": {
    concerns: FREE,
    description: "contract and verification endpoints refuse as explorers do, also who has no apiKey",
    answers: (handler) => refusedByExplorer(keyWanted(handler)),
    target: (target) => {
      const verifications = target.samples.verifications.map((each) => ({ ...each, apiKey: API_KEY }));
      return { ...target, samples: { ...target.samples, verifications } };
    },
  },
  "no-snapshot-without-a-body": {
    concerns: ["tokenBalances"],
    description: "token balances at a time without a snapshot are answered 404 with an empty body",
    answers: emptyBalances((ask) => holds("timestamp", ask), { status: 404, headers: {}, raw: "" }),
  },
  "wordier-errors": {
    description: "parameter errors carry more messages and members than the one that is documented",
    answers: editFailure(wordier),
  },
  "first-error-alone": {
    description: "of several malformed parameters the first alone is told",
    answers: editFailure(firstAlone),
  },
  "no-signature-files": {
    concerns: ["networkFees"],
    description: "network fees always lack signature files",
    answers: when(
      ({ endpoint }) => endpoint === "networkFees",
      () => () => failure(503, [SIGNATURES]),
    ),
  },
  "unknown-token-not-found": {
    concerns: ["tokenBalances"],
    description: "an empty list of balances is answered as not found",
    answers: emptyBalances((ask, handler) => isEmpty(handler({ ...ask, query: [] })), notFound()),
  },
};
