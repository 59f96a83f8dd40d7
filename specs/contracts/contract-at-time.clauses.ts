// §2.1, §4.8: the timestamp filter of a contract
import { undecided } from "../laws/requests/verdicts.ts";
import { judgeOptional } from "../laws/requests/optional-value.ts";
import { askRefusal, namesParameter, type Refusal } from "../laws/requests/verdicts.ts";
import { answer, CONTRACT_A, CONTRACT_B, contractOf, invalidParameter } from "../fixtures/answers.ts";
import { NO_CONTRACT, optionalValueProofs, refusedProofs } from "../fixtures/answers.ts";
import {
  type Ask,
  call,
  type Expectation,
  type Finding,
  type Judgement,
  type Reply,
} from "../../engine/model/exchange.ts";
import { law } from "../../engine/clauses/declare.ts";
import { type Have, spread, type Trial } from "../../engine/clauses/clause.ts";
import { isObject, isSuccess } from "../../engine/message/classify.ts";
import { asNamed, inTurns, type InTurn } from "../../generators/cases.ts";
import type { Size } from "../../engine/clauses/prerequisites.ts";
import { formats } from "../../generators/formats.ts";
import { TIMESTAMP } from "../../schemas/formats.ts";
import { bothMalformed, malformedFilters } from "../laws/records/edited.ts";
import { CONTRACT, formsOf, judgeReturned, judgeSameContract } from "../laws/records/contracts.ts";
import { accepting, firstOf, judgeBeside, judgeMalformed, judgeNone } from "../laws/records/records.ts";
import { judgeNoRecord, OTHERS, recordAsk, recordIn } from "../laws/records/records.ts";
import { NO_END, secondsBeside, surelyAfter } from "../laws/records/times.ts";
import { onlyWith, faulty, refusal, wellFormed } from "../laws/requests/recorded.ts";

/** Later than any record of a ledger of today. */
const FUTURE = "2000000000.000000001";

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

/** A well-formed filter is not refused: the contract, or none, is returned. */
function judgeFilter(t: Trial<typeof NEEDS>, path: string, filter: string): Promise<readonly Finding[]> {
  const ask = (text: string) => filtered(t, [text], "missing", path);
  const malformed = ["gte:1a", "gte:-1", "abc"].map(ask);
  return judgeOptional(t, ask(filter), {
    ...OTHERS.contract,
    malformed,
    without: recordAsk(CONTRACT, path),
  });
}

const OLDER = contractOf({ memo: "older" });

export const timestampAccepted = law({
  id: "4.8-timestamp-accepted",
  admits: "timestamp",
  recorded: wellFormed(onlyWith("timestamp")),
  statement: "a well-formed timestamp filter is not refused as invalid",
  cites: ["2.1 TimestampFilter form", "4.8 timestamp form", "8 timestamp", 7, 17],
  needs: { ...NEEDS, seed: "seed" },
  given: ({ size, seed }) => ({
    ...accepting(formats.timestampFilter.valid(seed), size),
    contexts: size.contexts === 0 ? [] : (formats.timestampFilter.ends?.() ?? []),
  }),
  run: (t, filter) => judgeFilter(t, firstOf(t.found).asked, filter),
  ...optionalValueProofs(CONTRACT),
});

export const timestampRefused = law({
  id: "4.8-timestamp-refused",
  recorded: refusal(faulty("timestamp"), judgeNoRecord),
  statement: "a malformed timestamp filter does not succeed",
  cites: ["2.1 TimestampFilter form", "4.8 timestamp form", "8 timestamp", 8, 10, 12],
  needs: NEEDS,
  given: () => ({ ...inTurns(malformedFilters()), shared: true }),
  run: async (t, sent) => judgeMalformed(await askRefusedInForm(t, sent)),
  ...refusedProofs(CONTRACT),
});

