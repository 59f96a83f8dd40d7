import type { UnspecifiedEntry } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import {
  failed,
  mixedResult,
  passed,
  planned,
  resultOf,
  notTested,
  violation,
  pageExchanges,
} from "../reports/samples.ts";

/** A result with something in every part of the page. */
export function fullResult(): RunResult {
  const excerpt = { lines: ["{", '  "decimals": "12",', "  … 3 more", "}"], marked: 1 };
  const seen = { seen: 40, null: 40, notNull: 0 };
  const open: readonly UnspecifiedEntry[] = [
    { id: "3-states", section: "3", statement: "values of states", assumption: "any text", observed: [] },
    ...mixedResult().unspecified,
  ];
  const deviation = { clause: "2.7-gas-used", reason: "agreed", until: "2026-12-31", link: "https://x.test" };
  return {
    ...resultOf([
      failed(planned(1), [violation({ pointer: "/tokens/3/name", placeCount: 25, excerpt }), violation()]),
      failed({ ...planned(1), id: "4.4-order" }, [
        violation({ pointer: "/tokens/0/token_id", exchanges: pageExchanges(3), rowFault: { kind: "gap" } }),
      ]),
      passed(planned(0), { field: seen, sample: "curl -i 'https://x.example.test'" }),
      notTested(planned(2)),
      notTested({ ...planned(2), id: "4.10-undecided" }, { outcome: "inconclusive", reason: "data moved" }),
    ]),
    unspecified: open,
    knownDeviations: { matched: [deviation], stale: [deviation], expired: [deviation] },
  };
}
