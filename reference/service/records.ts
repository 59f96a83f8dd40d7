import { TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import type { ContractEntry } from "../dataset.ts";
import { failure, invalidParameters, notFound, success, valuesOf, type Handler } from "../exchange.ts";
import type { Ledger } from "./ledger.ts";
import * as parameters from "./parameters.ts";

const CONTRACT_NAME = /^((?:\d{1,10}\.){0,2})(?:((?:0x)?[0-9A-Fa-f]{40})|(\d{1,10}))$/;
const INT32_MAX = 2_147_483_647n;

const TRANSACTION_ADVICE =
  'A transaction id is written in the "shard.realm.num-sss-nnn" format, where sss are seconds and nnn are nanoseconds';

export function networkFeesHandler(ledger: () => Ledger, settings: parameters.ServiceSettings): Handler {
  const names = settings.names.networkFees;
  return (request) => {
    const reading = parameters.readingOf(request);
    const isDown = reading.last(names.order, parameters.orderReader) === "desc";
    const times = reading.all(names.timestamp, parameters.timestampFilter);
    if (reading.refused.length > 0) return invalidParameters(reading.refused);
    const schedules = parameters.newestFirst(ledger().feeSchedules, ({ timestamp }) => timestamp);
    const schedule = parameters.newestMeeting(schedules, times);
    if (schedule === undefined) return notFound();
    const fees = schedule.fees.toSorted((a, b) => (a.transaction_type < b.transaction_type ? -1 : 1));
    return success({ fees: isDown ? fees.toReversed() : fees, timestamp: schedule.timestamp });
  };
}

export function topicMessageHandler(ledger: () => Ledger): Handler {
  return ({ param }) => {
    const instant = parameters.nanoseconds(param);
    if (instant === undefined) return invalidParameters(["timestamp"]);
    const message = ledger().topicMessages.find(
      (each) => parameters.nanoseconds(each.consensus_timestamp) === instant,
    );
    return message === undefined ? notFound() : success(message);
  };
}

/** A contract result, by hash, or by transaction id and the last nonce, which is 0 by default. */
export function contractResultHandler(ledger: () => Ledger): Handler {
  return (request) => {
    const { param } = request;
    const isHash = TRANSACTION_HASH_PATTERN.test(param);
    if (!isHash && !TRANSACTION_ID.test(param)) return failure(400, [TRANSACTION_ADVICE]);
    const nonce = valuesOf(request, "nonce").at(-1) ?? "0";
    if (!/^\d{1,20}$/.test(nonce) || BigInt(nonce) > INT32_MAX) return invalidParameters(["nonce"]);
    const key = isHash ? parameters.withoutHexPrefix(param) : parameters.transactionKey(param, BigInt(nonce));
    const entry = ledger().contractResults.findLast((each) =>
      isHash
        ? parameters.withoutHexPrefix(each.hash) === key
        : parameters.transactionKey(each.transactionId, each.nonce) === key,
    );
    return entry === undefined ? notFound() : success(entry.record);
  };
}

const recordNames = ({ id, address }: ContractEntry): readonly string[] =>
  [address, ...(id === null ? [] : [id, parameters.longZeroAddress(id)])].map(parameters.withoutHexPrefix);

/**
 * The key of a contract: its id, in which parts of `home` replace missing ones, or its address. Undefined for a malformed name; "" for
 * an address in another shard or realm than `home`.
 */
function contractKey(param: string, home: string): string | undefined {
  const [match, front = "", address, num = ""] = CONTRACT_NAME.exec(param) ?? [];
  if (match === undefined) return undefined;
  const sentParts = front.split(".").slice(0, -1);
  const place = [...home.split(".").slice(0, 2 - sentParts.length), ...sentParts].map(BigInt).join(".");
  if (address === undefined) return `${place}.${BigInt(num)}`;
  return place === home ? parameters.withoutHexPrefix(address) : "";
}

export function contractHandler(ledger: () => Ledger, { home }: parameters.ServiceSettings): Handler {
  return (request) => {
    const reading = parameters.readingOf(request);
    const times = reading.all("timestamp", parameters.timestampFilter);
    const key = contractKey(request.param, home);
    if (key === undefined) reading.refused.push("contractIdOrAddress");
    if (key === undefined || reading.refused.length > 0) return invalidParameters(reading.refused);
    const entry = ledger().contracts.findLast((each) => recordNames(each).includes(key));
    const versions = parameters.newestFirst(entry?.versions ?? [], ({ timestamp }) => timestamp.from);
    const version = parameters.newestMeeting(versions, times);
    return version === undefined ? notFound() : success(version);
  };
}
