import { formats } from "../../generators/formats.ts";
import {
  BALANCE_FILTER,
  CONTRACT_ID_OR_ADDRESS,
  ENTITY_ID,
  ENTITY_ID_FILTER,
} from "../../schemas/formats.ts";
import { describeFormat } from "./format-properties.ts";
import {
  filterOf,
  isAddress,
  isDigits,
  isEntityId,
  isHex,
  isIdOfAnyLength,
  isShortOrFullId,
  type Interpretation,
} from "./parsers.ts";

const addressInIt: Interpretation = (text) =>
  isAddress(text.slice(text.lastIndexOf(".") + 1).replace(/^[a-z]+:/, ""));
const surroundings = {
  empty: (text: string) => text === "",
  "case of the operator": (text: string) => text.toLowerCase() !== text,
  "colon without operator": (text: string) => text.startsWith(":"),
};

describeFormat("EntityId", {
  format: "EntityId",
  ...formats.entityId,
  interpretations: [(text) => ENTITY_ID.test(text), isEntityId],
  doubts: { "address in it": addressInIt, checksum: (text) => text.endsWith("-vfmkw") },
  place: "path",
  always: ["0.0.0", "0.0.1", "0.0.9999999999", "9999999999.9999999999.9999999999"],
  never: ["0.1", "1", "0.0.10000000000"],
});

describeFormat("EntityIdFilter", {
  format: "EntityIdFilter",
  ...formats.entityIdFilter,
  interpretations: [(text) => ENTITY_ID_FILTER.test(text), filterOf(isShortOrFullId)],
  doubts: { ...surroundings, "address in it": addressInIt },
  place: "query",
  always: ["0", "0000000001", "0.0.1", "0.0.9999999999"],
  never: ["0.1", "GT:1", ""],
});

describeFormat("BalanceFilter", {
  format: "BalanceFilter",
  ...formats.balanceFilter,
  interpretations: [(text) => BALANCE_FILTER.test(text), filterOf((text) => isDigits(text, 1, 10))],
  doubts: {
    ...surroundings,
    "whole number with a decimal": (text) => text.endsWith(".0"),
    "minus zero": (text) => text === "-0",
  },
  place: "query",
  always: ["0", "9999999999", "1", "1000000000"],
  never: ["eq:", "10000000000"],
});

describeFormat("contract id or address", {
  format: "ContractIdOrAddress",
  ...formats.contractIdOrAddress,
  interpretations: [
    (text) => CONTRACT_ID_OR_ADDRESS.test(text),
    (text) => isIdOfAnyLength(text) || isAddress(text),
    (text) =>
      isIdOfAnyLength(text) ||
      isAddress(text) ||
      (text.length === 41 && isHex(text.replace(/^0x/, ""), 39, 41)),
    (text) => isIdOfAnyLength(text) || isAddress(text) || isHex(text, 41),
  ],
  doubts: { checksum: (text) => text.endsWith("-vfmkw") },
  place: "path",
  always: [
    "0000000001",
    "0.1",
    "0.0.1",
    "9999999999",
    `0x${"f".repeat(40)}`,
    "00112233445566778899aabbccddeeff00112233",
  ],
  never: ["01", "0.0.0.1", `0X${"f".repeat(40)}`, `0.0.0x${"a1".repeat(20)}`],
});
