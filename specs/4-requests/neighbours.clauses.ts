// §4.3, §4.6, §4.7, §4.8: a name close to that of a known record finds another record, or none
import type {
  ApiRequest,
  RequestSender,
  CheckResult,
  Query,
  ApiResponse,
} from "../../engine/model/exchange.ts";
import { requestTo } from "../../engine/model/exchange.ts";
import { sequence } from "../../engine/clauses/declare.ts";
import type { CaseSource } from "../../engine/clauses/clause.ts";
import { isSuccess } from "../../engine/message/classify.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { candidateRequest, type Sampled } from "../../engine/clauses/prerequisites.ts";
import { type Size } from "../../engine/clauses/size.ts";
import {
  hexNear,
  idsBeside,
  idsBeyond,
  idsElsewhere,
  timesNear,
  transactionsNear,
} from "../../generators/near.ts";
import { interleaved, type NamedCase } from "../../generators/cases.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import { ENTITY_ID, EVM_ADDRESS, TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import {
  exampleResponse,
  exampleErrorBody,
  NOT_FOUND,
  sampledAs,
  SUCCESS,
  NO_RESULT,
  RESULT_A,
  RESULT_B,
  CONTRACT_A,
  contractOf,
  HASH_A,
  NO_SUCH_CONTRACT,
} from "../examples/responses.ts";
import { checkOther } from "../kit/records/contract-results.ts";
import { violationIf, ifShown, inconclusive } from "../kit/requests/check-results.ts";
import { checkNotFound, namesAnother } from "../kit/requests/refusals.ts";
import { checkOtherContract } from "../kit/records/contracts.ts";
import { bothMalformed, editedBounds, type NearName } from "../kit/records/edited.ts";
import { requestedPath, memberViolation, recordRequest, memberText } from "../kit/records/records.ts";
import { checkBeside, checkNoRecord } from "../kit/records/record-checks.ts";
import { maySame, withNineDecimals } from "../kit/records/times.ts";

const TIMESTAMP_KEY = "timestamp";

const editOf =
  (known: Sampled) =>
  ({ name, value }: NamedCase<string>): NamedCase<NearName> => ({
    name: `${name}: ${value}`,
    value: { known, near: value },
  });

/**
 * Edits of the names of the first two samples that fit: all edits of the first, every second one of the second. A part of the
 * name that the service ignores shows with one sample already.
 */
function edits(
  samples: readonly Sampled[],
  near: (name: string, at: number) => readonly NamedCase<string>[],
  fits: (name: string) => boolean,
): readonly NamedCase<NearName>[] {
  const fitting = samples.filter(({ asked }) => fits(asked)).slice(0, 2);
  return fitting.flatMap((known, at) =>
    near(known.asked, at)
      .filter((_, place) => at === 0 || place % 2 === 1)
      .map(editOf(known)),
  );
}

/** Requests a known record and, together with it, the edited name; `check` compares the two responses. */
const nearBy =
  (endpoint: Endpoint, check: (response: ApiResponse, model: ApiResponse) => CheckResult) =>
  (t: RequestSender, { known, near }: NearName): Promise<CheckResult> =>
    checkBeside(t, candidateRequest(endpoint, known), recordRequest(endpoint, near, "missing"), check);

const MESSAGE_TIME = "1700000000.000000001";
const NEXT_TIME = "1700000000.000000002";
const neighbourMessage = (time: string): ApiResponse =>
  exampleResponse("topicMessage", 200, { ...SUCCESS.topicMessage, consensus_timestamp: time });

function checkTimeNear(response: ApiResponse): CheckResult {
  const shown = memberText(response, "consensus_timestamp");
  if (!isSuccess(response)) {
    return checkNotFound(response);
  }
  const expected = `${JSON.stringify(requestedPath(response))}, or the not-found body`;
  const message = "the message of another timestamp is returned";
  const isOther = shown !== undefined && !maySame(shown, requestedPath(response));
  const checked = isOther ? [memberViolation(response, "consensus_timestamp", message, expected)] : [];
  return ifShown(checked, shown !== undefined, "the consensus timestamp of a message");
}

/**
 * A topic message is found by its own consensus timestamp (§4.6, line 249); a missing one returns the not-found body (line
 * 250).
 */
