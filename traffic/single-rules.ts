// §4, §7, §8: clauses of which one recorded answer can tell something, and when
import type { AskingClause } from "../engine/clause.ts";
import type { Reply } from "../engine/exchange.ts";
import { OPERATORS, type Operator } from "../engine/compare.ts";
import { nextIn, rowsIn } from "../engine/walk.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import { accountFilter, balanceFilter, tokenIdFilter, type RowFilter } from "../specs/rules/row-filters.ts";
import type { Walked } from "../specs/rules/walked.ts";
import type { ReadParameter, ReadRequest } from "./request-read.ts";

/** One clause, the recorded requests that it speaks of, and its answer made of one exchange. */
export interface SingleRule {
  readonly id: string;
  readonly endpoint: Endpoint;
  /** Whether the clause speaks of such a request. */
  readonly fits: (request: ReadRequest) => boolean;
  /** The answer that the clause's own check takes; `model` is one that it accepts. */
  readonly form: (reply: Reply, request: ReadRequest, model: unknown) => unknown;
  /** The generated case that the check is told of. */
  readonly value: (request: ReadRequest) => unknown;
  /** Whether some success of the endpoint must have been seen: a refusal of everything proves nothing. */
  readonly needsSuccess: boolean;
  /** Only an error shows what an error looks like. */
  readonly errorsOnly: boolean;
}

type Fits = SingleRule["fits"];

const asReply = (reply: Reply): unknown => reply;

/** A well-formed request; how the target answers what is malformed or missing was not asked. */
const WELL_FORMED = { form: (reply: Reply): unknown => ({ reply, malformed: [] }) } as const;

/** The refused request; its repaired twin, which nobody sent, is that of a sample. */
const asRefusal = (reply: Reply, request: ReadRequest, model: unknown): unknown => ({
  ...Object(model),
  refused: reply,
  faulty: faultyName(request),
  name: request.query.find(({ key }) => key === request.fault)?.name ?? "",
});

function faultyName({ query, fault }: ReadRequest): unknown {
  const name = query.find(({ key }) => key === fault)?.name;
  return name === undefined ? "any" : { name };
}

const parameter = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

/** A promised parameter with a value that every reading accepts. */
const has =
  (key: string): Fits =>
  (request) =>
    parameter(request, key)?.sure === "valid" && parameter(request, key)?.promised === true;

/** This parameter alone, with such a value. */
const alone =
  (key: string): Fits =>
  (request) =>
    request.query.length === 1 &&
    has(key)(request) &&
    request.expects !== "open" &&
    request.path?.sure !== "invalid";

/** This is what is wrong with the request, and nothing else stands beside it that could be objected to. */
const faulty =
  (fault: string): Fits =>
  (request) =>
    request.expects === "refusal" &&
    request.fault === fault &&
    request.query.length === (request.query.some(({ key }) => key === fault) ? 1 : 0);

const legal: Fits = ({ expects }) => expects === "success" || expects === "missing";

const plain: Fits = ({ query, path, expects }) =>
  query.length === 0 && path === undefined && expects === "success";

const valueOf = (key: string) => (request: ReadRequest) => parameter(request, key)?.value ?? "";

type Options = Partial<Pick<SingleRule, "form" | "value" | "needsSuccess" | "errorsOnly">>;

function rule(id: string, endpoint: Endpoint, fits: Fits, options: Options = {}): SingleRule {
  return {
    id,
    endpoint,
    fits,
    form: asReply,
    value: () => undefined,
    needsSuccess: false,
    errorsOnly: false,
    ...options,
  };
}

const REFUSAL = { form: asRefusal, needsSuccess: true } as const;
const ERROR = { ...REFUSAL, errorsOnly: true } as const;

/** The filter on rows: one page of what it selects; that nothing is left out cannot be seen in it. */
function filtered(key: string, filter: RowFilter) {
  return (reply: Reply, request: ReadRequest): Walked => {
    const rows = rowsIn(reply, operations[reply.ask.endpoint].list?.rows ?? "");
    const [operator, bound] = filterIn(valueOf(key)(request));
    const page = { reply, rows, next: nextIn(reply) };
    return {
      plan: { query: [], filters: [{ filter, operator, bound }], alone: true },
      identity: filter.identity,
      walk: { pages: [page], rows, end: "budget" },
    };
  };
}

