// §1 to §9: the facts of the contract that clauses cite
import { documentLines, documentTables } from "./document.ts";

type Lines = typeof documentLines;
type Tables = typeof documentTables;
type FactIn<Facts> = Facts extends `${infer First}, ${infer Rest}` ? First | FactIn<Rest> : Facts & string;

/** Section and fact, such as `4.3 order effect`. */
export type ContractPlace =
  | { [S in keyof Lines]: `${S} ${FactIn<Lines[S][keyof Lines[S]]>}` }[keyof Lines]
  | { [S in keyof Tables]: `${S} ${keyof Tables[S]["record"]["properties"] & string}` }[keyof Tables];

/** The position of a statement in the contract. */
export interface PlaceInfo {
  readonly place: string;
  readonly section: string;
  readonly fact: string;
  /** Counted from 1. */
  readonly line: number;
}

/** All facts, in the order of the contract. */
export const contractPlaces: readonly PlaceInfo[] = [
  ...Object.entries(documentTables).flatMap(([section, { first, record }]) =>
    Object.keys(record.properties).map((fact, index) => ({ section, fact, line: first + index })),
  ),
  ...Object.entries(documentLines).flatMap(([section, lines]) =>
    Object.entries<string>(lines).flatMap(([line, facts]) =>
      facts.split(", ").map((fact) => ({ section, fact, line: Number(line) })),
    ),
  ),
]
  .map((info) => ({ ...info, place: `${info.section} ${info.fact}` }))
  .toSorted((a, b) => a.line - b.line);

const placesByName: ReadonlyMap<string, PlaceInfo> = new Map(
  contractPlaces.map((info) => [info.place, info]),
);

export function placeInfo(name: string): PlaceInfo | undefined {
  return placesByName.get(name);
}

function isPlace(name: string): name is ContractPlace {
  return placesByName.has(name);
}

/** A place whose name is put together of parts: a wrong one shows as soon as the clause is loaded. */
export function contractPlace(name: string): ContractPlace {
  if (!isPlace(name)) {
    throw new Error(`the document has no place "${name}" (schemas/document.ts)`);
  }
  return name;
}

/** Sections in the order of the contract: 2.9 before 4.10. */
export function compareSections(a: string, b: string): number {
  const [partA = 0, subA = 0] = a.split(".").map(Number);
  const [partB = 0, subB = 0] = b.split(".").map(Number);
  return partA - partB || subA - subB;
}
