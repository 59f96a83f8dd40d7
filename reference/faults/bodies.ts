import verifications from "../data/verifications.json" with { type: "json" };
import { faultsOf, type Fault, type Ways } from "../fault.ts";
import { edit, editRequest, when, type Condition, type Rewriting } from "../rewriting.ts";
import { refusedWhen } from "../parameter-rewriting.ts";
import { bodyMembers } from "../service/verification.ts";

type BodyMembers = NonNullable<ReturnType<typeof bodyMembers>>;

/** A contract that both endpoints know, to complete bodies with. */
const [{ address, chainId } = { address: "", chainId: "" }] = verifications;

/** Bodies are answered as if they requested the known contract. */
const completed = (where: Condition): Rewriting =>
  when(
    where,
    editRequest((request) => ({
      ...request,
      body: JSON.stringify({ ...bodyMembers(request), address, chainId }),
    })),
  );

/** So are those that lack or spoil a member. */
const having = (test: (members: BodyMembers) => boolean): Rewriting =>
  completed((request) => test(bodyMembers(request) ?? { address, chainId }));
const lacking = (name: string): Rewriting => having((members) => !(name in members));
const addressed = (as: RegExp): Rewriting =>
  having((members) => typeof members["address"] === "string" && as.test(members["address"]));

const bodyWays = (section: "4.9" | "4.10"): Ways => ({
  [`${section}-address-required`]: {
    "accepts-no-address": lacking("address"),
    "accepts-no-address-with-key": having((members) => "apiKey" in members && !("address" in members)),
  },
  [`${section}-address-type`]: {
    "accepts-null-address": having((members) => members["address"] === null),
    "accepts-numeric-address": having((members) => typeof members["address"] === "number"),
  },
  [`${section}-address-format`]: {
    "accepts-text-as-address": addressed(/^..[^]*[g-z]/i),
    "accepts-capital-prefix": addressed(/^0X/),
    "accepts-address-of-36-digits": addressed(/^0x[\da-f]{36}$/i),
    "accepts-address-of-43-digits": addressed(/^0x[\da-f]{43}$/i),
    "accepts-address-by-its-length": addressed(/^0x(?=.{40}$)[\da-f]*[g-z]/i),
  },
  [`${section}-chain-id-required`]: {
    "accepts-no-chain": lacking("chainId"),
    "accepts-no-chain-with-key": having((members) => "apiKey" in members && !("chainId" in members)),
  },
  [`${section}-chain-id-type`]: {
    "accepts-null-chain": having((members) => members["chainId"] === null),
    "accepts-chain-as-list": having(({ chainId: sent }) => typeof sent === "object" && sent !== null),
  },
  [`${section}-api-key-optional`]: {
    "demands-api-key": refusedWhen(
      "apiKey",
      (request) => typeof bodyMembers(request)?.["apiKey"] !== "string",
    ),
  },
  [`${section}-body-is-json-object`]: {
    "accepts-list-body": completed(({ body }) => body.trimStart().startsWith("[")),
  },
});

/** What was requested before is answered in another way. */
const again = (rewriting: Rewriting): Rewriting => {
  return (handler) => {
    const asked = new Set<string>();
    const changed = rewriting(handler);
    return (request) => {
      if (asked.has(request.body)) return changed(request);
      asked.add(request.body);
      return handler(request);
    };
  };
};

/** Faults in the bodies that the two verification endpoints accept (4.9, 4.10), and in what they say of one that came before. */
export const bodyFaults: readonly Fault[] = [
  ...faultsOf("sessionVerify", {
    ...bodyWays("4.9"),
    "2.9-contract-status": { "again-status-null": again(edit("contracts/*/status", () => null)) },
  }),
  ...faultsOf("verify", {
    ...bodyWays("4.10"),
    "2.9-result-entry-status": { "again-status-null": again(edit("result/*/status", () => null)) },
  }),
];
