import { verifications } from "../data/verifications.ts";
import type { Ask } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { editAsk, type Rewriting } from "../rewriting/ask.ts";
import { refuse } from "./breaking.ts";
import { cellFaults, faultsOf, type Entry } from "./tables.ts";
import * as as from "./kinds.ts";

const SESSION = cellFaults("sessionVerify", "session", [
  ["2.9-contracts", "/contracts", as.missing],
  ["2.9-unused", "/unused", as.nulled],
  ["2.9-unused", "/unused", as.asObject],
  ["2.9-contract-verification-id", "/contracts/*/verificationId", as.asNumber],
  ["2.9-contract-compiled-path", "/contracts/*/compiledPath", as.missing],
  ["2.9-contract-name", "/contracts/-1/name", as.nulled],
  ["2.9-contract-compiler-version", "/contracts/*/compilerVersion", as.missing],
  ["2.9-contract-address", "/contracts/-1/address", as.asObject],
  ["2.9-contract-chain-id", "/contracts/*/chainId", as.asNumber],
  ["2.9-contract-status", "/contracts/*/status", as.nulled],
  ["2.9-contract-files", "/contracts/*/files", as.missing],
  ["2.9-contract-storage-timestamp", "/contracts/*/storageTimestamp", as.dateOnly],
  ["2.9-files-found", "/contracts/*/files/found", as.asObject],
  ["2.9-files-found", "/contracts/*/files/found/-1", as.asNumber],
  ["2.9-files-missing", "/contracts/*/files/missing", as.asObject],
]);

const DIRECT = cellFaults("verify", "direct", [
  ["2.9-result", "/result", as.asObject],
  ["2.9-result-entry-address", "/result/*/address", as.missing],
  ["2.9-result-entry-chain-id", "/result/-1/chainId", as.asNumber],
  ["2.9-result-entry-status", "/result/*/status", as.nulled],
  ["2.9-result-entry-message", "/result/*/message", as.missing],
  ["2.9-result-entry-library-map", "/result/-1/libraryMap", as.asText],
]);

type Members = Readonly<Record<string, unknown>>;

function membersOf({ body }: Ask): Members | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

/** Takes some bodies for others. */
function mistakeBody(test: (members: Members) => boolean, taken: Members): Rewriting {
  return editAsk((ask) => {
    const members = membersOf(ask);
    if (members === undefined || !test(members)) return ask;
    return { ...ask, body: JSON.stringify({ ...members, ...taken }) };
  });
}

/** What a body lacks or spoils, and is accepted with all the same, as a question for the known contract. */
const ACCEPTED: readonly (readonly [what: string, rule: string, test: (members: Members) => boolean])[] = [
  ["no-address", "address-required", (members) => !("address" in members)],
  ["null-address", "address-type", ({ address }) => address === null],
  ["numeric-address", "address-type", ({ address }) => typeof address === "number"],
  [
    "text-as-address",
    "address-format",
    ({ address }) => typeof address === "string" && /[g-z]/i.test(address.slice(2)),
  ],
  ["no-chain", "chain-id-required", (members) => !("chainId" in members)],
  ["null-chain", "chain-id-type", ({ chainId }) => chainId === null],
  ["chain-as-list", "chain-id-type", ({ chainId }) => typeof chainId === "object" && chainId !== null],
];

function bodyRules(section: string, known: Members): readonly Entry[] {
  const accepted = ACCEPTED.map(([what, rule, test]): Entry => [
    `accepts-${what}`,
    `${section}-${rule}`,
    `a body with ${what.replaceAll("-", " ")} is accepted`,
    mistakeBody(test, known),
  ]);
  return [
    ...accepted,
    [
      "demands-api-key",
      `${section}-api-key-optional`,
      "a body without an apiKey is refused",
      refuse((ask) => typeof membersOf(ask)?.["apiKey"] !== "string", "apiKey"),
    ],
    [
      "accepts-list-body",
      `${section}-body-is-json-object`,
      "a body that is a list is accepted",
      editAsk((ask) =>
        ask.body.trimStart().startsWith("[") ? { ...ask, body: JSON.stringify(known) } : ask,
      ),
    ],
  ];
}

/** A contract that both endpoints know, to complete bodies with. */
function sample(): Members {
  const [{ address, chainId } = { address: "", chainId: "" }] = verifications();
  return { address, chainId };
}

/** Faults of the two verification endpoints (2.9, 4.9, 4.10). */
export const verificationFaults: readonly Fault[] = [
  ...SESSION,
  ...DIRECT,
  ...faultsOf("sessionVerify", "session", bodyRules("4.9", sample())),
  ...faultsOf("verify", "direct", bodyRules("4.10", sample())),
];
