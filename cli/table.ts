/** Formats rows of cells as lines of text with aligned columns. The columns with an index in `numeric` are aligned to the right. */
export function tableText(
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = [],
  indent = "  ",
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number): string =>
    numeric.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `${indent}${row.map(padded).join("  ").trimEnd()}\n`).join("");
}
