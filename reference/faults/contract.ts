import { contracts } from "../data/contracts.ts";
import type { Fault } from "../fault.ts";
import { isObject } from "../json.ts";
import { edit } from "../rewriting/answer.ts";
import { always, insteadOfNothing, refusePath, repairPath } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const ADDRESS = /^(0x)?[0-9a-f]{40}$/i;
const NUMBERS = /^(\d{1,10}\.){0,2}\d{1,10}$/;

/** Contracts that exist, to be shown where another one, or none, was asked for. */
const SOME_ID = contracts()[1]?.id ?? "";
const SOME_ADDRESS = contracts()[3]?.address ?? "";

const CONTRACT: readonly Entry[] = [
  [
    "id-shows-another",
    "4.8-contract-of-that-name",
    "every id shows the same contract",
    always(NUMBERS, SOME_ID),
  ],
  [
    "address-shows-another",
    "4.8-contract-of-that-name",
    "every address shows the same contract",
    always(ADDRESS, SOME_ADDRESS),
  ],
  [
    "bare-address-shows-another",
    "4.8-contract-of-that-name",
    "an address without 0x shows another contract",
    always(/^[0-9a-f]{40}$/i, SOME_ADDRESS),
  ],
  [
    "number-shows-another",
    "4.8-contract-of-that-name",
    "a number alone shows another contract",
    always(/^\d{1,10}$/, SOME_ID),
  ],
  [
    "short-id-refused",
    "4.8-id-or-address-accepted",
    "an id without shard and realm is refused",
    refusePath((param) => /^\d{1,10}$/.test(param), "contractIdOrAddress"),
  ],
  [
    "realm-id-refused",
    "4.8-id-or-address-accepted",
    "an id without shard is refused",
    refusePath((param) => /^\d{1,10}\.\d{1,10}$/.test(param), "contractIdOrAddress"),
  ],
  [
    "full-id-refused",
    "4.8-id-or-address-accepted",
    "a full id is refused",
    refusePath((param) => /^(\d{1,10}\.){2}\d{1,10}$/.test(param), "contractIdOrAddress"),
  ],
  [
    "bare-address-refused",
    "4.8-id-or-address-accepted",
    "an address without 0x is refused",
    refusePath((param) => /^[0-9a-f]{40}$/i.test(param), "contractIdOrAddress"),
  ],
  [
    "capital-address-refused",
    "4.8-id-or-address-accepted",
    "an address in capitals is refused",
    refusePath((param) => ADDRESS.test(param) && /[A-F]/.test(param), "contractIdOrAddress"),
  ],
  [
    "missing-shows-another",
    "4.8-missing-contract",
    "an unknown contract shows some contract",
    insteadOfNothing(/./, SOME_ID),
  ],
  [
    "text-accepted",
    "4.8-id-or-address-refused",
    "text in place of an id shows some contract",
    repairPath((param) => (/[g-z]/i.test(param.slice(2)) ? SOME_ID : param)),
  ],
  [
    "eleven-digits-accepted",
    "4.8-malformed-id",
    "a part of eleven digits is accepted",
    repairPath((param) => (/(^|\.)\d{11,39}(\.|$)/.test(param) ? SOME_ID : param)),
  ],
  [
    "address-of-39-accepted",
    "4.8-malformed-address",
    "39 digits in place of an address are accepted",
    repairPath((param) => (/^(?=\d*[a-f])[0-9a-f]{39}$/i.test(param) ? SOME_ADDRESS : param)),
  ],
];

const PERIOD: readonly Entry[] = [
  [
    "period-turned",
    "2.8-timestamp-order",
    "timestamp.from lies after timestamp.to",
    edit("/timestamp", (range) =>
      isObject(range) ? { from: range["to"] ?? null, to: range["from"] ?? null } : range,
    ),
  ],
];

/** Faults in the search for a contract, and in its period (2.8, 4.8). */
export const contractFaults: readonly Fault[] = faultsOf("contract", "contract", [...CONTRACT, ...PERIOD]);
