import { readCursor } from './page.ts';

/** The key of a list that is ordered by several members, as text for a cursor. */
export function placeKey(place: readonly (string | number)[]): string {
  return JSON.stringify(place);
}

/** The place that a cursor stands for; `undefined` = from the beginning. `isPlace` tells those that the list gives. */
export function readMembership<Place extends readonly (string | number)[]>(
  cursor: string | undefined,
  isPlace: (place: readonly unknown[]) => place is Place,
): Place | undefined {
  let found: Place | undefined;
  readCursor(cursor, (text) => {
    const place = parse(text);
    if (!Array.isArray(place) || !isPlace(place) || placeKey(place) !== text) return false;
    found = place;
    return true;
  });
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
