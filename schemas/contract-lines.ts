// §1 to §9: the lines of the contract, without its text. `npm run renumber` rewrites the numbers when the contract changes.

/** By section, the lines that contain a statement: single lines, and the first and the last line of blocks. */
const sectionLines: Readonly<Record<string, readonly (number | readonly [first: number, last: number])[]>> = {
  "1": [[7, 10]],
  "2.1": [[16, 23]],
  "2.2": [27, [29, 34], [36, 38], [40, 50], [52, 58], 60, [62, 69]],
  "2.3": [[75, 81], 83, 84],
  "2.4": [[88, 90]],
  "2.5": [[94, 95]],
  "2.6": [[101, 108]],
  "2.7": [112, [116, 149], [151, 152]],
  "2.8": [[158, 174]],
  "2.9": [178, 179, 181, 182],
  "3": [[186, 191]],
  "4": [195],
  "4.1": [[199, 200]],
  "4.2": [[204, 205]],
  "4.3": [[209, 212], 216, [217, 221]],
  "4.4": [[225, 227], [231, 236], 238],
  "4.5": [[242, 244]],
  "4.6": [[248, 250]],
  "4.7": [[254, 257]],
  "4.8": [[261, 264]],
  "4.9": [[268, 271]],
  "4.10": [[275, 278]],
  "4.11": [282],
  "5": [[286, 288]],
  "6": [292],
  "7": [[296, 303]],
  "8": [[309, 314], 316],
  "9": [[320, 323]],
};

export const contractLines: ReadonlyMap<number, string> = new Map(
  Object.entries(sectionLines)
    .flatMap(([section, blocks]) =>
      blocks.flatMap((block) => {
        const [first, last] = typeof block === "number" ? [block, block] : block;
        return Array.from({ length: last - first + 1 }, (_, at) => [first + at, section] as const);
      }),
    )
    .toSorted(([a], [b]) => a - b),
);

/** One line for all fields, consecutive lines from the first on, or the line of each field. */
type FieldLines = number | { readonly firstLine: number } | readonly number[];

/** By section and title of the record, the lines of its fields in the order of its schema. */
const fieldLines: Readonly<Record<string, Readonly<Record<string, FieldLines>>>> = {
  "2.2": {
    "status-summary": 27,
    page: { firstLine: 30 },
    status: { firstLine: 37 },
    component: [41, 41, 41, 42, 42, 43, 44, 45, 46, 47, 48, 49, 50],
    incident: [53, 53, 53, 53, 54, 54, 55, 56, 57, 58],
    "incident-update": 60,
    "scheduled-maintenance": [63, 63, 63, 63, 64, 64, 65, 65, 66, 66, 67, 68, 69],
  },
  "2.3": { token: { firstLine: 75 } },
  "2.4": { "token-balances": 88, balance: 89, links: 88 },
  "2.5": { "network-fees": 94, fee: 95 },
  "2.6": { "topic-message": { firstLine: 101 }, "chunk-info": 101 },
  "2.7": { "contract-result": { firstLine: 116 }, log: 151, "state-change": 152 },
  "2.8": { contract: { firstLine: 158 }, "admin-key": 158, timestamp: 172 },
  "2.9": {
    "session-verification": 178,
    contract: 179,
    files: 179,
    "direct-verification": 181,
    "result-entry": 181,
  },
  "4.4": { tokens: 226, links: 226 },
};

/** The line on which the contract names a field: `title` of its record, and its `index` in the schema of the record. */
export function lineOfField(section: string, title: string, index: number): number {
  const lines = fieldLines[section]?.[title];
  const line =
    typeof lines === "object" ? ("firstLine" in lines ? lines.firstLine + index : lines[index]) : lines;
  if (line === undefined) {
    throw new Error(`no line is known for field ${index} of ${title} in section ${section}`);
  }
  return line;
}

/** Sections in the order of the contract: 2.9 before 4.10. */
export function compareSections(a: string, b: string): number {
  const [partA = 0, subA = 0] = a.split(".").map(Number);
  const [partB = 0, subB = 0] = b.split(".").map(Number);
  return partA - partB || subA - subB;
}
