import type { Fault } from "../fault.ts";
import { ignoreQuery, sends } from "../rewriting/ask.ts";
import { overlook, refuse, refuseValue } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

function ofLimit(section: string): readonly Entry[] {
  const accepted = `${section}-limit-accepted`;
  const refused = `${section}-limit-refused`;
  return [
    ["limit-1-refused", accepted, "a limit of 1 is refused", refuseValue("limit", (value) => value === "1")],
    [
      "limit-100-refused",
      accepted,
      "a limit of 100 is refused",
      refuseValue("limit", (value) => value === "100"),
    ],
    [
      "limit-above-50-refused",
      accepted,
      "a limit above 50 is refused",
      refuseValue("limit", (value) => Number(value) > 50),
    ],
    [
      "limit-0-accepted",
      refused,
      "a limit of 0 is overlooked",
      overlook("limit", (value) => /^0+$/.test(value)),
    ],
    [
      "limit-negative-accepted",
      refused,
      "a limit below 0 is overlooked",
      overlook("limit", (value) => /^-\d+$/.test(value)),
    ],
    [
      "limit-text-accepted",
      refused,
      "a limit that is text is overlooked",
      overlook("limit", (value) => !/\d/.test(value)),
    ],
    [
      "limit-ignored",
      `${section}-limit-at-most`,
      "limit has no effect where it is well-formed",
      overlook("limit", (value) => /^([1-9]\d?|100)$/.test(value)),
    ],
    [
      "limit-demanded",
      `${section}-answers-200`,
      "a request without a limit is refused",
      refuse((ask) => !sends("limit")(ask), "limit"),
    ],
  ];
}

/** Faults in limits and in searches by public key (4.3, 4.4, 8). */
export const limitFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", [
    ...ofLimit("4.4"),
    ["publickey-ignored", "4.4-public-key", "publickey has no effect", ignoreQuery("publickey")],
  ]),
  ...faultsOf("tokenBalances", "balances", [
    ...ofLimit("4.3"),
    [
      "publickey-ignored",
      "4.3-public-key",
      "account.publickey has no effect",
      ignoreQuery("account.publickey"),
    ],
  ]),
];