export const neighbouringTimes = sequence({
  id: "4.6-neighbouring-times",
  statement: "a timestamp one nanosecond away from a message does not return that message",
  cites: ["4.6 timestamp identity", 13, 19],
  needs: { found: "topicMessages" },
  given: ({ found }) => edits(found, timesNear, (time) => withNineDecimals(time) === time),
  run: nearBy("topicMessage", checkTimeNear),
  proves: { value: { known: sampledAs(MESSAGE_TIME, neighbourMessage(MESSAGE_TIME)), near: NEXT_TIME } },
  first: neighbourMessage(MESSAGE_TIME),
  passes: [exampleResponse("topicMessage", 404, NOT_FOUND), neighbourMessage(NEXT_TIME)],
  fails: {
    "the same message": neighbourMessage(MESSAGE_TIME),
    "another error": exampleResponse("topicMessage", 404, exampleErrorBody("Gone")),
  },
});

const otherResult = {
  run: nearBy(
    "contractResult",
    checkOther("an identifier that differs from that of a record returns the record"),
  ),
  first: RESULT_A,
  passes: [NO_RESULT, RESULT_B],
  fails: { "the same record": RESULT_A },
} as const;

/** A contract result is found by its own 32-byte hash (§4.7, line 255). */
export const neighbouringHashes = sequence({
  ...otherResult,
  id: "4.7-neighbouring-hashes",
  statement: "a hash that differs in one digit does not find the same record",
  cites: ["4.7 hash", 13, 19],
  needs: { found: "hashes" },
  given: ({ found }) => edits(found, hexNear, (name) => TRANSACTION_HASH_PATTERN.test(name)),
});

/** A contract result is found by its own transaction id (§4.7, line 255). */
export const neighbouringTransactions = sequence({
  ...otherResult,
  id: "4.7-neighbouring-transaction-ids",
  statement: "a transaction id that differs in one part does not find the same record",
  cites: ["4.7 transaction id", 13, 19],
  needs: { found: "transactions" },
  given: ({ found }) => edits(found, transactionsNear, (id) => TRANSACTION_ID.test(id)),
});

/** A contract is found by its own id or EVM address (§4.8, line 262). */
export const neighbouringContracts = sequence({
  id: "4.8-neighbouring-contracts",
  statement: "an id or address close to a known one finds only the contract that has it",
  cites: ["4.8 contractIdOrAddress identity", 13, 19],
  needs: { found: "contracts" },
  given: ({ found }) => {
    const otherIds = (id: string) => {
      const elsewhere = idsElsewhere(id);
      const shardless = elsewhere
        .filter(({ name }) => name === "another realm")
        .map(({ name, value }) => ({
          name: `${name}, no shard`,
          value: value.slice(value.indexOf(".") + 1),
        }));
      return [...elsewhere, ...shardless, ...idsBeyond(id)];
    };
    const ids = edits(found, otherIds, (name) => ENTITY_ID.test(name));
    const addresses = edits(found, hexNear, (name) => EVM_ADDRESS.test(name));
    const known = found.flatMap(({ asked, response }) => [asked, memberText(response, "contract_id") ?? ""]);
    const beside = found.slice(0, 1).flatMap((first) => idsBeside(known).map(editOf(first)));
    return interleaved([ids, addresses, beside]);
  },
  run: nearBy("contract", checkOtherContract),
  proves: { value: { known: sampledAs("0.0.5001", CONTRACT_A), near: "0.1.5001" } },
  first: CONTRACT_A,
  passes: [
    NO_SUCH_CONTRACT,
    contractOf({ contract_id: "0.1.5001" }),
    contractOf({ contract_id: null, evm_address: HASH_A.slice(0, 42) }),
  ],
  fails: { "another contract": CONTRACT_A, "its id is null": contractOf({ contract_id: null }) },
});

/** The formats of names in a path, with the samples that are edited and the place of the contract that shows the format. */
const NAME_FORMATS = [
  // a 32-byte hash with optional 0x prefix (§4.7, line 255)
  {
    id: "4.7-malformed-hash",
    endpoint: "contractResult",
    words: "hash",
    place: "4.7 hash",
    needs: "hashes",
    grammar: grammars.transactionHash,
  },
  // a transaction id in the form shard.realm.num-seconds-nanoseconds (§4.7, line 255)
  {
    id: "4.7-malformed-transaction-id",
    endpoint: "contractResult",
    words: "transaction id",
    place: "4.7 transaction id",
    needs: "transactions",
    grammar: grammars.transactionId,
  },
  // a contract id, shard and realm optional (§4.8, line 262)
  {
    id: "4.8-malformed-id",
    endpoint: "contract",
    words: "id",
    place: "4.8 contractIdOrAddress form",
    needs: "contracts",
    grammar: grammars.contractId,
  },
  // an EVM address of 40 hex digits with optional 0x prefix (§4.8, line 262)
  {
    id: "4.8-malformed-address",
    endpoint: "contract",
    words: "address",
    place: "4.8 contractIdOrAddress form",
    needs: "contracts",
    grammar: grammars.contractAddress,
  },
] as const;

