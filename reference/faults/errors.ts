import { jsonText, textOf, type Json, type ServerResponse } from "../exchange.ts";
import { changedAt, editFailure, respondWith, when, type Change, type Rewriting } from "../rewriting.ts";
import { faultsOf, type Fault, type ClauseFaults } from "../fault.ts";

type Status = 400 | 404;

const editErrors = (status: Status, change: (response: ServerResponse) => ServerResponse): Rewriting =>
  editFailure((response) => (response.status === status ? change(response) : response));

const editBodies = (status: Status, change: (body: Json) => Json): Rewriting =>
  editErrors(status, (response) =>
    "body" in response ? { ...response, body: change(response.body) } : response,
  );

const replaceErrors = (status: Status, media: string, raw: string): Rewriting =>
  editErrors(status, () => ({ status, headers: { "content-type": media }, raw }));

/** Edits the values at a path (see `edit`) of bodies with status 400. */
const editRefusal = (place: string, change: Change): Rewriting =>
  editBodies(400, (body) => changedAt(body, place.split("/"), change) ?? null);

const editMessages = (change: (text: string) => Json | undefined): Rewriting =>
  editRefusal("_status/messages/*/message", (message) => change(textOf(message)));

const INVALID = "Invalid parameter";

/** Bodies of parameter errors that are not in the documented form (§7.1). */
const FORMLESS = {
  "error-flat": editBodies(400, () => ({ error: "Bad Request", message: INVALID })),
  "error-without-envelope": editBodies(400, () => ({ messages: [{ message: `${INVALID}: limit` }] })),
  "error-of-texts": editRefusal("_status/messages/*", () => INVALID),
  "error-without-list": editRefusal("_status/messages", () => ({ message: INVALID })),
  "error-with-null-message": editMessages(() => null),
  "error-without-message": editMessages(() => undefined),
  "error-as-html": replaceErrors(400, "text/html", "<h1>400 Bad Request</h1>"),
  "error-empty": replaceErrors(400, "application/json", ""),
  "error-truncated": replaceErrors(
    400,
    "application/json",
    `{"_status":{"messages":[{"message":"${INVALID}: `,
  ),
  "error-as-text": replaceErrors(400, "text/plain", `${INVALID}: limit`),
};

/** Bodies of parameter errors in the documented form that do not name the parameter as documented (§7.2). */
const NAMELESS = {
  "error-with-no-messages": editRefusal("_status/messages", () => []),
  "error-without-name": editMessages(() => INVALID),
  "error-worded-otherwise": editMessages((text) => text.replace(`${INVALID}: `, "Bad value for ")),
  "error-in-small-letters": editMessages((text) => text.toLowerCase()),
};

/** Errors that are wrong only if another parameter is sent together with the malformed one. */
const errorsTogether = (name: string, other: string): ClauseFaults[string] => ({
  [`${name}-error-formless-beside-${other}`]: when([name, other])(FORMLESS["error-without-message"]),
  [`${name}-error-of-another-beside-${other}`]: when([name, other])(
    editMessages(() => `${INVALID}: ${other}`),
  ),
});

const withMessages = (...messageTexts: readonly Json[]): Rewriting =>
  editBodies(404, () => ({ _status: { messages: messageTexts.map((message) => ({ message })) } }));

/** Bodies for a missing record that are not the documented one (§7.4). */
const MISSING_RECORDS = {
  "not-found-in-capitals": withMessages("Not Found"),
  "not-found-with-full-stop": withMessages("Not found."),
  "not-found-with-two-messages": withMessages("Not found", "Not found"),
  "not-found-with-no-messages": withMessages(),
  "not-found-null": withMessages(null),
  "not-found-flat": editBodies(404, () => ({ message: "Not found" })),
  "not-found-empty": replaceErrors(404, "application/json", ""),
  "not-found-as-success": editErrors(404, (response) => ({ ...response, status: 200, body: {} })),
};

const DOCUMENTED_ERRORS: ClauseFaults = {
  "7.1-tokens-error-body 7.1-tokenBalances-error-body 7.1-networkFees-error-body 7.1-topicMessage-error-body":
    FORMLESS,
  "7.2-tokens-names-parameter 7.2-tokenBalances-names-parameter 7.2-networkFees-names-parameter 7.2-topicMessage-names-parameter":
    NAMELESS,
  "4.4-limit-refused 4.3-limit-refused": errorsTogether("limit", "order"),
  "4.4-limit-refused error-formless-for-several": editBodies(400, (body) =>
    jsonText(body).split(INVALID).length > 2 ? { error: "several" } : body,
  ),
};

const FEE_ERRORS: ClauseFaults = {
  "4.5-order-refused": errorsTogether("order", "timestamp"),
  "7.4-fees-not-found 4.6-missing-message": MISSING_RECORDS,
  // This body states that the timestamp is malformed, so it also refuses a valid timestamp.
  "4.5-timestamp-accepted 4.6-missing-message not-found-as-parameter": withMessages(`${INVALID}: timestamp`),
};

/** Faults in error bodies, for the endpoints whose error bodies are documented (§7), and in access to the status page (§5). */
export const errorFaults: readonly Fault[] = [
  ...faultsOf(["tokens", "tokenBalances", "networkFees", "topicMessage"], DOCUMENTED_ERRORS),
  ...faultsOf(["networkFees", "topicMessage"], FEE_ERRORS),
  ...faultsOf(["statusSummary"], {
    "5-summary-needs-no-credentials demands-credentials": when(
      ({ headers }) => headers["authorization"] === undefined,
    )(respondWith({ status: 401, headers: {}, raw: "" })),
  }),
];
