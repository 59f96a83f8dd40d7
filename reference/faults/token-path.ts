import { CROWDED_TOKEN } from "../data/tokens.ts";
import { invalidParameters } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { isSuccess } from "../rewriting/answer.ts";
import { rowsOf } from "../rewriting/list.ts";
import { refusePath, repairPath } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const BALANCES: readonly Entry[] = [
  [
    "missing-token-shows-others",
    "4.3-unknown-token",
    "an unknown token shows the holders of another one",
    (handler) => (ask) => {
      const known = handler({ ...ask, query: [] });
      const empty = isSuccess(known) && rowsOf(known.body, "balances").length === 0;
      return empty ? handler({ ...ask, param: CROWDED_TOKEN }) : handler(ask);
    },
  ],
  [
    "path-id-refused",
    "4.3-path-accepted",
    "an id with a part of ten digits is refused",
    refusePath((id) => /\d{10}/.test(id) && !/\d{11}/.test(id), "tokenId"),
  ],
  [
    "path-eleven-digits-accepted",
    "4.3-path-refused",
    "an id with a part of eleven digits is accepted",
    repairPath((id) => id.replaceAll(/(\d{10})\d+/g, "$1")),
  ],
  [
    "path-text-accepted",
    "4.3-path-refused",
    "text in place of an id is accepted",
    repairPath((id) => (/[a-z]/i.test(id) ? "0.0.1" : id)),
  ],
  [
    "path-refusal-names-the-value",
    "4.3-path-refused",
    "the refusal of an id names the value in place of the parameter",
    (handler) => (ask) => {
      const answer = handler(ask);
      return isSuccess(answer) || ask.query.length > 0 ? answer : invalidParameters([ask.param]);
    },
  ],
  [
    "path-short-accepted",
    "4.3-path-refused",
    "an id without shard is accepted",
    repairPath((id) => (/^\d{1,10}\.\d{1,10}$/.test(id) ? `0.${id}` : id)),
  ],
  [
    "path-fourth-part-accepted",
    "4.3-path-refused",
    "a fourth part of an id is overlooked",
    repairPath((id) => id.replace(/^(\d+\.\d+\.\d+)\..*$/, "$1")),
  ],
];

/** Faults in the token that the path of balances names (4.3). */
export const tokenPathFaults: readonly Fault[] = faultsOf("tokenBalances", "balances", BALANCES);
