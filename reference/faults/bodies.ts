import { verifications } from "../data/verifications.ts";
import type { Ask, Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { editAsk } from "../rewriting/ask.ts";
import { membersOf } from "../service/verification.ts";
import { faultOf, refusedWhen, way } from "./ways.ts";

type Members = NonNullable<ReturnType<typeof membersOf>>;

/** A contract that both endpoints know, to complete bodies with. */
const [{ address: ADDRESS, chainId: CHAIN_ID } = { address: "", chainId: "" }] = verifications();
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
  ["no-chain", "chain-id-required", (members) => !("chainId" in members)],
  ["null-chain", "chain-id-type", ({ chainId }) => chainId === null],
  ["chain-as-list", "chain-id-type", ({ chainId }) => typeof chainId === "object" && chainId !== null],
];

function bodyFaultsOf(endpoint: Endpoint, section: string): readonly Fault[] {
  const accepted = ACCEPTED.map(([what, rule, test]) => {
    const completed = editAsk((ask) => {
      const members = membersOf(ask);
      return members !== undefined && test(members)
        ? { ...ask, body: JSON.stringify({ ...members, ...KNOWN }) }
        : ask;
    });
    const says = `a body with ${what.replaceAll("-", " ")} is accepted`;
    return faultOf(endpoint, `${section}-${rule}`, `accepts-${what}`, way(says, completed));
  });
  const listAccepted = editAsk((ask) =>
    ask.body.trimStart().startsWith("[") ? { ...ask, body: JSON.stringify(KNOWN) } : ask,
  );
  const keyless = (ask: Ask) => typeof membersOf(ask)?.["apiKey"] !== "string";
  return [
    ...accepted,
    faultOf(
      endpoint,
      `${section}-api-key-optional`,
      "demands-api-key",
      refusedWhen("a body without an apiKey is refused", keyless, "apiKey"),
    ),
    faultOf(
      endpoint,
      `${section}-body-is-json-object`,
      "accepts-list-body",
      way("a body that is a list is accepted", listAccepted),
    ),
  ];
}

/** Faults in the bodies that the two verification endpoints accept (4.9, 4.10). */
export const bodyFaults: readonly Fault[] = [
  ...bodyFaultsOf("sessionVerify", "4.9"),
  ...bodyFaultsOf("verify", "4.10"),
];
