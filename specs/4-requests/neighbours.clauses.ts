// §4.3, §4.6, §4.7, §4.8: a name close to that of a known record finds another record, or none
import {
  addressEndingWith,
  hexNear,
  adjacentIds,
  idsWithSameLow32Bits,
  idsInOtherShards,
} from "../../generators/near.ts";
import { timesNear, transactionsNear, type NearValues } from "../../generators/near.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const editOf =
  (known: kit.Sample) =>
  ({ name, value }: kit.NamedCase<string>): kit.NamedCase<kit.EditedName> => ({
    name: `${name}: ${value}`,
    value: { known, near: value },
  });

/** The first two samples whose name `fits` accepts. `near`: the edits of a name as first and as second sample. */
function edits(
  samples: readonly kit.Sample[],
  near: (name: string) => NearValues,
  fits: (name: string) => boolean,
): readonly kit.NamedCase<kit.EditedName>[] {
  const fitting = samples.filter(({ identifier }) => fits(identifier)).slice(0, 2);
  return fitting.flatMap((known, at) => (near(known.identifier)[at] ?? []).map(editOf(known)));
}

const compareWithEdited =
  (endpoint: kit.Endpoint, check: kit.Comparison) =>
  (t: kit.RequestSender, { known, near }: kit.EditedName): Promise<kit.CheckResult> => {
    const edited = kit.recordRequest(endpoint, near, "missing");
    return kit.checkWithKnownRecord(t, kit.candidateRequest(endpoint, known), edited, check);
  };

const MESSAGE_TIME = "1700000000.000000001";
const NEXT_TIME = "1700000000.000000002";
const neighbourMessage = (time: string) => examples.topicMessageOf({ consensus_timestamp: time });

function checkTimeNear(response: kit.ApiResponse): kit.CheckResult {
  const shown = kit.memberText(response, "consensus_timestamp");
  if (!kit.isSuccess(response)) return kit.checkNotFound(response);
  const expected = `${JSON.stringify(kit.requestedPath(response))}, or the Not found body`;
  const message = "the message of another timestamp is returned";
  const isOther = shown !== undefined && !kit.mayBeSameTime(shown, kit.requestedPath(response));
  const checked = isOther ? [kit.memberViolation(response, "consensus_timestamp", message, expected)] : [];
  return kit.ifShown(checked, shown !== undefined, "the consensus timestamp of a message");
}

/** A topic message is found by its own consensus timestamp, and a missing one gets the Not found body (§4.6). */
export const neighbouringTimes = kit.sequence({
  id: "4.6-neighbouring-times",
  statement: "a timestamp close to a known one gets its own topic message, or the Not found body",
  contract: [249],
  interpretations: [13, 19],
  needs: { found: "topicMessages" },
  values: ({ found }) => edits(found, timesNear, (time) => kit.withNineDecimals(time) === time),
  run: compareWithEdited("topicMessage", checkTimeNear),
  examplesWith: {
    value: { known: examples.sampledAs(MESSAGE_TIME, neighbourMessage(MESSAGE_TIME)), near: NEXT_TIME },
  },
  first: neighbourMessage(MESSAGE_TIME),
  passes: [examples.notFoundOf("topicMessage"), neighbourMessage(NEXT_TIME)],
  fails: {
    "the same message": neighbourMessage(MESSAGE_TIME),
    "another error": examples.responseOf("topicMessage", 404, examples.errorBodyOf("Gone")),
  },
});

const otherResult = {
  contract: [255],
  interpretations: [13, 19],
  run: compareWithEdited(
    "contractResult",
    kit.checkIsOtherResult("an identifier that differs from that of a record returns the record"),
  ),
  first: examples.RESULT_A,
  passes: [examples.NO_RESULT, examples.RESULT_B],
  fails: { "the same record": examples.RESULT_A },
} as const;

/** A contract result is found by its own 32-byte hash (§4.7). */
export const neighbouringHashes = kit.sequence({
  ...otherResult,
  id: "4.7-neighbouring-hashes",
  statement: "two hashes that differ in one digit do not find the same record",
  needs: { found: "hashes" },
  values: ({ found }) => edits(found, hexNear, (name) => kit.TRANSACTION_HASH_PATTERN.test(name)),
});

