// §2.8, §4.8: a contract by its id or address
import { bareHex } from "../../engine/model/compare.ts";
import { homeOf, unusedIds } from "../laws/requests/ordinary.ts";
import { spread } from "../../engine/clauses/clause.ts";
import { each, law, watching } from "../../engine/clauses/declare.ts";
import { isObject, isSuccess, looksLikeSuccess } from "../../engine/message/classify.ts";
import type { Asker, Finding, Reply, Undecided } from "../../engine/model/exchange.ts";
import type { Sampled } from "../../engine/clauses/prerequisites.ts";
import { inTurn } from "../../generators/cases.ts";
import { cut } from "../../engine/schema/check-fields.ts";
import { formats } from "../../generators/formats.ts";
import { ENTITY_ID, EVM_ADDRESS, TIMESTAMP } from "../../schemas/formats.ts";
import { answer, errorBody } from "../fixtures/answers.ts";
import { ADDRESS_A, CONTRACT_A, CONTRACT_B, contractOf, NO_CONTRACT } from "../fixtures/answers.ts";
import {
  addressForms,
  CONTRACT,
  idForms,
  identifiedAs,
  idsShown,
  judgeContract,
  judgeReturned,
  judgeSameContract,
} from "../laws/records/contracts.ts";
import {
  askedPath,
  bySample,
  judgeMissing,
  judgeNames,
  judgeNone,
  madeUpHex,
} from "../laws/records/records.ts";
import { recordAsk, recordIn, textIn } from "../laws/records/records.ts";
import { leftTo } from "../laws/requests/verdicts.ts";
import { NO_END, surelyAfter } from "../laws/records/times.ts";

interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** The range in which a contract is valid; undefined where it is absent, malformed or without an end. */
function rangeIn(reply: Reply): TimeRange | undefined {
  const range = recordIn(reply)["timestamp"];
  const { from, to } = isObject(range) ? { from: range["from"], to: range["to"] } : {};
  const isTime = (end: unknown): end is string => typeof end === "string" && TIMESTAMP.test(end);
  return isTime(from) && isTime(to) && !NO_END.test(to) ? { from, to } : undefined;
}

function judgeRange({ from, to }: TimeRange, reply: Reply): readonly Finding[] {
  if (!surelyAfter(from, to)) {
    return [];
  }
  const message = "the range of a contract begins after its end";
  return [{ message, pointer: "/timestamp/from", expected: `at most ${cut(to)}`, actual: cut(from), reply }];
}

const ranged = (from: unknown, to: unknown) => contractOf({ timestamp: { from, to } });

export const timestampOrder = watching({
  id: "2.8-timestamp-order",
  statement: "the time range of a contract does not begin after its end",
  cites: ["2.8 timestamp range", 17, 19],
  restsOn: ["2.8-timestamp", "2.8-timestamp-from", "2.8-timestamp-to"],
  subject: "a contract with a range that has two ends",
  about: rangeIn,
  check: judgeRange,
  keeps: [ranged("1.000000001", "1.000000001"), ranged("1.5", "1.25")],
  ignores: [ranged("2", null), ranged("2", "0.000000000"), ranged("soon", "later"), CONTRACT_A],
  breaks: {
    reversed: ranged("1700000001.000000000", "1700000000.999999999"),
    "by seconds": ranged("2", "1"),
  },
});

const named = (path: string, contractId: string | null, address = ADDRESS_A) =>
  contractOf({ contract_id: contractId, evm_address: address }, path);

export const contractAskedFor = watching({
  id: "4.8-contract-of-that-name",
  reads: "request",
  statement: "the returned contract has the requested id or address",
  cites: ["4.8 contractIdOrAddress identity", 17, 19],
  subject: "a contract with the id or the address by which it was requested",
  about: (reply) => (looksLikeSuccess(reply) ? identifiedAs(reply, askedPath(reply)) : undefined),
  check: (asked, reply) => judgeContract(reply, asked),
  keeps: [
    CONTRACT_A,
    named("5001", "7.8.5001"),
    named("5001.5002", "7.5001.5002"),
    named("CD".repeat(20), null),
    named(`0x${"0".repeat(36)}1389`, "0.0.5001"),
  ],
  ignores: [named("0.0.5001", null)],
  breaks: {
    "another id": CONTRACT_B,
    "another num": named("5001", "0.0.50010"),
    "another realm": named("1.5001", "0.0.5001"),
    "another address": named(`0x${"ce".repeat(20)}`, "0.0.5001"),
    "num of the address is another": named(`0x${"0".repeat(36)}1389`, "0.0.5002"),
  },
});

/** A contract, and what its other names find: three of its id, or four of its address. */
const nameScripts = (...same: readonly Reply[]) =>
  ({
    keeps: [
      [CONTRACT_A, ...same],
      [CONTRACT_A, ...same.with(0, named("5001", "0.0.5001", "CD".repeat(20)))],
      [CONTRACT_A, ...same.with(1, named("5001", null))],
    ],
    breaks: {
      "not found": [CONTRACT_A, ...same.slice(1), NO_CONTRACT],
      "another contract": [CONTRACT_A, ...same.with(0, CONTRACT_B)],
    },
  }) as const;

