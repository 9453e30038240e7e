/**
 * Rows in the order in which they are shown already, so that nothing moves under the eye. What is new comes to an edge: in front if it stands in
 * front of everything that is shown, else at the end.
 */
export function inShownOrder<Row>(
  rows: readonly Row[],
  shown: readonly string[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const isInOrder =
    shown.length <= rows.length && shown.every((key, position) => key === keyOf(rows[position]!));
  if (isInOrder) return rows;
  const positions = new Map(shown.map((key, position) => [key, position]));
  const firstKnown = rows.findIndex((row) => positions.has(keyOf(row)));
  const positionOf = (row: Row, index: number) =>
    positions.get(keyOf(row)) ?? (index < firstKnown ? -1 : shown.length);
  return rows
    .map((row, index) => ({ row, position: positionOf(row, index) }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ row }) => row);
}
