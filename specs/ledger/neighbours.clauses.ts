// §4.3, §4.6, §4.7, §4.8: names next to one that exists lead to another record or to none
import type { Ask, Asker, Judgement, Query, Reply } from "../../engine/model/exchange.ts";
import { call } from "../../engine/model/exchange.ts";
import { law } from "../../engine/clauses/declare.ts";
import type { Given } from "../../engine/clauses/clause.ts";
import { isSuccess } from "../../engine/message/classify.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { candidateAsk, type Sampled, type Size } from "../../engine/clauses/prerequisites.ts";
import {
  hexNear,
  idsBeside,
  idsBeyond,
  idsElsewhere,
  timesNear,
  transactionsNear,
} from "../../generators/near.ts";
import { inTurn, type Named } from "../../generators/cases.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import { ENTITY_ID, EVM_ADDRESS, HASH, TRANSACTION_ID } from "../../schemas/formats.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import {
  answer,
  errorBody,
  NOT_FOUND,
  sampledAs,
  SUCCESS,
  NO_RESULT,
  RESULT_A,
  RESULT_B,
  CONTRACT_A,
  contractOf,
  HASH_A,
  NO_CONTRACT,
} from "../fixtures/answers.ts";
import { judgeOther } from "../laws/records/contract-results.ts";
import { findingIf, ifShown, judgeNotFound, namesAnother, undecided } from "../laws/requests/verdicts.ts";
import { judgeOtherContract } from "../laws/records/contracts.ts";
import { bothMalformed, editsOf, type NearName } from "../laws/records/edited.ts";
import { askedPath, judgeBeside, judgeNoRecord, memberFinding, recordAsk } from "../laws/records/records.ts";
import { textIn } from "../laws/records/records.ts";
import { maySame, withNineDecimals } from "../laws/records/times.ts";

const TIMESTAMP = "timestamp";

const editOf =
  (known: Sampled) =>
  ({ name, value }: Named<string>): Named<NearName> => ({
    name: `${name}: ${value}`,
    value: { known, near: value },
  });

/** Edits of the name of the first sample that fits, and every second one of the next: what other parts are ignored shows in one. */
function edits(
  samples: readonly Sampled[],
  near: (name: string, at: number) => readonly Named<string>[],
  fits: (name: string) => boolean,
): readonly Named<NearName>[] {
  const fitting = samples.filter(({ asked }) => fits(asked)).slice(0, 2);
  return fitting.flatMap((known, at) =>
    near(known.asked, at)
      .filter((_, place) => at === 0 || place % 2 === 1)
      .map(editOf(known)),
  );
}

const nearBy =
  (endpoint: Endpoint, judge: (reply: Reply, model: Reply) => Judgement) =>
  (t: Asker, { known, near }: NearName): Promise<Judgement> =>
    judgeBeside(t, candidateAsk(endpoint, known), recordAsk(endpoint, near, "missing"), judge);

const TIME = "1700000000.000000001";
const NEXT_TIME = "1700000000.000000002";
const messageAt = (time: string): Reply =>
  answer("topicMessage", 200, { ...SUCCESS.topicMessage, consensus_timestamp: time });

function judgeTimeNear(reply: Reply): Judgement {
  const shown = textIn(reply, "consensus_timestamp");
  if (!isSuccess(reply)) {
    return judgeNotFound(reply);
  }
  const expected = `${JSON.stringify(askedPath(reply))}, or the not-found body`;
  const message = "a time next to the time of a message returns the message of another time";
  const isOther = shown !== undefined && !maySame(shown, askedPath(reply));
  const judged = isOther ? [memberFinding(reply, "consensus_timestamp", message, expected)] : [];
  return ifShown(judged, shown !== undefined, "the consensus timestamp of a message");
}

export const neighbouringTimes = law({
  id: "4.6-neighbouring-times",
  statement: "a time next to the time of a message does not return that message",
  cites: ["4.6 timestamp identity", 13, 19],
  needs: { found: "topicMessages" },
  given: ({ found }) => edits(found, timesNear, (time) => withNineDecimals(time) === time),
  run: nearBy("topicMessage", judgeTimeNear),
  proves: { value: { known: sampledAs(TIME, messageAt(TIME)), near: NEXT_TIME } },
  first: messageAt(TIME),
  keeps: [answer("topicMessage", 404, NOT_FOUND), messageAt(NEXT_TIME)],
  breaks: {
    "the same message": messageAt(TIME),
    "another error": answer("topicMessage", 404, errorBody("Gone")),
  },
});

const otherResult = {
  run: nearBy("contractResult", judgeOther("a name next to the name of a record returns that record")),
  first: RESULT_A,
  keeps: [NO_RESULT, RESULT_B],
  breaks: { "the same record": RESULT_A },
} as const;

export const neighbouringHashes = law({
  ...otherResult,
  id: "4.7-neighbouring-hashes",
  statement: "a hash that differs in one digit does not find the same record",
  cites: ["4.7 hash", 13, 19],
  needs: { found: "hashes" },
  given: ({ found }) => edits(found, hexNear, (name) => HASH.test(name)),
});

