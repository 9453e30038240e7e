import { readCursor } from '../page.ts';

/** The key of a list that is ordered by several members, as text for a cursor. */
export function placeKey(place: readonly (string | number)[]): string {
  return JSON.stringify(place);
}

/** The place that a cursor stands for; `undefined` = from the beginning. `isPlace` tells those that the list gives. */
export function readPlace<Place>(
  cursor: string | undefined,
  isPlace: (place: readonly unknown[]) => boolean,
): Place | undefined {
  const key = readCursor(cursor, (text) => {
    const place = parse(text);
    return Array.isArray(place) && placeKey(place as string[]) === text && isPlace(place);
  });
  return key === undefined ? undefined : (parse(key) as Place);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