interface MalformedName extends NearName {
  /** The query that is sent with the malformed name. */
  readonly beside: Query;
  /** For contract ids: a request with this name and a malformed filter. If its error names the path, it is used instead. */
  readonly first?: ApiRequest | undefined;
}

/** Malformed edits of the samples (generators/edits.ts), every second one with the query parameter of the endpoint. */
function malformedEdits(
  samples: readonly Sampled[],
  grammar: Grammar,
  beside: Query,
  size: Size,
): CaseSource<MalformedName> {
  const { boundaries, telling } = editedBounds(grammar)(samples);
  const isId = grammar === grammars.contractId;
  const sent = boundaries.map(({ value, ...named }, at) => {
    const first = isId ? bothMalformed(samples, TIMESTAMP_KEY, at, size) : undefined;
    return { ...named, value: { ...value, beside: at % 2 === 0 ? [] : beside, first } };
  });
  return { boundaries: sent, telling, shared: isId };
}

/** The path parameter has a pattern (§4.7, line 255; §4.8, line 262); a value that violates it finds no record (§7.8). */
export const malformedNear = NAME_FORMATS.map(({ id, endpoint, words, place, needs, grammar }) => {
  const isResult = endpoint === "contractResult";
  const [found, none] = isResult ? [RESULT_A, NO_RESULT] : [CONTRACT_A, NO_SUCH_CONTRACT];
  return sequence({
    id,
    statement: `a known ${words}, edited so that it is malformed, finds no record`,
    cites: [place, 10, 12],
    needs: { found: needs, size: "size" },
    given: ({ found: samples, size }) =>
      malformedEdits(samples, grammar, isResult ? [["nonce", "0"]] : [[TIMESTAMP_KEY, "gte:0"]], size),
    run: async (t, { known, near, beside, first }) => {
      const alone = requestTo(endpoint, { path: near, query: beside, expects: "refusal" });
      const isNamed = first !== undefined && namesAnother(await t.get(first), [TIMESTAMP_KEY]);
      return await checkBeside(t, candidateRequest(endpoint, known), isNamed ? first : alone, checkNoRecord);
    },
    first: found,
    passes: [none, exampleResponse(endpoint, 500, "<html></html>")],
    fails: { "the record": found },
  });
});

const balancesOfAccounts = (...accounts: readonly string[]): ApiResponse => {
  const rows = accounts.map((account) => ({ account }));
  return exampleResponse("tokenBalances", 200, { ...SUCCESS.tokenBalances, balances: rows });
};

/** Token balances are those of the token in the path (§2.4, line 90; §4.3, line 210). */
export const tokenElsewhere = sequence({
  id: "4.3-token-elsewhere",
  statement: "the same token number in another shard or realm, or in 32 bits, has other balances",
  cites: ["2.4 one token", "4.3 tokenId", 13],
  needs: { token: "tokenWithHolders" },
  given: ({ token }) => [...idsElsewhere(token), ...idsBeyond(token)],
  run: (t, path) => {
    const elsewhere = recordRequest("tokenBalances", path, "missing");
    const held = (page: ApiResponse): string =>
      JSON.stringify(rowsIn(page).map(({ account, balance }) => [account, balance]));
    const message = "a token of another shard, realm or number shows the same balances";
    const expected = "other balances, an empty list, or an error";
    return checkBeside(t, recordRequest("tokenBalances", t.token), elsewhere, (response, model) =>
      rowsIn(model).length === 0
        ? inconclusive("the token has no balances", model)
        : violationIf(held(model) === held(response), response, message, expected, [model]),
    );
  },
  first: balancesOfAccounts("0.0.1"),
  passes: [
    balancesOfAccounts(),
    exampleResponse("tokenBalances", 404, NOT_FOUND),
    balancesOfAccounts("9.0.1"),
  ],
  fails: { "the same balances": balancesOfAccounts("0.0.1") },
});
