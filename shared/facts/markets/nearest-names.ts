const mostNames = 3;

/**
 * The rows whose names a mistyped text most likely means, best first, at most
 * three: names that start with it, then names a few letters away.
 */
export function nearestNames<Row extends { readonly name: string }>(
  folded: string,
  rows: readonly Row[],
  fold: (name: string) => string,
): readonly Row[] {
  const typed = folded.slice(0, 60);
  if (typed === '') return [];
  const allowed = Math.max(1, Math.floor(typed.length / 3));
  return rows
    .map((row) => ({ row, distance: distanceTo(typed, fold(row.name)) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNames)
    .map(({ row }) => row);
}

function distanceTo(typed: string, name: string): number {
  if (typed.length >= 3 && name.startsWith(typed)) return 0;
  return editDistance(typed, name);
}

/** Levenshtein distance: letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const inserted = (current[column] ?? 0) + 1;
      const deleted = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, deleted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