export const timestampBeforeAll = law({
  id: "4.8-timestamp-before-all",
  statement: "a timestamp filter that no time meets returns no contract",
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
  cites: ["4.8 timestamp repeated", 20],
  needs: NEEDS,
  given: ({ found }) => asNamed(spread(found, 2).map(({ asked }) => asked)),
  run: (t, path) => judgeFiltered(t, [MET_BY_ALL, "gte:0.000000000"], "open", judgeRepeated, path),
  first: CONTRACT_A,
  keeps: [CONTRACT_A, OLDER],
  breaks: { "another contract": CONTRACT_B },
});

/** Contracts with earlier versions, and deleted ones, that are requested at times of their own. */
const MOST_CHANGED = 2;
const MOST_DELETED = 4;

/** Times before, in and after the range of a contract, with the end of the version before it; at smoke those of few forms. */
function momentsOf(reply: Reply, { contexts }: Size): readonly string[] {
  const { from, to, created } = timesIn(reply);
  const { before } = secondsBeside(created ?? from ?? "");
  const moments: readonly (readonly [time: string | undefined, operators: readonly string[]])[] = [
    [created, ["", "gte:"]],
    [from, ["lt:", "", "lte:"]],
    [before, ["", "lte:", "gt:"]],
    // A range may have no end, however that is written.
    [to === undefined || NO_END.test(to) ? FUTURE : secondsBeside(to).behind, ["", "gte:", "lt:"]],
  ];
  return moments.flatMap(([time, operators]) =>
    time === undefined
      ? []
      : operators.slice(0, contexts > 0 ? 3 : 1).map((operator) => `${operator}${time}`),
  );
}

/** The first changed contracts and the first deleted ones, each at its moments. */
function ownTimes({ found, size }: Known) {
  const [mostChanged, mostDeleted] = size.contexts > 0 ? [MOST_CHANGED, MOST_DELETED] : [1, 1];
  const deleted = found.filter(({ reply }) => recordIn(reply)["deleted"] === true);
  const changed = found.filter(({ reply }) => {
    const { from, created } = timesIn(reply);
    return from !== undefined && created !== undefined && surelyAfter(from, created);
  });
  const chosen = new Set([...changed.slice(0, mostChanged), ...deleted.slice(0, mostDeleted)]);
  return [...chosen].flatMap(({ asked: path, reply }) =>
    [...new Set(momentsOf(reply, size))].map((filter) => ({
      name: `${path} at ${filter}`,
      value: { path, filter },
    })),
  );
}

function timesIn(reply: Reply): Readonly<Record<"from" | "to" | "created", string | undefined>> {
  const range = recordIn(reply)["timestamp"];
  const [from, to] = isObject(range) ? [range["from"], range["to"]] : [];
  const timeOf = (value: unknown) => (typeof value === "string" && TIMESTAMP.test(value) ? value : undefined);
  return { from: timeOf(from), to: timeOf(to), created: timeOf(recordIn(reply)["created_timestamp"]) };
}

export const contractAtOwnTime = law({
  id: "4.8-timestamp-of-its-own",
  emptyPass: "absence",
  statement: "a timestamp before, in or after the time of a contract returns that contract, or none",
  cites: ["2.1 TimestampFilter effect", "4.8 timestamp effect", 7, 17, 19],
  needs: NEEDS,
  given: ownTimes,
  about: "a deleted contract, or one whose timestamp.from is surely later than its created_timestamp",
  restsOn: ["2.8-created-timestamp", "2.8-timestamp", "2.8-timestamp-from", "2.8-deleted"],
  run: async (t, { path, filter }) => {
    const reply = await t.get(filtered(t, [filter], "missing", path));
    return isSuccess(reply) ? judgeReturned(reply) : judgeFilter(t, path, filter);
  },
  proves: { value: { path: "0.0.5001", filter: "1" } },
  keeps: [CONTRACT_A, [NO_CONTRACT, NO_CONTRACT]],
  breaks: {
    "another contract": CONTRACT_B,
    "refused as invalid": Array<Reply>(2).fill(answer(CONTRACT, 400, invalidParameter("timestamp"))),
  },
});
