import type { Endpoint } from "../exchange.ts";
import type { Answer } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import type { Json } from "../json.ts";
import { changedAt, editFailure } from "../rewriting/answer.ts";
import type { Rewriting } from "../rewriting/ask.ts";
import { editError, oneMessage } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

function refusals(change: (body: Json) => Json): Rewriting {
  return editError(400, (answer) => change("body" in answer ? answer.body : null));
}

function everyMessage(change: (text: string) => Json | undefined): Rewriting {
  return refusals(
    (body) =>
      changedAt(body, ["_status", "messages", "*", "message"], (text) =>
        typeof text === "string" ? change(text) : text,
      ) ?? null,
  );
}

function sent(status: number, media: string, raw: string): Rewriting {
  return editFailure((answer): Answer =>
    answer.status === status ? { status, headers: { "content-type": media }, raw } : answer,
  );
}

/** What becomes of the body of a parameter error. */
const BODIES: readonly (readonly [what: string, told: string, breaks: Rewriting])[] = [
  [
    "flat",
    "is an error with a message beside it",
    refusals(() => ({ error: "Bad Request", message: "Invalid parameter" })),
  ],
  [
    "without-envelope",
    "lacks _status around the messages",
    refusals((body) =>
      changedAt(body, ["_status", "messages"], (all) => all) === undefined
        ? null
        : { messages: [{ message: "Invalid parameter: limit" }] },
    ),
  ],
  [
    "of-texts",
    "lists its messages as texts",
    refusals((body) => changedAt(body, ["_status", "messages", "*"], () => "Invalid parameter") ?? null),
  ],
  [
    "without-list",
    "has one message instead of a list",
    refusals(
      (body) => changedAt(body, ["_status", "messages"], () => ({ message: "Invalid parameter" })) ?? null,
    ),
  ],
  ["with-null-message", "has a message that is null", everyMessage(() => null)],
  ["without-message", "has an entry without a message", everyMessage(() => undefined)],
  [
    "with-no-messages",
    "has no messages",
    refusals((body) => changedAt(body, ["_status", "messages"], () => []) ?? null),
  ],
  ["without-name", "does not name the parameter", everyMessage(() => "Invalid parameter")],
  [
    "worded-otherwise",
    "words the message otherwise",
    everyMessage((text) => text.replace("Invalid parameter: ", "Bad value for ")),
  ],
  ["in-small-letters", "begins the message with a small letter", everyMessage((text) => text.toLowerCase())],
  ["as-html", "is an HTML page", sent(400, "text/html", "<h1>400 Bad Request</h1>")],
  ["empty", "is empty", sent(400, "application/json", "")],
  [
    "truncated",
    "breaks off",
    sent(400, "application/json", '{"_status":{"messages":[{"message":"Invalid parameter: '),
  ],
  ["as-text", "is the message as plain text", sent(400, "text/plain", "Invalid parameter: limit")],
];

/** Those that keep the form of an error body, as far as it can be told. */
const NAMING = new Set(["with-no-messages", "without-name", "worded-otherwise", "in-small-letters"]);

/** What becomes of the body for a missing record. */
const MISSING: readonly (readonly [what: string, told: string, breaks: Rewriting])[] = [
  ["in-capitals", "is worded Not Found", editError(404, () => oneMessage("Not Found"))],
  ["with-full-stop", "ends in a full stop", editError(404, () => oneMessage("Not found."))],
  [
    "with-two-messages",
    "has two messages",
    editError(404, () => ({ _status: { messages: [{ message: "Not found" }, { message: "Not found" }] } })),
  ],
  ["with-no-messages", "has no messages", editError(404, () => ({ _status: { messages: [] } }))],
  ["null", "has a message that is null", editError(404, () => oneMessage(null))],
  ["flat", "has the message without _status", editError(404, () => ({ message: "Not found" }))],
  ["empty", "has no body", sent(404, "application/json", "")],
  ["as-parameter", "is a parameter error", editError(404, () => oneMessage("Invalid parameter: timestamp"))],
  [
    "as-success",
    "is an empty object with status 200",
    editFailure((answer) => (answer.status === 404 ? { ...answer, status: 200, body: {} } : answer)),
  ],
];

function refusalFaults(endpoint: Endpoint, prefix: string, whats: readonly string[]): readonly Fault[] {
  const entries = BODIES.filter(([what]) => whats.includes(what)).map(([what, told, breaks]): Entry => {
    const clause = NAMING.has(what) ? `7.2-${endpoint}-names-parameter` : `7.1-${endpoint}-error-body`;
    return [`error-${what}`, clause, `the body of a parameter error ${told}`, breaks];
  });
  return faultsOf(endpoint, prefix, entries);
}

function missingFaults(endpoint: Endpoint, prefix: string, clause: string): readonly Fault[] {
  const entries = MISSING.map(([what, told, breaks]): Entry => [
    `not-found-${what}`,
    // A time that is called malformed is refused, whatever is there.
    what === "as-parameter" && endpoint === "networkFees" ? "4.5-timestamp-accepted" : clause,
    `the answer for a missing record ${told}`,
    breaks,
  ]);
  return faultsOf(endpoint, prefix, entries);
}

/** Faults in error bodies, for the endpoints whose error bodies are documented (7). */
export const errorFaults: readonly Fault[] = [
  ...refusalFaults("tokens", "tokens", [
    "flat",
    "without-list",
    "without-name",
    "empty",
    "in-small-letters",
    "truncated",
  ]),
  ...refusalFaults("tokenBalances", "balances", [
    "without-envelope",
    "of-texts",
    "worded-otherwise",
    "as-html",
    "without-message",
  ]),
  ...refusalFaults("networkFees", "fees", [
    "flat",
    "with-null-message",
    "with-no-messages",
    "without-name",
    "as-text",
  ]),
  ...refusalFaults("topicMessage", "message", [
    "worded-otherwise",
    "of-texts",
    "without-envelope",
    "as-html",
    "with-no-messages",
  ]),
  ...missingFaults("networkFees", "fees", "7.4-fees-not-found"),
  ...missingFaults("topicMessage", "message", "4.6-missing-message"),
];
