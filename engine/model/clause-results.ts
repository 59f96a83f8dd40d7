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

/**
 * The subject of a clause, given where a report needs it to tell a cause from its consequences. `form`: the form of a request or of
 * an error, not the meaning of a parameter; `success`: that requests to the endpoint succeed at all; `response`: that it
 * responds in the form described; `order`: the order of rows, without the order parameter; `shortId`: ids without shard and realm.
 */
const CLAUSE_ASPECTS = ["form", "success", "response", "order", "shortId"] as const;
export type ClauseAspect = (typeof CLAUSE_ASPECTS)[number];

const pageFacts = closed(
  {
    rows: natural("number of rows"),
    first: optional(textSchema("identity of the first row, as JSON")),
    last: optional(textSchema("identity of the last row, as JSON")),
    next: optional(textSchema("links.next as JSON; absent if the response has none")),
    isFromLink: flag("the link of the preceding page led to it"),
  },
  "the facts of a response that is a page of a list",
);
export type PageFacts = Model<typeof pageFacts>;

const ROW_FAULTS = ["gap", "repeat", "order", "stray", "limit"] as const;
const rowFault = closed(
  {
    kind: oneOf(
      ROW_FAULTS,
      "gap: a row is missing; repeat: a row is returned twice; order: a row is out of order; stray: a row is not expected; limit: a page has too many rows",
    ),
    row: optional(textSchema("identity of the missing or repeated row, as JSON")),
  },
  "the fault in the rows of a list",
);
export type RowFault = Model<typeof rowFault>;

const excerpt = closed({
  lines: listSchema(
    textSchema(),
    "lines of the body around the pointer, or the keys of the neighbouring rows",
  ),
  marked: natural("index of the line that the pointer denotes"),
  absent: flag("the marked line is a row that is missing from the response"),
});
export type Excerpt = Model<typeof excerpt>;

const exchange = closed({
  number: integerSchema({
    minimum: 1,
    description: "position in the order of sending; exchanges that prove nothing are omitted",
  }),
  url: textSchema(),
  curl: textSchema(),
  status: integerSchema(),
  body: textSchema("the beginning of the body"),
  page: optional(pageFacts),
  excerpt: optional(excerpt),
  violates: flag("the exchange with the violation"),
  beside: flag(
    "the violation cannot be seen without this exchange, such as the preceding page or the valid counterpart",
  ),
});
/** One of the exchanges that together prove a violation of a clause over several exchanges. */
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
  body: textSchema("truncated at `bodyCutAt` characters"),
});

/** The responses that the contract allows for a request. */
export const EXPECTATIONS = ["success", "missing", "refusal", "open"] as const;

export const violationSchema = closed({
  message: textSchema(),
  pointer: textSchema("JSON Pointer into the body; empty for the whole response"),
  expected: textSchema(),
  actual: textSchema(),
  kind: optional(oneOf(VALUE_KINDS, "the kind of the value at the pointer; absent for the whole response")),
  fault: optional(textSchema("why the body is not one JSON value; absent if it is one")),
  faultAt: optional(
    textSchema("the position of the fault: line, column, byte offset and the surrounding characters"),
  ),
  request,
  response: responseSchema,
  curl: textSchema(),
  excerpt: optional(excerpt),
  rowFault: optional(rowFault),
  symptoms: optional(
    listSchema(
      textSchema(),
      "every symptom of the pages of the list: its kind, the key of the parameter if there is one, and `behind` if the first page does not show it",
    ),
  ),
  page: optional(pageFacts),
  exchanges: optional(
    listSchema(
      exchange,
      "for a clause over several exchanges: the exchanges that prove the violation, in order",
    ),
  ),
  origin: optional(textSchema("where the id of the requested record was found")),
  expects: optional(oneOf(EXPECTATIONS, "the response that the contract requires for the request")),
  served: flag("the response has a record or a list, even if it is invalid"),
  seed: integerSchema("seed of the run"),
  path: textSchema("fast-check path, or name of the boundary case; empty if no case was generated"),
  cases: optional(
    listSchema(
      textSchema(),
      "names of the cases that show the violation; absent for random cases and for passive clauses",
    ),
  ),
  values: optional(
    listSchema(
      textSchema(),
      "the first values of the named cases with the violation, with their names; for random cases their requests",
    ),
  ),
  placeCount: natural("number of places with the same violation; `pointer` is the first of them"),
  seen: optional(
    closed(
      {
        responses: natural("responses with the violation"),
        of: natural("responses that the clause checked"),
      },
      "number of responses with the violation",
    ),
  ),
  reproducible: optional(
    booleanSchema(
      "whether repeating the request showed the violation again; absent if the request was not repeated",
    ),
  ),
  known: optional(textSchema("reason of the known deviation that covers the violation")),
});
/** One place where a response violates the contract, with the exchange that shows it. */
export type ReportedViolation = Model<typeof violationSchema>;

const field = closed({ seen: natural(), null: natural(), notNull: natural() });
/** How often a field was present, null and not null: a nullable field that was always null is weaker evidence. */
export type FieldEvidence = Model<typeof field>;

/** The kinds of requests that only a higher level sends. */
const SKIPPED_KINDS = ["contexts", "records", "walks"] as const;
export type SkippedKind = (typeof SKIPPED_KINDS)[number];

const remedy = closed(
  {
    kind: oneOf(REMEDY_KINDS),
    of: optional(
      textSchema(
        "depends on the kind: the service whose URL or headers are wrong, the member of samples, list.parameter, the URL to give, or the kind of requests that a higher level sends",
      ),
    ),
  },
  "how to get the clause tested",
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
    reason: optional(textSchema("the reason of the outcome; always present unless the clause passed")),
    code: optional(
      schema<Code>({ enum: Object.keys(CODES) }, "code of the reason; present if the clause was not checked"),
    ),
    remedy: optional(remedy),
    consequenceOf: optional(
      textSchema("id of the failed clause that caused this one to fail, or prevented its test"),
    ),
    possiblyRelatedTo: optional(textSchema("id of a failed clause that may have the same cause")),
    cases: natural(),
    field: optional(field),
    violations: listSchema(violationSchema),
    sample: optional(textSchema("curl line of a request with which the clause passed")),
    origin: optional(textSchema("where the requested record was found")),
    contract: optional(listSchema(natural(), "lines of the contract that state the clause")),
    parameters: optional(listSchema(textSchema(), "parameters whose form or effect the clause tests")),
    aspect: optional(oneOf(CLAUSE_ASPECTS)),
    interpretations: optional(
      listSchema(natural(), "numbers of the interpretations on which the clause depends"),
    ),
  },
  {
    allOf: [
      {
        if: { type: "object", properties: { outcome: { const: "passed" } } },
        else: { type: "object", required: ["reason"], properties: { reason: {} } },
      },
    ],
  },
);
export type ClauseResult = Model<typeof clause>;

export const unspecifiedEntry = closed({
  id: textSchema(),
  section: textSchema(),
  statement: textSchema(),
  assumption: optional(textSchema("what the run assumed")),
  warning: flag("each observation is a warning of the run"),
  observed: listSchema(closed({ value: textSchema(), count: natural(), curl: textSchema() })),
});
/** Behaviour that the contract does not specify, with the observations of a run. */
export type UnspecifiedEntry = Model<typeof unspecifiedEntry>;

export const interpretation = closed({ number: natural(), title: textSchema(), text: textSchema() });
/** An interpretation of an ambiguous sentence of the contract. */
export type Interpretation = Model<typeof interpretation>;
