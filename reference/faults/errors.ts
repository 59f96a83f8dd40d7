import type { Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import type { Json } from "../json.ts";
import { changedAt, editFailure, ofText } from "../rewriting/answer.ts";
import { when, type Rewriting } from "../rewriting/ask.ts";
import { faultOf, faultsOf, way } from "./notation.ts";

/** The bodies of refused parameters (400), or of missing records (404), changed. */
const bodies = (status: 400 | 404, change: (body: Json) => Json): Rewriting =>
  editFailure((answer) =>
    answer.status === status
      ? { status, headers: answer.headers, body: change("body" in answer ? answer.body : null) }
      : answer,
  );

const texts = (status: 400 | 404, media: string, raw: string): Rewriting =>
  editFailure((answer) =>
    answer.status === status ? { status, headers: { "content-type": media }, raw } : answer,
  );

/** What stands at a place of the bodies of refusals, changed. */
const refusals = (place: string, change: (value: Json) => Json | undefined): Rewriting =>
  bodies(400, (body) => changedAt(body, place.split("/"), change) ?? null);

const messages = (change: (text: string) => Json | undefined): Rewriting =>
  refusals("_status/messages/*/message", ofText(change));

const INVALID = "Invalid parameter";

/** What becomes of the body of a parameter error. */
const REFUSALS: Readonly<Record<string, readonly [says: string, breaks: Rewriting]>> = {
  flat: [
    "is an error with a message beside it",
    bodies(400, () => ({ error: "Bad Request", message: INVALID })),
  ],
  "without-envelope": [
    "lacks _status around the messages",
    bodies(400, () => ({ messages: [{ message: `${INVALID}: limit` }] })),
  ],
  "of-texts": ["lists its messages as texts", refusals("_status/messages/*", () => INVALID)],
  "without-list": [
    "has one message instead of a list",
    refusals("_status/messages", () => ({ message: INVALID })),
  ],
  "with-null-message": ["has a message that is null", messages(() => null)],
  "without-message": ["has an entry without a message", messages(() => undefined)],
  "with-no-messages": ["has no messages", refusals("_status/messages", () => [])],
  "without-name": ["does not name the parameter", messages(() => INVALID)],
  "worded-otherwise": [
    "words the message otherwise",
    messages((text) => text.replace(`${INVALID}: `, "Bad value for ")),
  ],
  "in-small-letters": ["begins the message with a small letter", messages((text) => text.toLowerCase())],
  "as-html": ["is an HTML page", texts(400, "text/html", "<h1>400 Bad Request</h1>")],
  empty: ["is empty", texts(400, "application/json", "")],
  truncated: [
    "breaks off",
    texts(400, "application/json", `{"_status":{"messages":[{"message":"${INVALID}: `),
  ],
  "as-text": ["is the message as plain text", texts(400, "text/plain", `${INVALID}: limit`)],
};

/** Those that keep the form of an error body, as far as it can be told. */
const NAMING = new Set(["with-no-messages", "without-name", "worded-otherwise", "in-small-letters"]);

function refusalFaults(endpoint: Endpoint): readonly Fault[] {
  return Object.entries(REFUSALS).map(([what, [says, breaks]]) => {
    const clause = NAMING.has(what) ? `7.2-${endpoint}-names-parameter` : `7.1-${endpoint}-error-body`;
    return faultOf(endpoint, clause, `error-${what}`, way(`the body of a parameter error ${says}`, breaks));
  });
}

const saying = (...all: readonly Json[]): Rewriting =>
  bodies(404, () => ({ _status: { messages: all.map((message) => ({ message })) } }));

/** What becomes of the body for a missing record. */
const MISSING: Readonly<Record<string, readonly [says: string, breaks: Rewriting]>> = {
  "in-capitals": ["is worded Not Found", saying("Not Found")],
  "with-full-stop": ["ends in a full stop", saying("Not found.")],
  "with-two-messages": ["has two messages", saying("Not found", "Not found")],
  "with-no-messages": ["has no messages", saying()],
  null: ["has a message that is null", saying(null)],
  flat: ["has the message without _status", bodies(404, () => ({ message: "Not found" }))],
  empty: ["has no body", texts(404, "application/json", "")],
  "as-parameter": ["is a parameter error", saying("Invalid parameter: timestamp")],
  "as-success": [
    "is an empty object with status 200",
    editFailure((answer) => (answer.status === 404 ? { ...answer, status: 200, body: {} } : answer)),
  ],
};

function missingFaults(endpoint: Endpoint, clause: string): readonly Fault[] {
  return Object.entries(MISSING).map(([what, [says, breaks]]) => {
    // A time that is called malformed is refused, whatever is there.
    const refused = what === "as-parameter" && endpoint === "networkFees";
    const one = way(`the response for a missing record ${says}`, breaks);
    return faultOf(endpoint, refused ? "4.5-timestamp-accepted" : clause, `not-found-${what}`, one);
  });
}

/** Faults in error bodies, for the endpoints whose error bodies are documented (7), and in access (5). */
export const errorFaults: readonly Fault[] = [
  ...refusalFaults("tokens"),
  ...refusalFaults("tokenBalances"),
  ...refusalFaults("networkFees"),
  ...refusalFaults("topicMessage"),
  ...missingFaults("networkFees", "7.4-fees-not-found"),
  ...missingFaults("topicMessage", "4.6-missing-message"),
  ...faultsOf("statusSummary", {
    "5-summary-needs-no-credentials": {
      "demands-credentials": way(
        "the summary demands an authorization header",
        when(
          (ask) => ask.headers["authorization"] === undefined,
          () => () => ({ status: 401, headers: {}, raw: "" }),
        ),
      ),
    },
  }),
];
