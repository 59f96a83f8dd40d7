// §2.1, §4.8: the timestamp filter of a contract
import { undecided } from "../laws/requests/verdicts.ts";
import { CALLED_MALFORMED, judgeAccepted, judgeWellFormed } from "../laws/requests/verdicts.ts";
import { askRefusal, namesParameter, type Refusal } from "../laws/requests/verdicts.ts";
import { answer, CONTRACT_A, CONTRACT_B, contractOf, invalidParameter } from "../fixtures/answers.ts";
import { NO_CONTRACT, refusedProofs, wellFormedProofs } from "../fixtures/answers.ts";
import { type Ask, call, type Expectation, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import { each, law } from "../../engine/clauses/declare.ts";
import { type Have, spread, type Trial } from "../../engine/clauses/clause.ts";
import { isObject, isSuccess } from "../../engine/message/classify.ts";
import { asNamed, inTurns, type InTurn } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { bothMalformed, malformedFilters } from "../laws/records/edited.ts";
import { CONTRACT, formsOf, judgeContract, judgeSameContract } from "../laws/records/contracts.ts";
import {
  accepting,
  askedPath,
  firstOf,
  judgeBeside,
  judgeMalformed,
  judgeNone,
} from "../laws/records/records.ts";
import { judgeNoRecord, OTHERS, recordAsk, recordIn, textIn } from "../laws/records/records.ts";
import { surelyAfter } from "../laws/records/times.ts";
import { onlyWith, faulty, refusal, wellFormed } from "../laws/requests/recorded.ts";

const NEEDS = { found: "contracts", name: "contract.timestamp", size: "size" } as const;
type Known = Have<typeof NEEDS>;

// A contract may be valid without end: bounds at the lower end alone have one meaning (reading 17).
const MET_BY_ALL = "gte:0";

function filtered(have: Known, filters: readonly string[], expects: Expectation, path?: string): Ask {
  const query = filters.map((filter) => [have.name, filter] as const);
  return call(CONTRACT, { path: path ?? firstOf(have.found).asked, query, expects });
}

const everyForm = ({ found }: Known) => asNamed(formsOf(found));

/** The same, and the first contract under gt:0. That is sent only where the contract shows a start later than 1. */
function everyFormLater(have: Known) {
  const { asked, reply } = firstOf(have.found);
  const { from } = timesIn(reply);
  const later = { name: `${asked} later than 0`, value: { path: asked, filter: "gt:0" } };
  const moments = everyForm(have).map(({ name, value }) => {
    return { name, value: { path: value, filter: MET_BY_ALL } };
  });
  return [...moments, ...(from !== undefined && surelyAfter(from, "1") ? [later] : [])];
}

/** Judges a contract through filters beside the one without, where that is found. */
const judgeFiltered = (
  t: Trial<typeof NEEDS>,
  filters: readonly string[],
  expects: Expectation,
  judge: (reply: Reply, model: Reply) => Judgement,
  path = firstOf(t.found).asked,
) => judgeBeside(t, recordAsk(CONTRACT, path), filtered(t, filters, expects, path), judge);

/** A malformed filter behind one form of the first contract's id or another; its id as it was shown where that form is not taken. */
async function askRefusedInForm(t: Trial<typeof NEEDS>, { value: filter, turn }: InTurn): Promise<Refusal> {
  const forms = everyForm(t);
  const both = bothMalformed(t.found, t.name, turn, t.size);
  const refused = both === undefined ? undefined : await t.get(both);
  if (refused !== undefined && namesParameter(refused, { name: t.name })) {
    return { refused, twin: await t.get(filtered(t, [MET_BY_ALL], "success")) };
  }
  const path = forms[turn % forms.length]?.value;
  const askAt = (form?: string) =>
    askRefusal(t, filtered(t, [filter], "refusal", form), filtered(t, [MET_BY_ALL], "success", form));
  const asked = await askAt(path);
  return isSuccess(asked.twin) ? asked : await askAt();
}

const OLDER = contractOf({ memo: "older" });

export const timestampAccepted = law({
  id: "4.8-timestamp-accepted",
  admits: "timestamp",
  recorded: wellFormed(onlyWith("timestamp")),
  statement: "a well-formed timestamp filter is not refused as invalid",
  details: `sends the filter for the first known contract and, where that gets neither a success nor words for missing or malformed, malformed filters and a missing contract, to compare; ${CALLED_MALFORMED}; any other usable response passes`,
  cites: ["2.1 TimestampFilter form", "4.8 timestamp form", "8 timestamp", 7, 17],
  needs: { ...NEEDS, seed: "seed" },
  given: ({ size, seed }) => ({
    ...accepting(formats.timestampFilter.valid(seed), size, { oneIn: 3 }),
    contexts: size.contexts === 0 ? [] : (formats.timestampFilter.ends?.() ?? []),
  }),
  run: (t, filter) => {
    const ask = (text: string) => filtered(t, [text], "missing");
    const malformed = ["gte:1a", "gte:-1", "abc"].map(ask);
    return judgeAccepted(t, ask(filter), { ...OTHERS.contract, malformed });
  },
  ...wellFormedProofs(CONTRACT),
});

export const timestampRefused = law({
  id: "4.8-timestamp-refused",
  recorded: refusal(faulty("timestamp"), judgeNoRecord),
  statement: "a malformed timestamp filter does not succeed",
  details:
    "sends the filter, and gte:0, behind a form of the first contract's name in turn, and behind its known name where that form gets no success with gte:0; at smoke first beside a malformed id, and no more where the response names the timestamp; fails: status 200 with contract_id and evm_address; any other usable response passes; inconclusive: gte:0 gets no success",
  cites: ["2.1 TimestampFilter form", "4.8 timestamp form", "8 timestamp", 8, 10, 12],
  needs: NEEDS,
  given: () => ({ ...inTurns(malformedFilters()), shared: true }),
  run: async (t, sent) => judgeMalformed(await askRefusedInForm(t, sent)),
  ...refusedProofs(CONTRACT),
});

export const timestampBeforeAll = law({
  id: "4.8-timestamp-before-all",
  statement: "a timestamp filter that no time meets returns no contract",
  details:
    "sends each form of the first contract's name alone, and with lt:0; fails: status 200 with contract_id and evm_address; any other usable response passes; inconclusive: alone it gets no success",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 13, 17],
  needs: NEEDS,
  given: everyForm,
  run: (t, path) => judgeFiltered(t, ["lt:0"], "missing", (reply) => judgeNone(reply), path),
  first: CONTRACT_A,
  keeps: [NO_CONTRACT, answer(CONTRACT, 200, {})],
  breaks: { "the contract": CONTRACT_A },
});