/** A contract result is found by its own transaction id (§4.7). */
export const neighbouringTransactions = kit.sequence({
  ...otherResult,
  id: "4.7-neighbouring-transaction-ids",
  statement: "two transaction ids that differ in one part do not find the same record",
  needs: { found: "transactions" },
  values: ({ found }) => edits(found, transactionsNear, (id) => kit.TRANSACTION_ID.test(id)),
});

/** A contract is found by its own id or EVM address (§4.8). */
export const neighbouringContracts = kit.sequence({
  id: "4.8-neighbouring-contracts",
  statement: "an id or address similar to a known one finds only its own contract",
  contract: [262],
  interpretations: [13, 19],
  needs: { found: "contracts" },
  values: ({ found }) => {
    const otherIds = (id: string): NearValues => {
      const [shard, realm] = idsInOtherShards(id);
      const shardless = realm && {
        name: `${realm.name}, without a shard`,
        value: realm.value.slice(realm.value.indexOf(".") + 1),
      };
      const second = [realm ?? [], idsWithSameLow32Bits(id)].flat();
      const edited = [shard ?? [], realm ?? [], shardless ?? [], idsWithSameLow32Bits(id)];
      return [[...edited, addressEndingWith(id)].flat(), second];
    };
    const ids = edits(found, otherIds, (name) => kit.ENTITY_ID.test(name));
    const addresses = edits(found, hexNear, (name) => kit.EVM_ADDRESS.test(name));
    const known = found.flatMap(({ identifier, response }) => [
      identifier,
      kit.memberText(response, "contract_id") ?? "",
    ]);
    const nearby = found.slice(0, 1).flatMap((first) => adjacentIds(known).map(editOf(first)));
    return kit.interleaved([ids, addresses, nearby]);
  },
  run: compareWithEdited("contract", kit.checkOtherContract),
  examplesWith: { value: { known: examples.sampledAs("0.0.5001", examples.CONTRACT_A), near: "0.1.5001" } },
  first: examples.CONTRACT_A,
  passes: [
    examples.NO_SUCH_CONTRACT,
    examples.contractOf({ contract_id: "0.1.5001" }),
    examples.contractOf({ contract_id: null, evm_address: examples.HASH_A.slice(0, 42) }),
  ],
  fails: {
    "another contract": examples.CONTRACT_A,
    "its id is null": examples.contractOf({ contract_id: null }),
  },
});

const balancesOfAccounts = (...accounts: readonly string[]): kit.ApiResponse => {
  const rows = accounts.map((account) => ({ account }));
  return examples.pageOf("balances", rows);
};

/** The balances in a response belong to the token in the path (§2.4, §4.3). */
export const balancesOfSimilarIds = kit.sequence({
  id: "4.3-token-elsewhere",
  statement: "token ids that differ in shard, realm or a multiple of 2^32 have different balances",
  contract: [90, 210],
  interpretations: [13],
  needs: { token: "tokenWithHolders" },
  values: ({ token }) => [...idsInOtherShards(token), ...idsWithSameLow32Bits(token)],
  run: (t, path) => {
    const elsewhere = kit.recordRequest("tokenBalances", path, "missing");
    const held = (page: kit.ApiResponse): string =>
      JSON.stringify(kit.rowsIn(page).map(({ account, balance }) => [account, balance]));
    const message = "a token of another shard, realm or number shows the same balances";
    const expected = "other balances, an empty list, or an error";
    const check: kit.Comparison = (response, model) =>
      kit.rowsIn(model).length === 0
        ? kit.inconclusive("the token has no balances", model)
        : kit.violationIf(held(model) === held(response), response, message, expected, [model]);
    return kit.checkWithKnownRecord(t, kit.recordRequest("tokenBalances", t.token), elsewhere, check);
  },
  first: balancesOfAccounts("0.0.1"),
  passes: [balancesOfAccounts(), examples.notFoundOf("tokenBalances"), balancesOfAccounts("9.0.1")],
  fails: { "the same balances": balancesOfAccounts("0.0.1") },
});
