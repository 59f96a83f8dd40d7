// §4.3, §4.6, §4.7, §4.8: a name close to that of a known record finds another record, or none
import { hasForm } from "../../generators/refused.ts";
import * as near from "../../generators/near.ts";
import { grammars, type Grammar } from "../../schemas/grammars.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const editOf =
  (known: kit.Sample) =>
  ({ name, value }: kit.NamedCase<string>): kit.NamedCase<kit.EditedName> => ({
    name: `${name}: ${value}`,
    value: { known, near: value },
  });

/** Names close to that of the first sample whose name is a value of the format. */
const editsOfFirst = (grammar: Grammar, samples: readonly kit.Sample[]) =>
  samples
    .filter(({ identifier }) => hasForm(grammar, identifier))
    .slice(0, 1)
    .flatMap((known) => near.neighboursOf(grammar, known.identifier).map(editOf(known)));

const compareWithEdited =
  (endpoint: kit.Endpoint, check: kit.Comparison) =>
  (t: kit.RequestSender, { known, near: name }: kit.EditedName): Promise<kit.CheckResult> => {
    const edited = kit.recordRequest(endpoint, name, "missing");
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
  values: ({ found }) => editsOfFirst(grammars.topicTimestamp, found),
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
  values: ({ found }) => editsOfFirst(grammars.transactionHash, found),
});

/** A contract result is found by its own transaction id (§4.7). */
export const neighbouringTransactions = kit.sequence({
  ...otherResult,
  id: "4.7-neighbouring-transaction-ids",
  statement: "two transaction ids that differ in one part do not find the same record",
  needs: { found: "transactions" },
  values: ({ found }) => editsOfFirst(grammars.transactionId, found),
});

/** A contract is found by its own id or EVM address (§4.8). */
export const neighbouringContracts = kit.sequence({
  id: "4.8-neighbouring-contracts",
  statement: "an id or address similar to a known one finds only its own contract",
  contract: [262],
  interpretations: [13, 19],
  needs: { found: "contracts" },
  values: ({ found }) => {
    const known = found.flatMap(({ identifier, response }) => [
      identifier,
      kit.memberText(response, "contract_id") ?? "",
    ]);
    const others = found.slice(0, 1).flatMap((first) => {
      const address = {
        name: "an address that ends with the number",
        value: near.addressEndingWith(first.identifier),
      };
      return [...near.adjacentIds(known), address].map(editOf(first));
    });
    const edits = [grammars.entityId, grammars.evmAddress].map((grammar) => editsOfFirst(grammar, found));
    return kit.interleaved([...edits, others]);
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
  values: ({ token }) => [...near.idsInOtherShards(token), ...near.idsWithSameLow32Bits(token)],
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
