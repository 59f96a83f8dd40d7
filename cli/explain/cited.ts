import { placeInfo } from "../../schemas/places.ts";

/** Where cited places stand in the document, and what stands there in our own words. */
export const citedPlaces = (cites: readonly string[]) =>
  cites.flatMap((name) => placeInfo(name) ?? []).map(({ section, line, fact }) => ({ section, line, fact }));

/** The same for people, one line each. */
export const citedLines = (cites: readonly string[]): readonly string[] =>
  citedPlaces(cites).map(({ section, line, fact }) => `§${section}, line ${line}: ${fact}`);
