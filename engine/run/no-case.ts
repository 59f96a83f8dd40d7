import { casesOf } from "../clauses/cases.ts";
import type { AskingClause, Have, Needs } from "../clauses/clause.ts";
import {
  ignoreUnavailable,
  leftToStandard,
  Unavailable,
  type Listing,
  type Size,
  type World,
} from "../clauses/prerequisites.ts";
import { groundsOf } from "./attempt.ts";
import { sizeOf } from "../discovery/levels.ts";

/** Why a clause has no case: the level asks too little, or else the data show nothing that it is on. */
export function noCase(clause: AskingClause, have: Have<Needs>, size: Size): Unavailable {
  const larger = sizeOf("standard");
  if (size.contexts < larger.contexts && countAt(clause.given, have, larger) > 0) {
    return leftToStandard("records", "none of its cases is sent at this level");
  }
  const reason = "the service shows no record that this clause is about";
  return new Unavailable("inconclusive", { reason, obstacle: "data", suspects: groundsOf(clause) });
}

/** How many cases there would be at a level, of what was found at this one. */
function countAt(given: AskingClause["given"], have: Have<Needs>, size: Size): number {
  try {
    return casesOf(given?.(at(have, size)), size, 0).count;
  } catch (error) {
    ignoreUnavailable(error);
    return 0;
  }
}

/** What was found, with the size of a level in place of another one's: a list has it too. */
function at(have: Have<Needs>, size: Size): Have<Needs> {
  return Object.fromEntries(
    Object.entries(have).map(([alias, value]) => [
      alias,
      isSize(value) ? size : isListing(value) ? { ...value, size } : value,
    ]),
  );
}

type Found = World[keyof World];
const isSize = (value: Found): value is Size => typeof value === "object" && "contexts" in value;
const isListing = (value: Found): value is Listing => typeof value === "object" && "pageRows" in value;
