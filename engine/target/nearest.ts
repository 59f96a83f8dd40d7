/** The known name that is most similar to a wrong name; undefined if none is similar. */
function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const lowerCase = wrong.toLowerCase();
  const maximum = Math.max(1, Math.floor(wrong.length * 0.4));
  const [first] = names
    // A difference in length needs at least as many edits. Comparing a wrong name of a megabyte would take minutes.
    .filter((name) => Math.abs(name.length - wrong.length) <= maximum)
    .map((name) => ({ name, edits: editsBetween(lowerCase, name.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits);
  if (first !== undefined && first.edits <= maximum) return first.name;
  // A wrong name that is a part of a long name needs too many edits, so names that contain the wrong name are accepted too.
  const containing = names.filter((name) => lowerCase.length > 3 && name.toLowerCase().includes(lowerCase));
  return containing.toSorted((a, b) => a.length - b.length)[0];
}

/** Ends a message about a wrong name: `: did you mean "tokens"?`; empty if no name is near. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const nearest = nearestName(wrong, names);
  return nearest === undefined ? "" : `: did you mean ${JSON.stringify(nearest)}?`;
}

function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[column], row[column + 1], row[column]];
      next.push(Math.min(left + 1, above + 1, diagonal + (one[index] === other[column] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
