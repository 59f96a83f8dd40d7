import type { Answer, Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import type { Json } from "../json.ts";
import { changedAt, editFailure, ofText } from "../rewriting/answer.ts";
import type { Rewriting } from "../rewriting/ask.ts";
import { faultsOf, way, type Way } from "./notation.ts";
import { at, beside } from "./where.ts";

/** The answers that have this error, changed. */
const errors = (status: 400 | 404, change: (answer: Answer) => Answer): Rewriting =>
  editFailure((answer) => (answer.status === status ? change(answer) : answer));

const bodies = (status: 400 | 404, change: (body: Json) => Json): Rewriting =>
  errors(status, (answer) => ({
    status,
    headers: answer.headers,
    body: change("body" in answer ? answer.body : null),
  }));

const texts = (status: 400 | 404, media: string, raw: string): Rewriting =>
  errors(status, () => ({ status, headers: { "content-type": media }, raw }));

/** What stands at a place of the bodies of refusals, changed. */
const refusals = (place: string, change: (value: Json) => Json | undefined): Rewriting =>
  bodies(400, (body) => changedAt(body, place.split("/"), change) ?? null);

const messages = (change: (text: string) => Json | undefined): Rewriting =>
  refusals("_status/messages/*/message", ofText(change));

const INVALID = "Invalid parameter";
const CUT = `{"_status":{"messages":[{"message":"${INVALID}: `;

/** What becomes of the body of a parameter error that is none then. */
const FORMLESS: Readonly<Record<string, Rewriting>> = {
  flat: bodies(400, () => ({ error: "Bad Request", message: INVALID })),
  "without-envelope": bodies(400, () => ({ messages: [{ message: `${INVALID}: limit` }] })),
  "of-texts": refusals("_status/messages/*", () => INVALID),
  "without-list": refusals("_status/messages", () => ({ message: INVALID })),
  "with-null-message": messages(() => null),
  "without-message": messages(() => undefined),
  "as-html": texts(400, "text/html", "<h1>400 Bad Request</h1>"),
  empty: texts(400, "application/json", ""),
  truncated: texts(400, "application/json", CUT),
  "as-text": texts(400, "text/plain", `${INVALID}: limit`),
};

/** What becomes of the body of a parameter error where another parameter is sent beside the malformed one. */
const spoiltBeside = (name: string, other: string): Readonly<Record<string, Way>> =>
  Object.fromEntries(
    Object.entries({
      formless: messages(() => undefined),
      "of-another": messages(() => `${INVALID}: ${other}`),
    }).map(([what, breaks]) => {
      const one = way(`a malformed ${name} gets an error ${what.replaceAll("-", " ")}`, breaks);
      return [`${name}-error-${what}-beside-${other}`, at(beside(name), at(beside(other), one))];
    }),
  );

/** What becomes of it that keeps the form, as far as it can be told. */
const NAMELESS: Readonly<Record<string, Rewriting>> = {
  "with-no-messages": refusals("_status/messages", () => []),
  "without-name": messages(() => INVALID),
  "worded-otherwise": messages((text) => text.replace(`${INVALID}: `, "Bad value for ")),
  "in-small-letters": messages((text) => text.toLowerCase()),
};

const saying = (...all: readonly Json[]): Rewriting =>
  bodies(404, () => ({ _status: { messages: all.map((message) => ({ message })) } }));

/** What becomes of the body for a missing record. */
const MISSING: Readonly<Record<string, Rewriting>> = {
  "in-capitals": saying("Not Found"),
  "with-full-stop": saying("Not found."),
  "with-two-messages": saying("Not found", "Not found"),
  "with-no-messages": saying(),
  null: saying(null),
  flat: bodies(404, () => ({ message: "Not found" })),
  empty: texts(404, "application/json", ""),
  "as-success": errors(404, (answer) => ({ ...answer, status: 200, body: {} })),
};
const AS_PARAMETER = { "as-parameter": saying(`${INVALID}: timestamp`) };

/** Each change of a kind of body as a fault of one clause. */
const spoilt = (kind: "error" | "not-found", changes: Readonly<Record<string, Rewriting>>) =>
  Object.fromEntries(
    Object.entries(changes).map(([what, breaks]) => {
      const body = kind === "error" ? "parameter error" : "missing record";
      return [
        `${kind}-${what}`,
        way(`the body of a ${body} is changed: ${what.replaceAll("-", " ")}`, breaks),
      ];
    }),
  );

/** The body of an error that names more than one parameter. */
const SEVERAL = {
  "error-formless-for-several": way(
    "several malformed parameters get an error without the documented body",
    bodies(400, (body) => (JSON.stringify(body).split(INVALID).length > 2 ? { error: "several" } : body)),
  ),
};

const refusalFaults = (endpoint: Endpoint): readonly Fault[] =>
  faultsOf(endpoint, {
    [`7.1-${endpoint}-error-body`]: spoilt("error", FORMLESS),
    [`7.2-${endpoint}-names-parameter`]: spoilt("error", NAMELESS),
  });

/** Faults in error bodies, for the endpoints whose error bodies are documented (7), and in access (5). */
export const errorFaults: readonly Fault[] = [
  ...refusalFaults("tokens"),
  ...refusalFaults("tokenBalances"),
  ...refusalFaults("networkFees"),
  ...refusalFaults("topicMessage"),
  ...faultsOf("tokens", { "4.4-limit-refused": { ...spoiltBeside("limit", "order"), ...SEVERAL } }),
  ...faultsOf("tokenBalances", { "4.3-limit-refused": spoiltBeside("limit", "order") }),
  ...faultsOf("networkFees", {
    "4.5-order-refused": spoiltBeside("order", "timestamp"),
    "7.4-fees-not-found": spoilt("not-found", MISSING),
    // A time that is called malformed is refused, whatever is there.
    "4.5-timestamp-accepted": spoilt("not-found", AS_PARAMETER),
  }),
  ...faultsOf("topicMessage", {
    "4.6-missing-message": spoilt("not-found", { ...MISSING, ...AS_PARAMETER }),
  }),
  ...faultsOf("statusSummary", {
    "5-summary-needs-no-credentials": {
      "demands-credentials": way(
        "the summary demands an authorization header",
        () => () => ({ status: 401, headers: {}, raw: "" }),
        (ask) => ask.headers["authorization"] === undefined,
      ),
    },
  }),
];
