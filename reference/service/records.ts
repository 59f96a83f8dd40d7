import { failure, invalidParameters, notFound, success, type Handler, type Query } from "../exchange.ts";
import { nanoseconds, newestMeeting, timestampFilter } from "./filters.ts";
import type { ContractEntry } from "../dataset.ts";
import { longZeroAddress } from "./entity-id.ts";
import { bareHex, newestFirst, transactionKey, type Ledger } from "./ledger.ts";
import { HASH, TRANSACTION_ID } from "../../schemas/formats.ts";
import { order, QueryReading, type Settings } from "./parameters.ts";

const CONTRACT = /^((?:\d{1,10}\.){0,2})(?:((?:0x)?[0-9A-Fa-f]{40})|(\d{1,10}))$/;
const NONCE = /^\d{1,20}$/;
const INT32_MAX = 2_147_483_647n;

const TRANSACTION_ADVICE =
  'A transaction id is written in the "shard.realm.num-sss-nnn" format, where sss are seconds and nnn are nanoseconds';

/** The fees as of the newest schedule that meets the timestamp filters. */
export function networkFees(ledger: () => Ledger, settings: Settings): Handler {
  const names = settings.names.networkFees;
  return (ask) => {
    const reading = new QueryReading(ask.query);
    const listing = reading.last(names.order, order) ?? "asc";
    const times = reading.all(names.timestamp, timestampFilter);
    if (reading.refused.length > 0) return invalidParameters(reading.refused);
    const schedule = newestMeeting(
      newestFirst(ledger().feeSchedules, ({ timestamp }) => timestamp),
      times,
    );
    if (schedule === undefined) return notFound();
    const sorted = schedule.fees.toSorted((a, b) => (a.transaction_type < b.transaction_type ? -1 : 1));
    const fees = listing === "asc" ? sorted : sorted.toReversed();
    return success({ fees, timestamp: schedule.timestamp });
  };
}

/** The topic message of an instant, however the instant is written. */
export function topicMessage(ledger: () => Ledger): Handler {
  return (ask) => {
    const instant = nanoseconds(ask.param);
    if (instant === undefined) return invalidParameters(["timestamp"]);
    const message = ledger().topicMessages.find((each) => nanoseconds(each.consensus_timestamp) === instant);
    return message === undefined ? notFound() : success(message);
  };
}

/** The last nonce sent, 0 when none is, undefined when it is none. */
function nonceOf(query: Query): bigint | undefined {
  const sent = query.findLast(([name]) => name === "nonce")?.[1] ?? "0";
  if (!NONCE.test(sent)) return undefined;
  const nonce = BigInt(sent);
  return nonce <= INT32_MAX ? nonce : undefined;
}

/** The result of a transaction, by hash or by transaction id and nonce. */
export function contractResult(ledger: () => Ledger): Handler {
  return ({ param, query }) => {
    const nonce = nonceOf(query);
    const isHash = HASH.test(param);
    if (!isHash && !TRANSACTION_ID.test(param)) return failure(400, [TRANSACTION_ADVICE]);
    if (nonce === undefined) return invalidParameters(["nonce"]);
    const key = isHash ? bareHex(param) : transactionKey(param, nonce);
    const entry = ledger().contractResults.findLast((each) =>
      isHash ? bareHex(each.hash) === key : transactionKey(each.transactionId, each.nonce) === key,
    );
    return entry === undefined ? notFound() : success(entry.record);
  };
}

/** The names under which a contract is found: its address, its id, and the long-zero address of that. */
const namesOf = ({ id, address }: ContractEntry): readonly string[] =>
  [address, ...(id === null ? [] : [id, longZeroAddress(id)])].map(bareHex);

/** The key of a contract; parts that are left out are those of `home`. */
function contractKey(param: string, home: string): string | undefined {
  const parts = CONTRACT.exec(param);
  if (parts === null) return undefined;
  const [, front = "", address, num = ""] = parts;
  const sent = front.split(".").slice(0, -1);
  const place = [...home.split(".").slice(0, 2 - sent.length), ...sent].map(BigInt).join(".");
  if (address === undefined) return `${place}.${BigInt(num)}`;
  return place === home ? bareHex(address) : "";
}

/** A contract by id or address, in the newest version that meets the timestamp filters. */
export function contract(ledger: () => Ledger, settings: Settings): Handler {
  return (ask) => {
    const reading = new QueryReading(ask.query);
    const times = reading.all("timestamp", timestampFilter);
    const key = contractKey(ask.param, settings.home);
    if (key === undefined) reading.refused.push("contractIdOrAddress");
    if (key === undefined || reading.refused.length > 0) return invalidParameters(reading.refused);
    const found = ledger().contracts.findLast((entry) => namesOf(entry).includes(key));
    const versions = newestFirst(found?.versions ?? [], ({ timestamp }) => timestamp.from);
    const version = newestMeeting(versions, times);
    return version === undefined ? notFound() : success(version);
  };
}
