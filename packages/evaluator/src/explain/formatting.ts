import type { JsonValue } from '../definition.ts';

/** Characters of a text that is told. */
const longestText = 1_000;
/** Values of a condition, or elements of a list, that are told. */
export const mostValues = 100;

/** An explanation has some hundred kilobytes at most, whatever is stored and whoever asks. */
export interface Telling {
  /** Takes note of a part that is told; false once there is no room for more. */
  readonly take: (part: unknown) => boolean;
  readonly hasRoom: () => boolean;
  /** A value of any length, in an explanation that repeats it for every condition. */
  readonly shown: (value: unknown) => JsonValue;
}

export function createTelling(mostCharacters: number): Telling {
  let left = mostCharacters;
  // The same list or object of a user is looked at by many conditions.
  const known = new Map<object, JsonValue>();

  function shown(value: unknown): JsonValue {
    if (typeof value === 'string') return cut(value);
    if (typeof value !== 'object' || value === null) return value as JsonValue;
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = JSON.stringify(value);
    const told = text.length <= longestText ? (value as JsonValue) : cut(text);
    known.set(value, told);
    return told;
  }

  return {
    shown,
    hasRoom: () => left > 0,
    take(part) {
      left -= JSON.stringify(part).length;
      return left > 0;
    },
  };
}

export function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
