import { print, textOf, type ServerResponse, type Json } from "../exchange.ts";
import { faultsOf, type Fault, type Ways } from "../fault.ts";
import { editedResponses, changedAt, editFailure, when, type Change, type Rewriting } from "../rewriting.ts";

type Status = 400 | 404;

/** The responses that have this error, changed. */
const errors = (status: Status, change: (response: ServerResponse) => ServerResponse): Rewriting =>
  editFailure((response) => (response.status === status ? change(response) : response));

const bodies = (status: Status, change: (body: Json) => Json): Rewriting =>
  errors(status, (response) =>
    "body" in response ? { ...response, body: change(response.body) } : response,
  );

const texts = (status: Status, media: string, raw: string): Rewriting =>
  errors(status, () => ({ status, headers: { "content-type": media }, raw }));

/** What stands at a place of the bodies of refusals, changed. */
const refusalFaults = (place: string, change: Change): Rewriting =>
  bodies(400, (body) => changedAt(body, place.split("/"), change) ?? null);

const messages = (change: (text: string) => Json | undefined): Rewriting =>
  refusalFaults("_status/messages/*/message", (message) => change(textOf(message)));

const INVALID = "Invalid parameter";

/** What becomes of the body of a parameter error that is none then. */
const FORMLESS = {
  "error-flat": bodies(400, () => ({ error: "Bad Request", message: INVALID })),
  "error-without-envelope": bodies(400, () => ({ messages: [{ message: `${INVALID}: limit` }] })),
  "error-of-texts": refusalFaults("_status/messages/*", () => INVALID),
  "error-without-list": refusalFaults("_status/messages", () => ({ message: INVALID })),
  "error-with-null-message": messages(() => null),
  "error-without-message": messages(() => undefined),
  "error-as-html": texts(400, "text/html", "<h1>400 Bad Request</h1>"),
  "error-empty": texts(400, "application/json", ""),
  "error-truncated": texts(400, "application/json", `{"_status":{"messages":[{"message":"${INVALID}: `),
  "error-as-text": texts(400, "text/plain", `${INVALID}: limit`),
};

/** What becomes of it that keeps the form, as far as it can be told. */
const NAMELESS = {
  "error-with-no-messages": refusalFaults("_status/messages", () => []),
  "error-without-name": messages(() => INVALID),
  "error-worded-otherwise": messages((text) => text.replace(`${INVALID}: `, "Bad value for ")),
  "error-in-small-letters": messages((text) => text.toLowerCase()),
};

/** What becomes of it where another parameter is sent beside the malformed one. */
const spoiltBeside = (name: string, other: string): Ways[string] => ({
  [`${name}-error-formless-beside-${other}`]: when([name, other], FORMLESS["error-without-message"]),
  [`${name}-error-of-another-beside-${other}`]: when(
    [name, other],
    messages(() => `${INVALID}: ${other}`),
  ),
});

const saying = (...all: readonly Json[]): Rewriting =>
  bodies(404, () => ({ _status: { messages: all.map((message) => ({ message })) } }));

/** What becomes of the body for a missing record. */
const MISSING_RECORDS = {
  "not-found-in-capitals": saying("Not Found"),
  "not-found-with-full-stop": saying("Not found."),
  "not-found-with-two-messages": saying("Not found", "Not found"),
  "not-found-with-no-messages": saying(),
  "not-found-null": saying(null),
  "not-found-flat": bodies(404, () => ({ message: "Not found" })),
  "not-found-empty": texts(404, "application/json", ""),
  "not-found-as-success": errors(404, (response) => ({ ...response, status: 200, body: {} })),
};
const AS_PARAMETER = { "not-found-as-parameter": saying(`${INVALID}: timestamp`) };

/** Faults in error bodies, for the endpoints whose error bodies are documented (7), and in access (5). */
export const errorFaults: readonly Fault[] = [
  ...(["tokens", "tokenBalances", "networkFees", "topicMessage"] as const).flatMap((endpoint) =>
    faultsOf(endpoint, {
      [`7.1-${endpoint}-error-body`]: FORMLESS,
      [`7.2-${endpoint}-names-parameter`]: NAMELESS,
    }),
  ),
  ...faultsOf("tokens", {
    "4.4-limit-refused": {
      ...spoiltBeside("limit", "order"),
      "error-formless-for-several": bodies(400, (body) =>
        print(body).split(INVALID).length > 2 ? { error: "several" } : body,
      ),
    },
  }),
  ...faultsOf("tokenBalances", { "4.3-limit-refused": spoiltBeside("limit", "order") }),
  ...faultsOf("networkFees", {
    "4.5-order-refused": spoiltBeside("order", "timestamp"),
    "7.4-fees-not-found": MISSING_RECORDS,
    // A time that is called malformed is refused, whatever is there.
    "4.5-timestamp-accepted": AS_PARAMETER,
  }),
  ...faultsOf("topicMessage", { "4.6-missing-message": { ...MISSING_RECORDS, ...AS_PARAMETER } }),
  ...faultsOf("statusSummary", {
    "5-summary-needs-no-credentials": {
      "demands-credentials": when(
        ({ headers }) => headers["authorization"] === undefined,
        editedResponses({ status: 401, headers: {}, raw: "" }),
      ),
    },
  }),
];
