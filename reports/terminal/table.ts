/** Rows of cells as aligned lines: the first column to the left, all others to the right. */
export function table(rows: readonly (readonly string[])[], indent = "  "): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (sofar, row) => row.map((cell, column) => Math.max(sofar[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return indent + cells.join("   ").trimEnd();
  });
}
