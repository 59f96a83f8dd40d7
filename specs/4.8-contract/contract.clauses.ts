// §2.8, §4.8: a contract by its id or address
import { formats } from "../../generators/formats.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const ranged = (from: unknown, to: unknown) => examples.contractOf({ timestamp: { from, to } });

/** timestamp is the range the entity is valid for, from and to (§2.8). */
export const timestampOrder = kit.passive({
  id: "2.8-timestamp-order",
  statement: "the time range of a contract does not begin after its end",
  contract: [172],
  interpretations: [17, 19],
  dependsOn: ["2.8-timestamp", "2.8-timestamp-from", "2.8-timestamp-to"],
  subject: "a contract with a range that has two ends",
  about: (response) => {
    const { from, to } = kit.contractTimes(response);
    return from === undefined || to === undefined || kit.NO_END.test(to) ? undefined : { from, to };
  },
  check: ({ from, to }, response) => {
    const message = "the time range of a contract begins after its end";
    const [expected, actual] = [`at most ${kit.cutValue(to)}`, kit.cutValue(from)];
    const violation = { message, pointer: "/timestamp/from", expected, actual, response };
    return kit.isCertainlyAfter(from, to) ? [violation] : [];
  },
  passes: [ranged("1.000000001", "1.000000001"), ranged("1.5", "1.25")],
  ignores: [ranged("2", null), ranged("2", "0.000000000"), ranged("soon", "later"), examples.CONTRACT_A],
  fails: {
    "a range that ends a nanosecond before it begins": ranged("1700000001.000000000", "1700000000.999999999"),
    "a range in seconds that ends before it begins": ranged("2", "1"),
  },
});

const contractNamed = (path: string, contractId: string | null, address = examples.ADDRESS_A) =>
  examples.contractOf({ contract_id: contractId, evm_address: address }, path);

/** The path parameter is a contract id or an EVM address (§4.8): the returned contract has this id or address. */
export const requestedContract = kit.passive({
  id: "4.8-contract-of-that-name",
  reads: "request",
  statement: "the returned contract has the requested id or address",
  contract: [262],
  interpretations: [17, 19],
  subject: "a contract with the id or the address by which it was requested",
  about: (response) =>
    kit.hasSuccessBody(response) ? kit.identifiedAs(response, kit.requestedPath(response)) : undefined,
  check: (identifier, response) => kit.checkContract(response, identifier),
  passes: [
    examples.CONTRACT_A,
    contractNamed("5001", "7.8.5001"),
    contractNamed("5001.5002", "7.5001.5002"),
    contractNamed("CD".repeat(20), null),
    contractNamed(`0x${"0".repeat(36)}1389`, "0.0.5001"),
  ],
  ignores: [contractNamed("0.0.5001", null)],
  fails: {
    "another id": examples.CONTRACT_B,
    "a num with one more digit": contractNamed("5001", "0.0.50010"),
    "another realm": contractNamed("1.5001", "0.0.5001"),
    "another address": contractNamed(`0x${"ce".repeat(20)}`, "0.0.5001"),
    "another num in the address": contractNamed(`0x${"0".repeat(36)}1389`, "0.0.5002"),
  },
});

/** Examples for `same`, the responses to the two forms of the id or the four of the address; the response to the known name precedes them. */
const nameScripts = (...same: readonly kit.ApiResponse[]) =>
  ({
    passes: [
      [examples.CONTRACT_A, ...same],
      [examples.CONTRACT_A, ...same.with(0, contractNamed("5001", "0.0.5001", "CD".repeat(20)))],
      [examples.CONTRACT_A, ...same.with(1, contractNamed("5001", null))],
    ],
    fails: {
      "not found": [examples.CONTRACT_A, ...same.slice(1), examples.NO_SUCH_CONTRACT],
      "another contract": [examples.CONTRACT_A, ...same.with(0, examples.CONTRACT_B)],
    },
  }) as const;

const inconclusiveIfAnother = (model: kit.ApiResponse): kit.Inconclusive | undefined =>
  kit.checkContract(model, kit.requestedPath(model)).length > 0
    ? kit.failsClause("4.8-contract-of-that-name", "the known identifier returns another contract", model)
    : undefined;

function checkForms(
  t: kit.RequestSender,
  path: string,
  formsOf: (model: kit.ApiResponse) => readonly string[],
): Promise<kit.CheckResult> {
  const known = kit.recordRequest(kit.CONTRACT, path);
  return kit.checkRecordNames(t, known, formsOf, kit.checkSameContract, inconclusiveIfAnother);
}

/** The shard and realm parts of a contract id are optional (§4.8). */
export const formsOfId = kit.sequence({
  id: "4.8-forms-of-an-id",
  statement: "the full id of a contract returns the same contract as its unambiguous last part",
  contract: [262],
  interpretations: [17, 19],
  needs: { found: "contracts", results: "contractResultSamples" },
  values: ({ found }) => kit.sampleCases(found, 3),
  run: (t, path) => {
    const home = kit.commonShardRealm(kit.idsShown([...t.found, ...t.results]));
    // Otherwise no short form certainly denotes the contract.
    const formsOf = (model: kit.ApiResponse) => (home === undefined ? [] : kit.idForms(model, home));
    return checkForms(t, path, formsOf);
  },
  ...nameScripts(examples.CONTRACT_A, examples.CONTRACT_A),
});