function filterIn(text: string): readonly [Operator, string] {
  const [before, behind] = text.split(":");
  const operator = OPERATORS.find((one) => one === before);
  return behind === undefined || operator === undefined ? ["none", text] : [operator, behind];
}

/** One rule per operator; ids without shard and realm are left to a run, which knows those of the target. */
function operatorRules(prefix: string, key: string, filter: RowFilter): readonly SingleRule[] {
  const { endpoint } = filter;
  return OPERATORS.map((operator) =>
    rule(
      `${prefix}-${operator}`,
      endpoint,
      (request) => {
        const [used, bound] = filterIn(valueOf(key)(request));
        return legal(request) && has(key)(request) && filter.isBound(bound) && used === operator;
      },
      { form: filtered(key, filter) },
    ),
  );
}

/** What holds for both lists. */
function listRules(endpoint: "tokens" | "tokenBalances"): readonly SingleRule[] {
  const { section } = operations[endpoint];
  const limited: Fits = (request) => legal(request) && has("limit")(request);
  const above: Fits = (request) =>
    request.query.some(
      ({ key, value, promised }) => key === "limit" && promised && /^[1-9]\d{2,}$/.test(value),
    ) &&
    parameter(request, "limit")?.sure === "open" &&
    request.query.length === 1;
  return [
    rule(`${section}-limit-refused`, endpoint, faulty("limit"), REFUSAL),
    rule(`${section}-limit-at-most`, endpoint, limited, { value: valueOf("limit") }),
    rule(`${section}-limit-above-maximum`, endpoint, above, {
      form: (reply, request) => ({ name: parameter(request, "limit")?.name ?? "", reply }),
      needsSuccess: true,
    }),
    rule(`${section}-default-page-size`, endpoint, (request) => legal(request) && request.query.length === 0),
    rule(`${section}-order-refused`, endpoint, faulty("order"), REFUSAL),
  ];
}

const SEARCH = (reply: Reply, request: ReadRequest): unknown => ({
  text: valueOf("name")(request),
  reply,
  list: { rows: [], complete: false },
  room: 0,
});

const TOKENS: readonly SingleRule[] = [
  rule("4.4-answers-200", "tokens", plain),
  ...listRules("tokens"),
  rule("4.4-limit-accepted", "tokens", alone("limit")),
  rule("4.4-order-accepted", "tokens", alone("order")),
  ...operatorRules("4.4-token-id", "tokenId", tokenIdFilter),
  rule("4.4-token-id-accepted", "tokens", alone("tokenId")),
  rule("4.4-token-id-refused", "tokens", faulty("tokenId"), REFUSAL),
  rule("4.4-account-id-accepted", "tokens", alone("accountId")),
  rule("4.4-account-id-refused", "tokens", faulty("accountId"), REFUSAL),
  rule("4.4-name-accepted", "tokens", alone("name")),
  rule("4.4-name-refused", "tokens", faulty("name"), REFUSAL),
  rule("4.4-name-contained", "tokens", (request) => legal(request) && has("name")(request), { form: SEARCH }),
  rule("4.4-name-next-null", "tokens", (request) => legal(request) && has("name")(request)),
  rule("7.1-tokens-error-body", "tokens", faulty("tokenId"), ERROR),
  rule("7.2-tokens-names-parameter", "tokens", faulty("tokenId"), ERROR),
];

/** That a filter is accepted needs a token that is sure to exist: a run has one. */
const BALANCES: readonly SingleRule[] = [
  ...listRules("tokenBalances"),
  ...operatorRules("4.3-account-id", "accountId", accountFilter),
  ...operatorRules("4.3-balance", "balance", balanceFilter),
  rule("4.3-account-id-refused", "tokenBalances", faulty("accountId"), REFUSAL),
  rule("4.3-balance-refused", "tokenBalances", faulty("balance"), REFUSAL),
  rule("4.3-timestamp-refused", "tokenBalances", faulty("timestamp"), REFUSAL),
  rule(
    "4.3-path-accepted",
    "tokenBalances",
    (request) => legal(request) && request.query.length === 0,
    WELL_FORMED,
  ),
  rule("4.3-path-refused", "tokenBalances", faulty("path"), REFUSAL),
  rule("7.1-tokenBalances-error-body", "tokenBalances", faulty("path"), ERROR),
  rule("7.2-tokenBalances-names-parameter", "tokenBalances", faulty("path"), ERROR),
];

