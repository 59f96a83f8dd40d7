import verifications from "../data/verifications.json" with { type: "json" };
import { faultsOf, type Fault, type ClauseFaults } from "../fault.ts";
import { refuseRequests } from "../parameter-rewriting.ts";
import { edit, editRequest, when, type Condition, type Rewriting } from "../rewriting.ts";
import { bodyMembers } from "../service/verification.ts";

type BodyMembers = NonNullable<ReturnType<typeof bodyMembers>>;

/** A contract that both endpoints can verify: invalid bodies are completed with its address and chain. */
const [{ address, chainId } = { address: "", chainId: "" }] = verifications;

/** Accepts invalid bodies: the address and the chain id of the known contract replace those that were sent. */
const completeBodies = (where: Condition): Rewriting =>
  when(where)(
    editRequest((request) => ({
      ...request,
      body: JSON.stringify({ ...bodyMembers(request), address, chainId }),
    })),
  );

const accept = (test: (members: BodyMembers) => boolean): Rewriting =>
  completeBodies((request) => test(bodyMembers(request) ?? { address, chainId }));
const acceptWithout = (name: string): Rewriting => accept((members) => !(name in members));
const acceptAddresses = (as: RegExp): Rewriting =>
  accept((members) => typeof members["address"] === "string" && as.test(members["address"]));

const refuseAddresses = (form: RegExp): Rewriting =>
  refuseRequests("address", (request) => form.test(String(bodyMembers(request)?.["address"])));

const CHECKED_BODIES: ClauseFaults = {
  "4.9-address-required 4.10-address-required accepts-no-address": acceptWithout("address"),
  "4.9-address-required 4.10-address-required accepts-no-address-with-key": accept(
    (members) => "apiKey" in members && !("address" in members),
  ),
  "4.9-address-type 4.10-address-type accepts-null-address": accept((members) => members["address"] === null),
  "4.9-address-type 4.10-address-type accepts-numeric-address": accept(
    (members) => typeof members["address"] === "number",
  ),
  "4.9-address-format 4.10-address-format": {
    "accepts-text-as-address": acceptAddresses(/^..[^]*[g-z]/i),
    "accepts-capital-prefix": acceptAddresses(/^0X/),
    "accepts-address-of-36-digits": acceptAddresses(/^0x[\da-f]{36}$/i),
    "accepts-address-of-43-digits": acceptAddresses(/^0x[\da-f]{43}$/i),
    "accepts-address-by-its-length": acceptAddresses(/^0x(?=.{40}$)[\da-f]*[g-z]/i),
  },
  "4.9-chain-id-required 4.10-chain-id-required accepts-no-chain": acceptWithout("chainId"),
  "4.9-chain-id-required 4.10-chain-id-required accepts-no-chain-with-key": accept(
    (members) => "apiKey" in members && !("chainId" in members),
  ),
  "4.9-chain-id-type 4.10-chain-id-type accepts-null-chain": accept((members) => members["chainId"] === null),
  "4.9-chain-id-type 4.10-chain-id-type accepts-chain-as-list": accept(
    ({ chainId: sent }) => typeof sent === "object" && sent !== null,
  ),
  "4.9-api-key-optional 4.10-api-key-optional demands-api-key": refuseRequests(
    "apiKey",
    (request) => typeof bodyMembers(request)?.["apiKey"] !== "string",
  ),
  "4.9-forms-of-an-address 4.10-forms-of-an-address": {
    "refuses-lower-case-digits": refuseAddresses(/[a-f]/),
    "refuses-bare-address": refuseAddresses(/^[\da-f]{40}$/i),
  },
  "4.9-body-is-json-object 4.10-body-is-json-object accepts-list-body": completeBodies(({ body }) =>
    body.trimStart().startsWith("["),
  ),
};

const forRepeatedBody = (rewriting: Rewriting): Rewriting => {
  return (handler) => {
    const bodies = new Set<string>();
    const changed = rewriting(handler);
    return (request) => {
      if (bodies.has(request.body)) return changed(request);
      bodies.add(request.body);
      return handler(request);
    };
  };
};

const hasKey: Condition = (request) => "apiKey" in (bodyMembers(request) ?? {});

/** Faults in the bodies that the verification endpoints accept, and in the records that they return (§2.9, §4.9, §4.10). */
export const bodyFaults: readonly Fault[] = [
  ...faultsOf(["sessionVerify", "verify"], {
    ...CHECKED_BODIES,
    "4.9-own-address address-of-another-contract": edit("contracts/*/address", () => address),
    "2.9-contract-status again-status-null": forRepeatedBody(edit("contracts/*/status", () => null)),
  }),
  ...faultsOf(["verify"], {
    "4.10-own-address address-of-another-contract": edit("result/*/address", () => address),
    "2.9-result-entry-message message-null-with-key": when(hasKey)(edit("result/*/message", () => null)),
    "2.9-result-entry-status again-status-null": forRepeatedBody(edit("result/*/status", () => null)),
  }),
];
