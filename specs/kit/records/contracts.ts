// §2.8, §4.8: comparisons of contracts, and the names of a contract
import { bareHex, shardAndRealm } from "../../../engine/model/compare.ts";
import { isObject, isSuccess } from "../../../engine/message/classify.ts";
import { isInconclusive } from "../../../engine/model/exchange.ts";
import type { Violation, CheckResult, ApiResponse } from "../../../engine/model/exchange.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import { ENTITY_ID, EVM_ADDRESS, TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { operations } from "../../../schemas/operations.ts";
import { commonShardRealm } from "../requests/values.ts";
import { ifShown } from "../requests/check-results.ts";
import { requestedPath, addressSpellings, memberViolation, recordIn, sameValue } from "./records.ts";
import { memberText, checkSameIdentity } from "./records.ts";

export const CONTRACT = "contract";

const CONTRACT_MEMBERS = Object.keys(operations[CONTRACT].success.properties ?? {}).filter(
  (name) => name !== "contract_id",
);

const CONTRACT_ID_PATTERN = /^(?:\d{1,10}\.){0,2}\d{1,10}$/;
const ADDRESS_WITH_REALM = /^(?:\d{1,10}\.){1,2}((?:0x)?[0-9A-Fa-f]{40})$/;

/** Only the pattern of §4.8 allows an address after a realm, or after a shard and a realm (interpretation 8). */
export const isAddressWithRealm = (identifier: string): boolean => ADDRESS_WITH_REALM.test(identifier);

/** The requested id may omit shard and realm (interpretation 17). Leading zeros are ignored. */
function endsWithParts(id: string, identifier: string): boolean {
  const shown = id.split(".");
  const wanted = identifier.split(".");
  return wanted.every((part, index) => BigInt(part) === BigInt(shown[index + 3 - wanted.length] ?? "-1"));
}

/** Adds the shard, or the shard and realm, of the id `known` to a short id. */
function longId(short: string, known: string): string {
  const parts = short.split(".");
  return [...known.split(".").slice(0, 3 - parts.length), ...parts].join(".");
}

/** An address encodes an id as 4 bytes of shard, 8 of realm and 8 of num, or as zeros followed by num. */
function encodesId(address: string, id: string): boolean {
  const digits = bareHex(address);
  const parts = [digits.slice(0, 8), digits.slice(8, 24), digits.slice(24)].map((part) =>
    BigInt(`0x${part}`),
  );
  const shown = id.split(".").map(BigInt);
  const isNumAlone = parts[0] === 0n && parts[1] === 0n;
  return parts[2] === shown[2] && (isNumAlone || (parts[0] === shown[0] && parts[1] === shown[1]));
}

/** The requested id or address; undefined if the record has no valid contract_id, or no evm_address, to compare it with. */
export function identifiedAs(response: ApiResponse, identifier: string): string | undefined {
  const isComparable = CONTRACT_ID_PATTERN.test(identifier)
    ? ENTITY_ID.test(memberText(response, "contract_id") ?? "")
    : EVM_ADDRESS.test(addressIn(identifier)) && memberText(response, "evm_address") !== undefined;
  return isComparable ? identifier : undefined;
}

const addressIn = (identifier: string): string => ADDRESS_WITH_REALM.exec(identifier)?.[1] ?? identifier;

/** The member in which the record differs from the requested contract; undefined if it may be that contract. */
function differingMember(
  response: ApiResponse,
  identifier: string,
): "contract_id" | "evm_address" | undefined {
  if (identifiedAs(response, identifier) === undefined) return undefined;
  const id = memberText(response, "contract_id") ?? "";
  if (CONTRACT_ID_PATTERN.test(identifier)) return endsWithParts(id, identifier) ? undefined : "contract_id";
  const wanted = addressIn(identifier);
  const isSame = bareHex(memberText(response, "evm_address") ?? "") === bareHex(wanted);
  return isSame || (ENTITY_ID.test(id) && encodesId(wanted, id)) ? undefined : "evm_address";
}

/** Checks the requested id, whole or in part, or address, which may encode the id; passes if the record lacks the member. */
export function checkContract(response: ApiResponse, identifier: string): readonly Violation[] {
  const member = differingMember(response, identifier);
  const isShort = member === "contract_id" && !ENTITY_ID.test(identifier);
  const shown = memberText(response, "contract_id") ?? "";
  const expected = isShort ? longId(identifier, shown) : addressIn(identifier);
  const message = "the contract has another id or address than the requested one";
  return member === undefined ? [] : [memberViolation(response, member, message, JSON.stringify(expected))];
}

/** As {@link checkContract}, but inconclusive if the record does not show the id or address to compare. */
export function checkReturned(response: ApiResponse): CheckResult {
  const identifier = requestedPath(response);
  const isShown = identifiedAs(response, identifier) !== undefined;
  return ifShown(checkContract(response, identifier), isShown, REQUESTED);
}