/** An EVM address has 40 hex digits and an optional 0x prefix (§2.1, §4.8). */
export const formsOfAddress = kit.sequence({
  id: "4.8-forms-of-an-address",
  statement: "the address of a contract, in either case, with or without 0x, returns the same contract",
  contract: [21, 262],
  interpretations: [19],
  needs: { found: "contracts", size: "size" },
  values: ({ found, size }) => {
    const address = ({ response, identifier }: kit.Sample): string =>
      kit.bareHex(kit.addressForms(response, identifier)[0] ?? "");
    const lettered = found.filter((sampled) => /[a-f]/i.test(address(sampled)));
    // A service may look up addresses that encode the id differently from all others.
    const kinds = [false, true].map((spells) =>
      lettered.filter((sampled) => /^0{24}/.test(address(sampled)) === spells),
    );
    const inFull = kit.spread([...new Set([...kit.interleaved(kinds), ...found])], 3);
    const others = found.filter((sampled) => !kit.isSmoke(size) && !inFull.includes(sampled));
    return [...inFull, ...others].map((sampled) => {
      // There are four forms: with 0x and without, in lower and in upper case.
      const forms = inFull.includes(sampled) ? 4 : 1;
      return { name: sampled.identifier, value: { path: sampled.identifier, forms } };
    });
  },
  run: (t, { path, forms }) => checkForms(t, path, (model) => kit.addressForms(model, path).slice(0, forms)),
  ...nameScripts(examples.CONTRACT_A, examples.CONTRACT_A, examples.CONTRACT_A, examples.CONTRACT_A),
});

/** An id or address belongs to one contract (§4.8). The error body of a missing one is unspecified (§7.8). */
export const missingContract = kit.sequence({
  id: "4.8-missing-contract",
  emptyPass: "absence",
  statement: "an id or address that no contract has returns no record",
  contract: [262, 299],
  interpretations: [13],
  needs: { missing: "missing", seed: "seed", samples: "contractSamples", size: "size" },
  run: (t) => {
    const unused = kit.unusedIds(
      t.samples.map(({ response }) => kit.memberText(response, "contract_id") ?? ""),
    );
    const names = [t.missing.contract ?? [], unused, kit.unusedHex(t.seed, 5)]
      .flat()
      .slice(0, t.size.records);
    const isTheOne = (response: kit.ApiResponse) =>
      kit.checkContract(response, kit.requestedPath(response)).length === 0;
    return kit.checkMissingNames(t, kit.CONTRACT, names, (response) => kit.checkNone(response, isTheOne));
  },
  first: examples.NO_SUCH_CONTRACT,
  passes: [
    examples.NO_SUCH_CONTRACT,
    examples.responseOf(kit.CONTRACT, 200, examples.errorBodyOf("Not found")),
  ],
  fails: { "another contract": examples.CONTRACT_B },
});

/** Only from a well-formed id and address, because a part of any other text might be a part of a secret. */
function addressAfterShard(response: kit.ApiResponse): readonly string[] {
  const [id = "", address = ""] = ["contract_id", "evm_address"].map((name) =>
    kit.memberText(response, name),
  );
  return !kit.ENTITY_ID.test(id) || !kit.EVM_ADDRESS.test(address)
    ? []
    : [`${id.slice(0, id.lastIndexOf("."))}.${address}`];
}

/** The pattern allows more forms than the prose describes (§4.8): such forms may be refused (interpretation 8). */
export const ambiguousNames = kit.single({
  id: "4.8-doubtful-name",
  statement: "an ambiguous form of an id or address returns the contract that it denotes, or none",
  contract: [21, 262],
  interpretations: [8, 19],
  aspect: "form",
  needs: { samples: "contractSamples", size: "size" },
  values: ({ samples, size }) => {
    const ambiguous = kit.spread(formats.contractIdOrAddress.ambiguous(), Math.min(size.records, 5));
    const far = samples.slice(0, 2).flatMap(({ response }) => addressAfterShard(response));
    return [...far.map((value) => ({ name: "an address with shard and realm", value })), ...ambiguous];
  },
  request: (_have, name) => kit.recordRequest(kit.CONTRACT, name, "open"),
  emptyPass: "absence",
  check: (response) => (kit.isSuccess(response) ? kit.checkReturned(response) : []),
  passes: [
    examples.NO_SUCH_CONTRACT,
    contractNamed(`0.0.${examples.ADDRESS_A}`, "0.0.5001"),
    contractNamed("0.0.05001", "0.0.5001"),
  ],
  fails: {
    "another address": contractNamed(`0.0.${examples.ADDRESS_A}`, "0.0.5002", `0x${"ef".repeat(20)}`),
    "another num": contractNamed("0.0.05001", "0.0.5002"),
  },
});
