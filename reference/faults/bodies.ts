import verifications from "../data/verifications.json" with { type: "json" };
import type { Ask, Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { editAsk } from "../rewriting/ask.ts";
import { membersOf } from "../service/verification.ts";
import { faultsOf, way, type Way } from "./notation.ts";
import { refusedWhen } from "./texts.ts";

type Members = NonNullable<ReturnType<typeof membersOf>>;

/** A contract that both endpoints know, to complete bodies with. */
const [{ address: ADDRESS, chainId: CHAIN_ID } = { address: "", chainId: "" }] = verifications;
const KNOWN = { address: ADDRESS, chainId: CHAIN_ID };

/** What a body lacks or spoils, and is accepted with all the same, as a question for the known contract. */
const ACCEPTED: readonly (readonly [what: string, rule: string, test: (members: Members) => boolean])[] = [
  ["no-address", "address-required", (members) => !("address" in members)],
  ["null-address", "address-type", ({ address }) => address === null],
  ["numeric-address", "address-type", ({ address }) => typeof address === "number"],
  [
    "text-as-address",
    "address-format",
    ({ address }) => typeof address === "string" && /^..[^]*[g-z]/i.test(address),
  ],
  [
    "capital-prefix",
    "address-format",
    ({ address }) => typeof address === "string" && address.startsWith("0X"),
  ],
  [
    "address-of-43-digits",
    "address-format",
    ({ address }) => typeof address === "string" && /^0x[\da-f]{43}$/i.test(address),
  ],
  ["no-chain", "chain-id-required", (members) => !("chainId" in members)],
  ["null-chain", "chain-id-type", ({ chainId }) => chainId === null],
  ["chain-as-list", "chain-id-type", ({ chainId }) => typeof chainId === "object" && chainId !== null],
];

/** Bodies are answered as if they asked for the known contract. */
function completed(says: string, holds: (ask: Ask, members: Members | undefined) => boolean): Way {
  const changed = editAsk((ask) => {
    const members = membersOf(ask);
    return holds(ask, members) ? { ...ask, body: JSON.stringify({ ...members, ...KNOWN }) } : ask;
  });
  return way(says, changed);
}

function bodyFaultsOf(endpoint: Endpoint, section: string): readonly Fault[] {
  const accepted = ACCEPTED.flatMap(([what, rule, test]) => {
    const says = `a body with ${what.replaceAll("-", " ")} is accepted`;
    const one = completed(says, (_, members) => members !== undefined && test(members));
    return faultsOf(endpoint, { [`${section}-${rule}`]: { [`accepts-${what}`]: one } });
  });
  const isList = ({ body }: Ask) => body.trimStart().startsWith("[");
  const isKeyless = (ask: Ask) => typeof membersOf(ask)?.["apiKey"] !== "string";
  return [
    ...accepted,
    ...faultsOf(endpoint, {
      [`${section}-api-key-optional`]: {
        "demands-api-key": refusedWhen("apiKey", "a body without an apiKey is refused", isKeyless),
      },
      [`${section}-body-is-json-object`]: {
        "accepts-list-body": completed("a body that is a list is accepted", isList),
      },
    }),
  ];
}

/** Faults in the bodies that the two verification endpoints accept (4.9, 4.10). */
export const bodyFaults: readonly Fault[] = [
  ...bodyFaultsOf("sessionVerify", "4.9"),
  ...bodyFaultsOf("verify", "4.10"),
];
