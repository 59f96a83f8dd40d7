import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { type Code, CODES, REMEDY_KINDS } from "./reason.ts";
import { VALUE_KINDS } from "./known-deviation.ts";
import * as json from "./schema.ts";

export const OUTCOMES = ["passed", "failed", "known", "inconclusive", "notTested"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The subject of a clause, where reports need it to distinguish a cause from its consequences: the `form` of requests or of errors;
 * `success` of requests to the endpoint at all; the form of any `response`; the `order` of rows without the order parameter; and ids
 * without shard and realm (`shortId`).
 */
const CLAUSE_ASPECTS = ["form", "success", "response", "order", "shortId"] as const;
export type ClauseAspect = (typeof CLAUSE_ASPECTS)[number];

const pageFacts = json.closed(
  {
    rows: json.natural("number of rows"),
    first: json.optionalText("identity of the first row, as JSON"),
    last: json.optionalText("identity of the last row, as JSON"),
    next: json.optionalText("links.next as JSON; absent if the response has none"),
    isFromLink: json.flag("the page was requested with the links.next of another page"),
  },
  "the facts of a response that is a page of a list",
);
export type PageFacts = json.Model<typeof pageFacts>;

const ROW_FAULTS = ["gap", "repeat", "order", "stray", "limit"] as const;
const rowFault = json.closed(
  {
    kind: json.oneOf(
      ROW_FAULTS,
      "gap: a row is missing; repeat: a row is returned twice; order: a row is out of order; stray: a row is not expected; limit: a page has too many rows",
    ),
    row: json.optionalText("identity of the missing or repeated row, as JSON"),
  },
  "the fault in the rows of a list",
);
export type RowFault = json.Model<typeof rowFault>;

const excerpt = json.closed({
  lines: json.listSchema(
    json.textSchema(),
    "lines of the body around the pointer, or the keys of the neighbouring rows",
  ),
  marked: json.natural("index in `lines` of the line that the violation is about"),
  absent: json.flag("the response lacks the row in the marked line"),
});
export type Excerpt = json.Model<typeof excerpt>;

const exchange = json.closed({
  number: json.integerSchema({
    minimum: 1,
    description:
      "position among all exchanges of the case, of which only those that prove the violation are listed",
  }),
  url: json.textSchema(),
  curl: json.textSchema(),
  status: json.integerSchema(),
  body: json.textSchema("the beginning of the body"),
  page: json.optional(pageFacts),
  excerpt: json.optional(excerpt),
  violates: json.flag("the exchange with the violation"),
  compared: json.flag(
    "needed in addition to the exchange with the violation: for example the preceding page, or the valid counterpart of an invalid request",
  ),
});
export type ReportedExchange = json.Model<typeof exchange>;

const request = json.closed({
  method: json.textSchema(),
  url: json.textSchema(),
  headers: json.recordSchema(json.textSchema()),
  body: json.either(json.textSchema(), json.nullSchema),
});

const responseSchema = json.closed({
  status: json.integerSchema(),
  headers: json.recordSchema(json.textSchema()),
  body: json.textSchema("truncated at `bodyCutAt` characters"),
});

export const EXPECTATIONS = ["success", "missing", "refusal", "open"] as const;

export const violationSchema = json.closed({
  message: json.textSchema(),
  pointer: json.textSchema("JSON Pointer into the body; empty for the whole response"),
  expected: json.textSchema(),
  actual: json.textSchema(),
  kind: json.optional(
    json.oneOf(VALUE_KINDS, "the kind of the value at the pointer; absent for the whole response"),
  ),
  fault: json.optionalText("why the body is not one JSON value in UTF-8; absent if it is one"),
  faultAt: json.optionalText(
    "the position of the fault: line, column, byte offset and the surrounding characters",
  ),
  request,
  response: responseSchema,
  curl: json.textSchema(),
  excerpt: json.optional(excerpt),
  rowFault: json.optional(rowFault),
  symptoms: json.optionalList(
    json.textSchema(),
    "for a list, each difference of its pages from the expected ones: its kind, for a stray row the key of the filter that excludes it, and `later` if only pages after the first show it; `ignored` with the key of a filter without effect; `start` if the first row is wrong; for an error that every request with one value gets: `unserved` with the value",
  ),
  page: json.optional(pageFacts),
  exchanges: json.optionalList(
    exchange,
    "for a clause over several exchanges: the exchanges that prove the violation, in order",
  ),
  origin: json.optionalText("where the id of the requested record was found"),
  expects: json.optional(
    json.oneOf(EXPECTATIONS, "the required response; missing: an error or a success; open: unspecified"),
  ),
  served: json.flag(
    "the response has a 2xx status and a body that looks like a success, even if it is invalid",
  ),
  seed: json.integerSchema("seed of the run"),
  path: json.textSchema(
    "fast-check path of a random case, or name of another case; for a request that the clause did not send, the refused value, the path and query, or empty",
  ),
  cases: json.optionalList(
    json.textSchema(),
    "names of the cases that show the violation, at most 24; random cases have none, nor have clauses that only check the responses to requests of other clauses",
  ),
  values: json.optionalList(
    json.textSchema(),
    "at most 50 values that show the violation: of a random case the body of its request or, without a body, its path and query; of any other case its name and value; each cut at 120 characters",
  ),
  placeCount: json.natural("number of places with the same violation; `pointer` is the first of them"),
  seen: json.optional(
    json.closed(
      {
        responses: json.natural("responses with the violation"),
        of: json.natural("responses that the clause checked"),
      },
      "number of responses with the violation",
    ),
  ),
  reproducible: json.optional(
    json.booleanSchema(
      "whether repeating the requests of the clause showed the violation again; absent if they were not repeated",
    ),
  ),
  known: json.optionalText("reason of the known deviation that covers the violation"),
});
export type ReportedViolation = json.Model<typeof violationSchema>;

const field = json.closed({ seen: json.natural(), null: json.natural(), notNull: json.natural() });
/** Of the records with a field (`seen`), how many had null in it. If all had, no value was checked. */
export type FieldEvidence = json.Model<typeof field>;

/** Kinds of requests that smoke omits: combinations of parameters, further records, whole lists of several pages, equal requests after different ones. */
const SKIPPED_KINDS = ["contexts", "records", "wholeLists", "sequences"] as const;
export type SkippedKind = (typeof SKIPPED_KINDS)[number];

const remedy = json.closed(
  {
    kind: json.oneOf(REMEDY_KINDS),
    of: json.optionalText(
      "depends on the kind: the service whose URL or headers are wrong; the member of samples to add; the key of the parameter to name, such as tokens.limit; the URL to use, or its scheme; the hosts of a wrong certificate; or the kind of requests that a higher level sends",
    ),
  },
  "what the user can do so that the clause is decided",
);

/** Section, dash, slug: `4.4-name-with-token-id`. */
export type ClauseId = `${number}-${string}` | `${number}.${number}-${string}`;

export const clause = json.closed(
  {
    id: json.textSchema({ pattern: "^\\d+(\\.\\d+)?-\\S+$" }),
    section: json.textSchema({ pattern: "^\\d+(\\.\\d+)?$" }),
    endpoint: json.oneOf(ENDPOINT_NAMES),
    statement: json.textSchema(),
    outcome: json.oneOf(OUTCOMES),
    reason: json.optionalText("the reason of the outcome; always present unless the clause passed"),
    code: json.optional(
      json.schema<Code>(
        { enum: Object.keys(CODES) },
        "code of the reason; present if the clause is inconclusive or not tested",
      ),
    ),
    remedy: json.optional(remedy),
    consequenceOf: json.optionalText(
      "id of the failed clause that caused this one to fail, or prevented its test",
    ),
    possiblyRelatedTo: json.optionalText("id of a failed clause that may have the same cause"),
    cases: json.natural(),
    field: json.optional(field),
    violations: json.listSchema(violationSchema),
    sample: json.optionalText("curl line of a request whose response passed the clause"),
    origin: json.optionalText("where the record that `sample` requests was found"),
    contract: json.optionalList(json.natural(), "lines of the contract that state the clause"),
    parameters: json.optionalList(json.textSchema(), "parameters whose form or effect the clause tests"),
    aspect: json.optional(json.oneOf(CLAUSE_ASPECTS)),
    interpretations: json.optionalList(
      json.natural(),
      "numbers of the interpretations on which the clause depends",
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
export type ClauseResult = json.Model<typeof clause>;

export const unspecifiedEntry = json.closed({
  id: json.textSchema(),
  section: json.textSchema(),
  statement: json.textSchema(),
  assumption: json.optionalText("what the run assumed"),
  warning: json.flag("each observation is also a warning of the run"),
  observed: json.listSchema(
    json.closed({ value: json.textSchema(), count: json.natural(), curl: json.textSchema() }),
  ),
});
export type UnspecifiedEntry = json.Model<typeof unspecifiedEntry>;

export const interpretation = json.closed({
  number: json.natural(),
  title: json.textSchema(),
  text: json.textSchema(),
});
export type Interpretation = json.Model<typeof interpretation>;