export const neighbouringTransactions = law({
  ...otherResult,
  id: "4.7-neighbouring-transaction-ids",
  statement: "a transaction id that differs in one part does not find the same record",
  cites: ["4.7 transaction id", 13, 19],
  needs: { found: "transactions" },
  given: ({ found }) => edits(found, transactionsNear, (id) => TRANSACTION_ID.test(id)),
});

export const neighbouringContracts = law({
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
    const known = found.flatMap(({ asked, reply }) => [asked, textIn(reply, "contract_id") ?? ""]);
    const beside = found.slice(0, 1).flatMap((first) => idsBeside(known).map(editOf(first)));
    return inTurn([ids, addresses, beside]);
  },
  run: nearBy("contract", judgeOtherContract),
  proves: { value: { known: sampledAs("0.0.5001", CONTRACT_A), near: "0.1.5001" } },
  first: CONTRACT_A,
  keeps: [
    NO_CONTRACT,
    contractOf({ contract_id: "0.1.5001" }),
    contractOf({ contract_id: null, evm_address: HASH_A.slice(0, 42) }),
  ],
  breaks: { "another contract": CONTRACT_A, "its id is null": contractOf({ contract_id: null }) },
});

const MALFORMED = {
  hash: { needs: "hashes", grammar: grammars.transactionHash },
  "transaction-id": { needs: "transactions", grammar: grammars.transactionId },
  id: { needs: "contracts", grammar: grammars.contractId },
  address: { needs: "contracts", grammar: grammars.contractAddress },
} as const;

interface Malformed extends NearName {
  /** What it is sent beside. */
  readonly beside: Query;
  /** Of ids alone, asked first: the name beside a malformed filter. */
  readonly first?: Ask | undefined;
}

/** Edits of a sample (generators/edits.ts), every second one beside the query parameter of the endpoint. */
function malformed(
  samples: readonly Sampled[],
  grammar: Grammar,
  beside: Query,
  size: Size,
): Given<Malformed> {
  const { boundaries, telling } = editsOf(grammar)(samples);
  const isId = grammar === grammars.contractId;
  const sent = boundaries.map(({ value, ...named }, at) => {
    const first = isId ? bothMalformed(samples, TIMESTAMP, at, size) : undefined;
    return { ...named, value: { ...value, beside: at % 2 === 0 ? [] : beside, first } };
  });
  return { boundaries: sent, telling, shared: isId };
}

export const malformedNear = (["hash", "transaction-id", "id", "address"] as const).map((kind) => {
  const { needs, grammar } = MALFORMED[kind];
  const isResult = kind === "hash" || kind === "transaction-id";
  const endpoint = isResult ? "contractResult" : "contract";
  const [found, none] = isResult ? [RESULT_A, NO_RESULT] : [CONTRACT_A, NO_CONTRACT];
  return law({
    id: `${isResult ? "4.7" : "4.8"}-malformed-${kind}`,
    statement: `a known ${kind.replace("-", " ")}, edited so that it is malformed, finds no record`,
    cites: [
      isResult ? `4.7 ${kind === "hash" ? "hash" : "transaction id"}` : "4.8 contractIdOrAddress form",
      10,
      12,
    ],
    needs: { found: needs, size: "size" },
    given: ({ found: samples, size }) =>
      malformed(samples, grammar, isResult ? [["nonce", "0"]] : [[TIMESTAMP, "gte:0"]], size),
    run: async (t, { known, near, beside, first }) => {
      const alone = call(endpoint, { path: near, query: beside, expects: "refusal" });
      const isNamed = first !== undefined && namesAnother(await t.get(first), [TIMESTAMP]);
      return await judgeBeside(t, candidateAsk(endpoint, known), isNamed ? first : alone, judgeNoRecord);
    },
    first: found,
    keeps: [none, answer(endpoint, 500, "<html></html>")],
    breaks: { "the record all the same": found },
  });
});

const balances = (...accounts: readonly string[]): Reply => {
  const rows = accounts.map((account) => ({ account }));
  return answer("tokenBalances", 200, { ...SUCCESS.tokenBalances, balances: rows });
};

export const tokenElsewhere = law({
  id: "4.3-token-elsewhere",
  statement: "the same token number in another shard or realm, or in 32 bits, has other balances",
  cites: ["2.4 one token", "4.3 tokenId", 13],
  needs: { token: "tokenWithHolders" },
  given: ({ token }) => [...idsElsewhere(token), ...idsBeyond(token)],
  run: (t, path) => {
    const elsewhere = recordAsk("tokenBalances", path, "missing");
    const held = (page: Reply): string =>
      JSON.stringify(rowsIn(page).map(({ account, balance }) => [account, balance]));
    const message = "a token of another shard, realm or number shows the same balances";
    const expected = "other balances, an empty list, or an error";
    return judgeBeside(t, recordAsk("tokenBalances", t.token), elsewhere, (reply, model) =>
      rowsIn(model).length === 0
        ? undecided("the token has no balances", model)
        : findingIf(held(model) === held(reply), reply, message, expected, [model]),
    );
  },
  first: balances("0.0.1"),
  keeps: [balances(), answer("tokenBalances", 404, NOT_FOUND), balances("9.0.1")],
  breaks: { "the same balances": balances("0.0.1") },
});
