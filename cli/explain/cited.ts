import { placeInfo } from "../../schemas/places.ts";

/** A place of the document that a clause cites. */
export interface Cited {
  readonly section: string;
  readonly line: number;
  /** What stands there, in our own words. */
  readonly fact: string;
}

/** Where cited places stand in the document. */
export function citedPlaces(cites: readonly string[]): readonly Cited[] {
  return cites
    .map((name) => placeInfo(name))
    .filter((info) => info !== undefined)
    .map(({ section, line, fact }) => ({ section, line, fact }));
}

/** The same for people, one line each. */
export function citedLines(cites: readonly string[]): readonly string[] {
  return citedPlaces(cites).map(({ section, line, fact }) => `§${section}, line ${line}: ${fact}`);
}
