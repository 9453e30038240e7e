/**
 * Rows in the order in which they are shown already, so that nothing moves under the eye. What is new comes to an edge: in front if it stands in
 * front of everything that is shown, else at the end.
 */
export function inShownOrder<Row>(
  rows: readonly Row[],
  shown: readonly string[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const isInOrder = shown.length <= rows.length && shown.every((key, place) => key === keyOf(rows[place]!));
  if (isInOrder) return rows;
  const places = new Map(shown.map((key, place) => [key, place]));
  const firstKnown = rows.findIndex((row) => places.has(keyOf(row)));
  const placeOf = (row: Row, index: number) =>
    places.get(keyOf(row)) ?? (index < firstKnown ? -1 : shown.length);
  return rows
    .map((row, index) => ({ row, place: placeOf(row, index) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row);
}
