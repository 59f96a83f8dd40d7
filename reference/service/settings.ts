import { USUAL_NAMES, type ParameterNames } from "./parameters.ts";

/** What the contract leaves to an implementation and the reference can be told. */
export type Settings = {
  readonly names: ParameterNames;
  /** The path in front of /api/v1 that links carry. */
  readonly prefix: string;
  /** The shard and realm of all records, which a short id leaves out. */
  readonly home: string;
  /** How many items a page has when nothing is said. */
  readonly pageSize: number;
  /** What becomes of a limit above 100. */
  readonly aboveHundred: "refused" | "cut";
  /** Which accounts a token is found by: those that hold it, or one that does not. */
  readonly accountsOf: "holders" | "treasury";
};

export const USUAL_SETTINGS: Settings = {
  names: USUAL_NAMES,
  prefix: "/ledger",
  home: "0.0",
  pageSize: 25,
  aboveHundred: "refused",
  accountsOf: "holders",
};
