import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { type Code, CODES, REMEDY_KINDS } from "./codes.ts";
import { VALUE_KINDS } from "./known-deviation.ts";
import {
  booleanSchema,
  recordSchema,
  closed,
  either,
  flag,
  integerSchema,
  listSchema,
  natural,
  nullSchema,
  oneOf,
  optional,
  schema,
  textSchema,
  type Model,
} from "./schema.ts";

export const OUTCOMES = ["passed", "failed", "known", "inconclusive", "notTested"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const CAUSES = ["contract", "environment", "data", "suite"] as const;
export type Cause = (typeof CAUSES)[number];

/**
 * The subject of a clause, given where a report needs it to tell a cause from its consequences. `form`: the form of a request or of
 * an error, not the meaning of a parameter; `success`: that requests to the endpoint succeed at all; `response`: that it
 * responds in the form described; `order`: the order of rows, without the order parameter; `shortId`: ids without shard and realm.
 */
const CLAUSE_ASPECTS = ["form", "success", "response", "order", "shortId"] as const;
export type ClauseAspect = (typeof CLAUSE_ASPECTS)[number];

const pageFacts = closed(
  {
    rows: natural("how many rows it has"),
    first: optional(textSchema("JSON of what tells its first row from others")),
    last: optional(textSchema("the same of its last row")),
    next: optional(textSchema("JSON of links.next; absent where the response has none")),
    isFromLink: flag("the page in front led to it"),
  },
  "what the response shows as a page of a list",
);
export type PageFacts = Model<typeof pageFacts>;

const ROW_FAULTS = ["gap", "repeat", "order", "stray", "limit"] as const;
const rowFault = closed(
  {
    kind: oneOf(
      ROW_FAULTS,
      "a row is missing, comes twice, out of order or uncalled-for; a page is too long",
    ),
    row: optional(textSchema("JSON of what tells the row from others: one that is missing, or comes twice")),
  },
  "what is wrong with the rows of a list",
);
export type RowFault = Model<typeof rowFault>;

const excerpt = closed({
  lines: listSchema(textSchema(), "the surroundings of the place in the body, or the keys of rows near it"),
  marked: natural("index of the line of the place"),
  absent: flag("the marked line is a row that the response lacks"),
});
export type Excerpt = Model<typeof excerpt>;

const exchange = closed({
  number: integerSchema({
    minimum: 1,
    description: "its place in the order of sending; those that prove nothing are left out",
  }),
  url: textSchema(),
  curl: textSchema(),
  status: integerSchema(),
  body: textSchema("the beginning of the body"),
  page: optional(pageFacts),
  excerpt: optional(excerpt),
  violates: flag("it is the one that does not meet the clause: the request and response of the violation"),
  beside: flag("the violation cannot be seen without it: the page in front, a twin"),
});
/** One of the exchanges that together prove a violation of a rule over several responses. */
export type ReportedExchange = Model<typeof exchange>;

const request = closed({
  method: textSchema(),
  url: textSchema(),
  headers: recordSchema(textSchema()),
  body: either(textSchema(), nullSchema),
});

const responseSchema = closed({
  status: integerSchema(),
  headers: recordSchema(textSchema()),
  body: textSchema("cut at the length stated in `bodyCutAt`"),
});

/** The responses that the contract allows for a request. */
export const EXPECTATIONS = ["success", "missing", "refusal", "open"] as const;

export const violationSchema = closed({
  message: textSchema(),
  pointer: textSchema("JSON Pointer into the body; empty for the whole response"),
  expected: textSchema(),
  actual: textSchema(),
  kind: optional(oneOf(VALUE_KINDS, "what stands at the place; absent for the whole response")),
  fault: optional(textSchema("why the body is not one JSON value; absent where it is one")),
  faultAt: optional(textSchema("where that is: line, column, byte offset and the characters around it")),
  request,
  response: responseSchema,
  curl: textSchema(),
  excerpt: optional(excerpt),
  rowFault: optional(rowFault),
  symptoms: optional(
    listSchema(
      textSchema(),
      "everything that is wrong with the pages of the list: a kind, perhaps a parameter, and `behind` where no first page shows it",
    ),
  ),
  page: optional(pageFacts),
  exchanges: optional(
    listSchema(exchange, "of a clause over several responses: those that prove it, in order"),
  ),
  origin: optional(textSchema("where the id of the requested record was found")),
  expects: optional(oneOf(EXPECTATIONS, "what the document says of the response to such a request")),
  served: flag("a record or a list came in the response, whatever is wrong with it"),
  seed: integerSchema("that of the run"),
  path: textSchema("fast-check path or name of the boundary case; empty where nothing was generated"),
  cases: optional(
    listSchema(
      textSchema(),
      "names of the cases that show it; absent where chance made them, or it was watched",
    ),
  ),
  values: optional(
    listSchema(
      textSchema(),
      "the values of the cases that show it, with their names, or the requests of cases that chance made; the first ones",
    ),
  ),
  placeCount: natural("places that show the same cause; the pointer of the first is given"),
  seen: optional(
    closed(
      { responses: natural("those that show it"), of: natural("those that the clause checked") },
      "how many responses show the violation",
    ),
  ),
  reproducible: optional(
    booleanSchema(
      "whether it was seen again when the request was repeated; absent where the request was not repeated",
    ),
  ),
  known: optional(textSchema("reason of the known deviation that covers it")),
});
/** One place where a response violates the contract, with the exchange that shows it. */
export type ReportedViolation = Model<typeof violationSchema>;

const field = closed({ seen: natural(), null: natural(), notNull: natural() });
/** How often a field was there, null and not null: a nullable field that was always null is weaker evidence. */
export type FieldEvidence = Model<typeof field>;

/** The kinds of requests that only a higher level sends. */
const SKIPPED_KINDS = ["contexts", "records", "walks"] as const;
export type SkippedKind = (typeof SKIPPED_KINDS)[number];

const remedy = closed(
  {
    kind: oneOf(REMEDY_KINDS),
    of: optional(
      textSchema(
        "the service whose URL or headers are wrong, the member of samples, list.parameter, the URL to give, or what a higher level looks at",
      ),
    ),
  },
  "what a reader can do to have the clause tested",
);

/** Section, dash, slug: `4.4-name-with-token-id`. */
export type ClauseId = `${number}-${string}` | `${number}.${number}-${string}`;

export const clause = closed(
  {
    id: textSchema({ pattern: "^\\d+(\\.\\d+)?-\\S+$" }),
    section: textSchema({ pattern: "^\\d+(\\.\\d+)?$" }),
    endpoint: oneOf(ENDPOINT_NAMES),
    statement: textSchema(),
    outcome: oneOf(OUTCOMES),
    reason: optional(textSchema("why; with each outcome but pass, and where it helps")),
    code: optional(
      schema<Code>({ enum: Object.keys(CODES) }, "of the reason, with each clause that was not checked"),
    ),
    commonReason: optional(textSchema("the reason without the request that it names")),
    remedy: optional(remedy),
    cause: optional(oneOf(CAUSES)),
    consequenceOf: optional(
      textSchema(
        "id of the failed clause whose wrong behaviour made this one fail, or kept it from being tested",
      ),
    ),
    possiblyRelatedTo: optional(textSchema("id of a failed clause that may have the same cause")),
    cases: natural(),
    field: optional(field),
    violations: listSchema(violationSchema),
    sample: optional(textSchema("curl line of one request whose responses passed")),
    origin: optional(textSchema("where the record of that request was found")),
    contract: optional(listSchema(natural(), "lines of the contract that state it")),
    parameters: optional(listSchema(textSchema(), "parameters whose form or effect it tests")),
    aspect: optional(oneOf(CLAUSE_ASPECTS)),
    interpretations: optional(listSchema(natural(), "readings of the document that it leans on")),
  },
  {
    allOf: [
      {
        if: { type: "object", properties: { outcome: { const: "passed" } } },
        else: { type: "object", required: ["reason", "cause"], properties: { reason: {}, cause: {} } },
      },
    ],
  },
);
export type ClauseResult = Model<typeof clause>;

export const unspecifiedEntry = closed({
  id: textSchema(),
  section: textSchema(),
  statement: textSchema(),
  assumption: optional(textSchema("what the run took for granted where the contract is silent")),
  warning: flag("an observation is a warning of the run"),
  observed: listSchema(closed({ value: textSchema(), count: natural(), curl: textSchema() })),
});
/** Behaviour that the contract does not specify, with the observations of a run. */
export type UnspecifiedEntry = Model<typeof unspecifiedEntry>;

export const interpretation = closed({ number: natural(), title: textSchema(), text: textSchema() });
/** An interpretation of an ambiguous sentence of the contract. */
export type Interpretation = Model<typeof interpretation>;
