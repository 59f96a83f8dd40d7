import { contracts, executions, messages, type Contract, type Execution } from "./data.ts";
import { addressIn, entityId, isFar, isHere, isId, unfit } from "./ids.ts";
import {
  demand,
  INTERNAL,
  invalid,
  NOT_FOUND,
  Refused,
  UNAVAILABLE,
  valuesOf,
  type Answer,
  type Query,
} from "./query.ts";
import type { Release } from "./releases.ts";
import { END_OF_TIME, fits, nanoseconds, readsTimes, spanOf, timeFilters, timeOf } from "./times.ts";

const NO_TRANSACTION_ID = new Refused(
  400,
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
);

export function topicMessage(time: string, query: Query): Answer {
  demand(query, {});
  const wanted = nanoseconds(time);
  if (wanted === undefined) {
    throw invalid("consensus_timestamp");
  }
  fits(wanted);
  const found = messages.find(({ consensus_timestamp: at }) => timeOf(at) === wanted);
  if (found === undefined) {
    throw NOT_FOUND;
  }
  return { status: 200, body: found };
}

const NONCE = /^(?:eq:)?(\d{1,10})$/;

/** A result that has no call result is a partial answer, 206. */
export function contractResult(asked: string, query: Query, release: Release): Answer {
  demand(query, { nonce: (text) => Number(NONCE.exec(text)?.[1] ?? Infinity) <= 2_147_483_647 });
  const nonce = valuesOf(query, "nonce").at(-1) ?? "0";
  const { status, record } = findExecution(asked, nonce, release);
  return { status, body: record };
}

function findExecution(asked: string, nonce: string, release: Release): Execution {
  const hash = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(asked)?.[1]?.toLowerCase();
  const found = hash === undefined ? byTransaction(asked, nonce, release) : byHash(hash);
  if (found === undefined) {
    throw NOT_FOUND;
  }
  return found;
}

function byHash(digits: string): Execution | undefined {
  return executions.find(({ record }) => record.hash === `0x${digits}`);
}

/** Seconds from which on what is looked through ends past 64 bits of nanoseconds. */
const LAST_SECONDS = 9_223_371_000n;

function byTransaction(asked: string, nonce: string, release: Release): Execution | undefined {
  const match = /^(\d+\.\d+\.\d+)-(\d{1,19})-(\d{1,9})$/.exec(asked);
  const [, payer = "", seconds = "", nanos = ""] = match ?? [];
  if (match === null || BigInt(seconds) > END_OF_TIME) {
    throw NO_TRANSACTION_ID;
  }
  if (!isId(payer, release)) {
    throw unfit(payer);
  }
  const number = entityId(payer, release);
  // The database does not know the operator that the check of the parameter lets pass.
  if (BigInt(seconds) >= LAST_SECONDS || nonce.includes(":")) {
    throw UNAVAILABLE;
  }
  const found = executions.filter(({ payer: own, start, nonce: its }) => {
    return (
      its === Number(nonce) &&
      BigInt(own) === number &&
      start === `${BigInt(seconds)}.${nanos.padStart(9, "0")}`
    );
  });
  const good = found.filter(({ record }) => record["result"] === "SUCCESS");
  if (good.length > 1 && !release.tellsWhole) {
    throw INTERNAL;
  }
  return good[0] ?? found[0];
}

export function contract(asked: string, query: Query, release: Release): Answer {
  const versions = findContract(asked, release);
  demand(query, { timestamp: readsTimes(release) });
  const times = timeFilters(query, release);
  times.forEach(({ value }) => fits(value));
  const { first, last } = spanOf(times);
  const excluded = times.filter(({ operator }) => operator === "ne").map(({ value }) => value);
  const found = versions.findLast(({ timestamp: { from, to } }) => {
    const [begin, end] = [timeOf(from), to === null ? END_OF_TIME : timeOf(to) - 1n];
    const overlaps = begin <= last && end >= first && first <= last;
    return overlaps && excluded.every((time) => time < begin || time > end);
  });
  if (found === undefined) {
    throw NOT_FOUND;
  }
  return { status: 200, body: found };
}

/** All versions of a contract, the oldest first. */
function findContract(asked: string, release: Release): readonly Contract[] {
  const digits = addressIn(asked);
  if (digits === undefined && !isId(asked, release)) {
    throw invalid("contractid");
  }
  if (digits === undefined) {
    const id = entityId(asked, release);
    return contracts.filter(({ contract_id: own }) => own === `0.0.${id}`);
  }
  // Release 0.123 looks at shard and realm, later ones do not.
  const here = !isFar(asked) || isHere(asked) || release.addresses;
  return contracts.filter(
    ({ evm_address: own, contract_id: id }) =>
      here && (own === `0x${digits}` || Number(id.split(".")[2]).toString(16).padStart(40, "0") === digits),
  );
}