const FEES: readonly SingleRule[] = [
  rule("4.5-timestamp-accepted", "networkFees", alone("timestamp")),
  rule("4.5-timestamp-refused", "networkFees", faulty("timestamp"), REFUSAL),
  rule("4.5-order-accepted", "networkFees", alone("order")),
  rule("4.5-order-refused", "networkFees", faulty("order"), REFUSAL),
  rule("7.1-networkFees-error-body", "networkFees", faulty("timestamp"), ERROR),
  rule("7.2-networkFees-names-parameter", "networkFees", faulty("timestamp"), ERROR),
];

const pathValue = ({ path }: ReadRequest): string => path?.value ?? "";
const named = (request: ReadRequest): boolean => request.query.length === 0 && legal(request);
const isHash = (request: ReadRequest): boolean => !pathValue(request).includes("-");

const RECORDS: readonly SingleRule[] = [
  rule("4.6-time-accepted", "topicMessage", named),
  rule("4.6-time-refused", "topicMessage", faulty("path"), REFUSAL),
  rule("7.1-topicMessage-error-body", "topicMessage", faulty("path"), ERROR),
  rule("7.2-topicMessage-names-parameter", "topicMessage", faulty("path"), ERROR),
  rule("4.7-hash-accepted", "contractResult", (request) => named(request) && isHash(request), WELL_FORMED),
  rule(
    "4.7-transaction-id-accepted",
    "contractResult",
    (request) => named(request) && !isHash(request),
    WELL_FORMED,
  ),
  rule(
    "4.7-hash-refused",
    "contractResult",
    (request) => faulty("path")(request) && isHash(request) && request.query.length === 0,
    REFUSAL,
  ),
  rule(
    "4.7-transaction-id-refused",
    "contractResult",
    (request) => faulty("path")(request) && !isHash(request) && request.query.length === 0,
    REFUSAL,
  ),
  rule("4.7-record-of-that-hash", "contractResult", (request) => named(request) && isHash(request), {
    value: pathValue,
  }),
  rule(
    "4.7-nonce-accepted",
    "contractResult",
    (request) => alone("nonce")(request) && !isHash(request),
    WELL_FORMED,
  ),
  rule(
    "4.7-nonce-refused",
    "contractResult",
    (request) => faulty("nonce")(request) && !isHash(request),
    REFUSAL,
  ),
  rule("4.8-id-or-address-accepted", "contract", named, WELL_FORMED),
  rule(
    "4.8-id-or-address-refused",
    "contract",
    (request) => faulty("path")(request) && request.query.length === 0,
    REFUSAL,
  ),
  rule("4.8-timestamp-accepted", "contract", alone("timestamp"), WELL_FORMED),
  rule("4.8-timestamp-refused", "contract", faulty("timestamp"), REFUSAL),
];

/** Ways to break a posted body. */
const BREAKAGES = [
  "address-required",
  "chain-id-required",
  "address-type",
  "chain-id-type",
  "address-format",
  "body-is-json-object",
];

const VERIFICATIONS: readonly SingleRule[] = (["sessionVerify", "verify"] as const).flatMap((endpoint) =>
  BREAKAGES.map((slug) =>
    rule(`${operations[endpoint].section}-${slug}`, endpoint, faulty(slug), {
      form: (reply, _request, model) => ({ ...Object(model), replies: [reply] }),
      needsSuccess: true,
    }),
  ),
);

/** All of them. */
export const singleRules: readonly SingleRule[] = [
  rule("4.2-answers-200", "statusSummary", plain),
  ...TOKENS,
  ...BALANCES,
  ...FEES,
  ...RECORDS,
  ...VERIFICATIONS,
];

/** An answer that the clause accepts: the first of its samples. */
export function modelOf({ accepts }: AskingClause): unknown {
  return accepts[0]?.answer;
}
