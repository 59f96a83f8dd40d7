import { contracts, executions, messages, type Contract, type Execution } from "./data.ts";
import {
  compare,
  demandKnown,
  entityId,
  fits,
  invalid,
  nanoseconds,
  NOT_FOUND,
  Refused,
  timeFilters,
  valuesOf,
  type Answer,
  type Query,
  type Release,
} from "./query.ts";

const NO_TRANSACTION_ID =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

export function topicMessage(time: string, query: Query): Answer {
  demandKnown(query, []);
  const wanted = nanoseconds(time);
  if (wanted === undefined) {
    throw invalid("consensus_timestamp");
  }
  fits(wanted);
  const found = messages.find(({ consensus_timestamp: at }) => nanoseconds(at) === wanted);
  if (found === undefined) {
    throw NOT_FOUND;
  }
  return { status: 200, body: found };
}

/** A result that has no call result is a partial answer, 206. */
export function contractResult(asked: string, query: Query, release: Release): Answer {
  demandKnown(query, ["nonce"]);
  const nonce = nonceOf(query);
  const { status, record } = findExecution(asked, nonce, release);
  return { status, body: record };
}

function nonceOf(query: Query): number {
  const given = valuesOf(query, "nonce").map((text) => {
    if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647) {
      throw invalid("nonce");
    }
    return Number(text);
  });
  return given.at(-1) ?? 0;
}

function findExecution(asked: string, nonce: number, release: Release): Execution {
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

function byTransaction(asked: string, wanted: number, release: Release): Execution | undefined {
  const match = /^(\d{1,5}\.\d{1,5}\.\d{1,12})-(\d{1,19})-(\d{1,9})$/.exec(asked);
  const [, payer = "", seconds = "", nanos = ""] = match ?? [];
  if (match === null) {
    throw new Refused(400, NO_TRANSACTION_ID);
  }
  entityId(payer, "transactionId", release);
  fits(BigInt(seconds) * 1_000_000_000n);
  return executions.find(({ transactionId, nonce }) => {
    const [own, start, rest] = transactionId.split("-");
    return (
      nonce === wanted && own === payer && Number(start) === Number(seconds) && Number(rest) === Number(nanos)
    );
  });
}

export function contract(asked: string, query: Query, release: Release): Answer {
  const found = findContract(asked, release);
  demandKnown(query, ["timestamp"]);
  const times = timeFilters(query, "timestamp");
  times.forEach(({ value }) => fits(value));
  if (found === undefined) {
    throw NOT_FOUND;
  }
  const since = nanoseconds(found.created_timestamp ?? "0") ?? 0n;
  // Each contract has one version, valid from its creation on.
  const valid = times.every(({ operator, value }) => {
    const after = operator === "gt" || operator === "gte" || operator === "ne";
    return after || (operator === "eq" ? since <= value : compare(since, { operator, value }));
  });
  if (!valid) {
    throw NOT_FOUND;
  }
  return { status: 200, body: found };
}

function findContract(asked: string, release: Release): Contract | undefined {
  const address = /^(?:0x)?([0-9a-fA-F]{40})$/.exec(asked)?.[1]?.toLowerCase();
  const scoped = /^((?:\d{1,5}\.){1,2})([0-9a-fA-F]{40})$/.exec(asked);
  // Release 0.123 looks at shard and realm, later ones do not.
  const here = /^(0\.)+$/.test(scoped?.[1] ?? "") || release.addresses;
  const digits = address ?? (here ? scoped?.[2]?.toLowerCase() : undefined);
  if (digits !== undefined) {
    return contracts.find(
      ({ evm_address: own, contract_id: id }) =>
        own === `0x${digits}` || Number(id.split(".")[2]).toString(16).padStart(40, "0") === digits,
    );
  }
  if (scoped !== null) {
    return undefined;
  }
  const id = entityId(asked, "contractid", release);
  return contracts.find(({ contract_id: own }) => own === `0.0.${id}`);
}