export const timestampMetByAll = law({
  id: "4.8-timestamp-met-by-all",
  statement: "a timestamp filter that every time meets returns the contract",
  details:
    "sends each form of the first contract's name alone and with gte:0, and the first with gt:0 where timestamp.from is later than 1; fails: no success, or not the contract_id (null counts as equal) or evm_address that comes alone; inconclusive: alone it gets no success",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 17, 19],
  needs: NEEDS,
  given: everyFormLater,
  run: (t, { path, filter }) => judgeFiltered(t, [filter], "success", judgeSameContract, path),
  first: CONTRACT_A,
  keeps: [CONTRACT_A, OLDER],
  breaks: { "not found": NO_CONTRACT, "another contract": CONTRACT_B },
});

const judgeRepeated = (reply: Reply, model: Reply): Judgement => {
  const reason =
    "a request that repeats the timestamp parameter does not succeed; how to send several is not shown";
  return isSuccess(reply) ? judgeSameContract(reply, model) : undecided(reason, reply);
};

export const timestampRepeated = law({
  id: "4.8-timestamp-repeated",
  statement: "repeating the timestamp filter never returns another contract",
  details:
    "sends the first known contract, and above smoke the last, alone and with two bounds that all times meet; fails: a success with both, not with the contract_id (null counts as equal) or evm_address that comes alone; inconclusive: either gets no success",
  cites: ["4.8 timestamp repeated", 20],
  needs: NEEDS,
  given: ({ found }) => asNamed(spread(found, 2).map(({ asked }) => asked)),
  run: (t, path) => judgeFiltered(t, [MET_BY_ALL, "gte:0.000000000"], "open", judgeRepeated, path),
  first: CONTRACT_A,
  keeps: [CONTRACT_A, OLDER],
  breaks: { "another contract": CONTRACT_B },
});

/** Times that a contract with earlier versions shows of itself, and the end of the version before this one. */
function ownTimes({ found }: Known) {
  const changed = found.filter(({ reply }) => {
    const { from, created } = timesIn(reply);
    return from !== undefined && created !== undefined && surelyAfter(from, created);
  });
  return changed.slice(0, 2).flatMap(({ asked: path, reply }) => {
    const { from = "", created = "" } = timesIn(reply);
    const filters = [created, `lt:${from}`];
    return filters.map((filter) => ({ name: `${path} at ${filter}`, value: { path, filter } }));
  });
}

function timesIn(reply: Reply): Readonly<Record<"from" | "created", string | undefined>> {
  const range = recordIn(reply)["timestamp"];
  const from = isObject(range) ? range["from"] : undefined;
  return { from: typeof from === "string" ? from : undefined, created: textIn(reply, "created_timestamp") };
}

export const contractAtOwnTime = each({
  id: "4.8-timestamp-of-its-own",
  statement: "a timestamp within the time of a contract returns that contract, or none",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 7, 17, 19],
  details:
    "sends, for two contracts at most, created_timestamp, and lt: with timestamp.from; fails: a success with another id or address than the requested one (one that is missing or null passes), or an error in words of part 7 on an invalid parameter; any other usable response passes; inconclusive: timestamp.from of no known contract is later than its created_timestamp",
  needs: NEEDS,
  given: ownTimes,
  about: "a contract whose timestamp.from is surely later than its created_timestamp",
  restsOn: ["2.8-created-timestamp", "2.8-timestamp", "2.8-timestamp-from"],
  ask: (have, { path, filter }) => filtered(have, [filter], "missing", path),
  check: (reply) =>
    isSuccess(reply) ? judgeContract(reply, askedPath(reply)) : judgeWellFormed({ reply, malformed: [] }),
  keeps: [CONTRACT_A, NO_CONTRACT],
  breaks: {
    "another contract": CONTRACT_B,
    "refused as invalid": answer(CONTRACT, 400, invalidParameter("timestamp")),
  },
});