/** A name that shows another contract is no measure of its other forms. */
const showsAnother = (model: Reply): Undecided | undefined =>
  judgeContract(model, askedPath(model)).length > 0
    ? leftTo("4.8-contract-of-that-name", "the known name shows another contract", model)
    : undefined;

const judgeForms = (t: Asker, path: string, formsOf: (model: Reply) => readonly string[]) =>
  judgeNames(t, recordAsk(CONTRACT, path), formsOf, judgeSameContract, showsAnother);

export const formsOfId = law({
  id: "4.8-forms-of-an-id",
  statement: "a contract is found by its id with shard or realm left out",
  cites: ["4.8 contractIdOrAddress identity", 17, 19],
  needs: { found: "contracts", results: "contractResultSamples" },
  given: ({ found }) => bySample(found, 3),
  run: (t, path) => {
    const home = homeOf(idsShown([...t.found, ...t.results]));
    // Alone, the full id shows nothing of shorter ones.
    const formsOf = (model: Reply) => (home === undefined ? [] : idForms(model, home));
    return judgeForms(t, path, formsOf);
  },
  ...nameScripts(CONTRACT_A, CONTRACT_A, CONTRACT_A),
});

/** With 0x and without, in lower and in upper case. */
const FORMS_OF_HEX = 4;

export const formsOfAddress = law({
  id: "4.8-forms-of-an-address",
  statement: "a contract is found by its address with 0x or without, in upper or lower case",
  cites: ["2.1 EvmAddress requests", "4.8 contractIdOrAddress identity", 19],
  needs: { found: "contracts", size: "size" },
  given: ({ found, size }) => {
    const address = ({ reply, asked }: Sampled): string => bareHex(addressForms(reply, asked)[0] ?? "");
    const lettered = found.filter((sampled) => /[a-f]/i.test(address(sampled)));
    // An address that spells the id, and one of its own, may be looked up in their own ways.
    const kinds = [false, true].map((spells) =>
      lettered.filter((sampled) => /^0{24}/.test(address(sampled)) === spells),
    );
    const inFull = spread([...new Set([...inTurn(kinds), ...found])], 3);
    const others = found.filter((sampled) => size.contexts > 0 && !inFull.includes(sampled));
    return [...inFull, ...others].map((sampled) => {
      const forms = inFull.includes(sampled) ? FORMS_OF_HEX : 1;
      return { name: sampled.asked, value: { path: sampled.asked, forms } };
    });
  },
  run: (t, { path, forms }) => judgeForms(t, path, (model) => addressForms(model, path).slice(0, forms)),
  ...nameScripts(CONTRACT_A, CONTRACT_A, CONTRACT_A, CONTRACT_A),
});

export const missingContract = law({
  id: "4.8-missing-contract",
  emptyPass: "absence",
  statement: "an id or address that no contract has returns no record",
  cites: ["4.8 contractIdOrAddress identity", "7 missing elsewhere", 13],
  needs: { missing: "missing", seed: "seed", samples: "contractSamples", size: "size" },
  run: (t) => {
    const unused = unusedIds(t.samples.map(({ reply }) => textIn(reply, "contract_id") ?? ""));
    const names = [t.missing.contract ?? [], unused, madeUpHex(t.seed, 5)].flat().slice(0, t.size.records);
    const isTheOne = (reply: Reply) => judgeContract(reply, askedPath(reply)).length === 0;
    return judgeMissing(t, CONTRACT, names, (reply) => judgeNone(reply, isTheOne));
  },
  first: NO_CONTRACT,
  keeps: [NO_CONTRACT, answer(CONTRACT, 200, errorBody("Not found"))],
  breaks: { "another contract": CONTRACT_B },
});

/**
 * Known addresses behind a shard and a realm: the pattern lets them pass, the words do not speak of them. Of any other
 * text nothing is cut off and sent: it might be a part of a secret.
 */
function farAddress(reply: Reply): readonly string[] {
  const [id = "", address = ""] = [textIn(reply, "contract_id"), textIn(reply, "evm_address")];
  return !ENTITY_ID.test(id) || !EVM_ADDRESS.test(address)
    ? []
    : [`${id.slice(0, id.lastIndexOf("."))}.${address}`];
}

export const doubtfulNames = each({
  id: "4.8-doubtful-name",
  statement: "a doubtful way to write an id or address returns no other contract",
  cites: ["2.1 EvmAddress requests", "4.8 contractIdOrAddress form", 8, 19],
  needs: { samples: "contractSamples", size: "size" },
  given: ({ samples, size }) => {
    const doubtful = spread(formats.contractIdOrAddress.open(), Math.min(size.records, 5));
    const far = samples.slice(0, 2).flatMap(({ reply }) => farAddress(reply));
    return [...far.map((value) => ({ name: "far address", value })), ...doubtful];
  },
  ask: (_have, name) => recordAsk(CONTRACT, name, "open"),
  emptyPass: "absence",
  check: (reply) => (isSuccess(reply) ? judgeReturned(reply) : []),
  keeps: [NO_CONTRACT, named(`0.0.${ADDRESS_A}`, "0.0.5001"), named("0.0.05001", "0.0.5001")],
  breaks: {
    "another address": named(`0.0.${ADDRESS_A}`, "0.0.5002", `0x${"ef".repeat(20)}`),
    "another num": named("0.0.05001", "0.0.5002"),
  },
});
