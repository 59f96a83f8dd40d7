/** Rows of cells as aligned lines: the first columns (one, unless more are wanted) to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[], toTheLeft = 1): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (sofar, row) => row.map((cell, column) => Math.max(sofar[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column < toTheLeft ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `  ${cells.join("   ").trimEnd()}`;
  });
}
