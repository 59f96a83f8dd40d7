import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { VALUE_KINDS } from "./known-deviation.ts";
import {
  boolean,
  byName,
  closed,
  either,
  flag,
  integer,
  list,
  natural,
  nothing,
  oneOf,
  optional,
  text,
  type Model,
} from "./schema.ts";

export const OUTCOMES = ["pass", "fail", "known", "inconclusive", "notExercised"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const CAUSES = ["contract", "environment", "data", "suite"] as const;
export type Cause = (typeof CAUSES)[number];

/**
 * What kept a clause from being judged. `level`: the level sends no case; `data`: the records of the service have none;
 * `user`: the user has to give something; `service`: the service did something that lets nothing be judged; `network`: no
 * answer came.
 */
export const OBSTACLES = ["level", "data", "user", "service", "network"] as const;
export type Obstacle = (typeof OBSTACLES)[number];

const page = closed(
  {
    rows: natural("how many rows it has"),
    first: optional(text("JSON of what tells its first row from others")),
    last: optional(text("the same of its last row")),
    next: optional(text("JSON of links.next; absent where the response has none")),
    follows: flag("the page in front led to it"),
  },
  "what the response shows as a page of a list",
);
export type PageFacts = Model<typeof page>;

const DEFECTS = ["gap", "repeat", "order", "stray", "limit"] as const;
const defect = closed(
  {
    kind: oneOf(DEFECTS, "a row is missing, comes twice, out of order or uncalled-for; a page is too long"),
    row: optional(text("JSON of what tells the row from others: one that is missing, or comes twice")),
  },
  "what is wrong with the rows of a list",
);
export type Defect = Model<typeof defect>;

const exchange = closed({
  number: integer({
    minimum: 1,
    description: "its place in the order of sending; those that prove nothing are left out",
  }),
  url: text(),
  curl: text(),
  status: integer(),
  body: text("the beginning of the body"),
  page: optional(page),
  breaks: flag("it is the one that does not meet the clause: the request and response of the violation"),
  beside: flag("the violation cannot be seen without it: the page in front, a twin"),
});
/** One of the exchanges that together prove a violation of a rule over several answers. */
export type ReportedExchange = Model<typeof exchange>;

const request = closed({
  method: text(),
  url: text(),
  headers: byName(text()),
  body: either(text(), nothing),
});

const response = closed({
  status: integer(),
  headers: byName(text()),
  body: text("cut at the length stated in `bodyCutAt`"),
});

const excerpt = closed({
  lines: list(text(), "the surroundings of the place in the body"),
  marked: natural("index of the line of the place"),
});
export type Excerpt = Model<typeof excerpt>;

/** What the document says of the answer to a request. */
export const EXPECTATIONS = ["success", "missing", "refusal", "open"] as const;

export const violation = closed({
  message: text(),
  pointer: text("JSON Pointer into the body; empty for the whole response"),
  expected: text(),
  actual: text(),
  kind: optional(oneOf(VALUE_KINDS, "what stands at the place; absent for the whole response")),
  fault: optional(text("why the body is not one JSON value; absent where it is one")),
  faultAt: optional(text("where that is: line, column, byte offset and the characters around it")),
  request,
  response,
  curl: text(),
  excerpt: optional(excerpt),
  defect: optional(defect),
  symptoms: optional(
    list(
      text(),
      "everything that is wrong with the pages of the list: a kind, perhaps a parameter, and `behind` where no first page shows it",
    ),
  ),
  page: optional(page),
  exchanges: optional(list(exchange, "of a clause over several responses: those that prove it, in order")),
  origin: optional(text("where the id of the requested record was found")),
  expects: optional(oneOf(EXPECTATIONS, "what the document says of the response to such a request")),
  served: flag("a record or a list came in the response, whatever is wrong with it"),
  seed: integer("that of the run"),
  path: text("fast-check path or name of the boundary case; empty where nothing was generated"),
  cases: optional(
    list(text(), "names of the cases that show it; absent where chance made them, or it was watched"),
  ),
  occurrences: natural("places that show the same cause; the pointer of the first is given"),
  seen: optional(
    closed(
      { responses: natural("those that show it"), of: natural("those that the clause checked") },
      "how many responses show the violation",
    ),
  ),
  reproducible: optional(
    boolean(
      "whether it was seen again when the request was repeated; absent where the request was not repeated",
    ),
  ),
  known: optional(text("reason of the known deviation that covers it")),
});
/** One place where an answer departs from the document, with the exchange that shows it. */
export type Violation = Model<typeof violation>;

const field = closed({ seen: natural(), null: natural(), notNull: natural() });
/** How often a field was there, null and not null: a nullable field that was always null is weaker evidence. */
export type FieldEvidence = Model<typeof field>;

/** What clauses are on that a level leaves to a higher one. */
const LEFT_KINDS = ["contexts", "records", "walks"] as const;
export type LeftKind = (typeof LEFT_KINDS)[number];

const REMEDIES = [
  "correctUrl",
  "giveSamples",
  "giveParameterName",
  "giveCredentials",
  "useUrl",
  "trustAuthority",
  "offerHttp1",
  "passFirewall",
  "shortenBody",
  "walkFurther",
  "raiseLevel",
  "mendFirst",
  "runToItsEnd",
  "nothing",
] as const;
/** Codes of reasons that programs tell apart. */
const CODES = ["serviceNotFound"] as const;
const remedy = closed(
  {
    kind: oneOf(REMEDIES),
    of: optional(
      text(
        "the service whose URL or headers are wrong, the member of samples, list.parameter, the URL to give, or what a higher level looks at",
      ),
    ),
  },
  "what a reader can do to have the clause tested",
);

export const clause = closed(
  {
    id: text({ pattern: "^\\d+(\\.\\d+)?-\\S+$" }),
    section: text({ pattern: "^\\d+(\\.\\d+)?$" }),
    endpoint: oneOf(ENDPOINT_NAMES),
    statement: text(),
    outcome: oneOf(OUTCOMES),
    reason: optional(text("why; with each outcome but pass, and where it helps")),
    code: optional(oneOf(CODES, "of the reason: serviceNotFound, no request below the URL succeeded")),
    came: optional(text("the reason without the request that it names")),
    remedy: optional(remedy),
    obstacle: optional(
      oneOf(OBSTACLES, "why it could not be tested; absent where it was, or the suite failed"),
    ),
    cause: optional(oneOf(CAUSES)),
    follows: optional(text("id of the failed clause of which this is a consequence, where one is known")),
    consequenceOf: optional(text("id of the failed clause whose wrong behaviour its own evidence shows")),
    possiblyRelatedTo: optional(text("id of a failed clause that may have the same cause")),
    cases: natural(),
    field: optional(field),
    violations: list(violation),
    sample: optional(text("curl line of one request whose responses passed")),
    origin: optional(text("where the record of that request was found")),
    cites: optional(list(text(), "sections and facts of the document that it tests")),
    readings: optional(list(natural(), "readings of the document that it leans on")),
  },
  {
    allOf: [
      {
        if: { type: "object", properties: { outcome: { const: "pass" } } },
        else: { type: "object", required: ["reason", "cause"], properties: { reason: {}, cause: {} } },
      },
    ],
  },
);
export type ClauseResult = Model<typeof clause>;

export const open = closed({
  id: text(),
  section: text(),
  statement: text(),
  assumed: optional(text("what the run took for granted where the contract is silent")),
  warning: flag("an observation is a warning of the run"),
  observed: list(closed({ value: text(), count: natural(), curl: text() })),
});
/** Behaviour that the contract does not specify, with what the responses of a run showed of it. */
export type OpenEntry = Model<typeof open>;

export const reading = closed({ number: natural(), title: text(), text: text() });
/** How a doubtful place of the document is read. */
export type Reading = Model<typeof reading>;