const REQUESTED = "a contract with the id or the address by which it was requested";

/** A name that does not denote `model` gets no success, or the contract of that name; `model` with a null id is a violation too. */
export function checkOtherContract(response: ApiResponse, model: ApiResponse): CheckResult {
  if (!isSuccess(response)) return [];
  const identifier = requestedPath(response);
  const [shown, known] = [recordIn(response), recordIn(model)];
  const isSame = CONTRACT_MEMBERS.every(
    (name) => JSON.stringify(shown[name]) === JSON.stringify(known[name]),
  );
  const hasAddress = memberText(response, "evm_address") !== undefined;
  // If `model` was requested by its address, its id is unknown, and may be the requested one.
  const isOfId = CONTRACT_ID_PATTERN.test(identifier) && CONTRACT_ID_PATTERN.test(requestedPath(model));
  const isHidden = isOfId && shown["contract_id"] === null && hasAddress && isSame;
  const message = "the contract of another id is returned";
  const isShown = hasAddress || identifiedAs(response, identifier) !== undefined;
  return isHidden
    ? [memberViolation(response, "evm_address", message, "another contract, or an error", [model])]
    : ifShown(
        checkContract(response, identifier).map((violation) => {
          return { ...violation, expected: `${violation.expected}, or an error` };
        }),
        isShown,
        REQUESTED,
      );
}

/**
 * Checks that another name, or a filter that the contract meets, returns the same contract: a success with equal `contract_id` (null equals
 * any id) and `evm_address`. A member that only one of the two responses has is a violation.
 */
export function checkSameContract(response: ApiResponse, model: ApiResponse): CheckResult {
  const isSameId = (a: unknown, b: unknown): boolean => a === null || b === null || sameValue(a, b);
  const byId = checkSameIdentity(response, model, ["contract_id"], isSameId);
  const byAddress = isSuccess(response)
    ? checkSameIdentity(response, model, ["evm_address"], sameValue)
    : byId;
  const found = [byId, byAddress].flatMap((checkResult) => (isInconclusive(checkResult) ? [] : checkResult));
  return isInconclusive(byId) && isInconclusive(byAddress) ? byId : [...new Set(found)];
}

/** The range for which a contract is valid, and its time of creation. A time that is absent or malformed is undefined. */
export function contractTimes(
  response: ApiResponse,
): Readonly<Record<"from" | "to" | "created", string | undefined>> {
  const { timestamp: range, created_timestamp: created } = recordIn(response);
  const [from, to] = isObject(range) ? [range["from"], range["to"]] : [];
  const timeOf = (value: unknown) =>
    typeof value === "string" && TIMESTAMP_PATTERN.test(value) ? value : undefined;
  return { from: timeOf(from), to: timeOf(to), created: timeOf(created) };
}

/** Texts that may be ids: the names of known records, of transaction ids the account, and the members `…_id` and `…_account`. */
export function idsShown(known: readonly Pick<Sample, "identifier" | "response">[]): readonly string[] {
  return known.flatMap(({ identifier, response }) => {
    const members = Object.keys(recordIn(response)).filter((member) => /_(id|account)$/.test(member));
    return [...identifier.split("-", 1), ...members.map((member) => memberText(response, member) ?? "")];
  });
}

/**
 * The full id, and its last part if the shard and realm equal `home`, which all known ids share. Empty if the contract shows no id. The
 * meaning of an id without shard alone is unspecified (interpretation 17).
 */
export function idForms(model: ApiResponse, home: string | undefined): readonly string[] {
  const id = memberText(model, "contract_id") ?? "";
  if (!ENTITY_ID.test(id)) return [];
  return shardAndRealm(id) === home ? [id, id.replace(/^.*\./, "")] : [id];
}

/** The name of the first sample, its number alone, and its address in lower case, with 0x and without. */
export function contractNames(found: readonly Sample[]): readonly string[] {
  const [first] = found;
  if (first === undefined) return [];
  const ids = idForms(first.response, commonShardRealm(idsShown(found)));
  const addresses = addressForms(first.response, first.identifier).filter((_, at) => at % 2 === 0);
  return [...new Set([first.identifier, ...ids.slice(1, 2), ...addresses])];
}

/**
 * The spellings of the address by which a contract was requested or, if it was requested by id, of the address that it shows. The latter
 * are omitted if the contract is deleted: another contract may have its address now.
 */
export function addressForms(model: ApiResponse, identifier: string): readonly string[] {
  const shown = EVM_ADDRESS.test(identifier) ? identifier : (memberText(model, "evm_address") ?? "");
  const deleted = recordIn(model)["deleted"] === true;
  return EVM_ADDRESS.test(shown) && (shown === identifier || !deleted) ? addressSpellings(shown) : [];
}
