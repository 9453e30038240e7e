import type { JsonValue } from '../definition/definition.ts';

/** Characters of a text that is explained. */
const maxTextLength = 1_000;
/** Values of a condition, or elements of a list, that are explained. */
export const maxValues = 100;

/** Limits an explanation to some hundred kilobytes, whatever the definition and the user are. */
export interface ValueFormatter {
  /** Counts an explained part. Returns false when the explanation is full. */
  readonly take: (part: unknown) => boolean;
  readonly hasRoom: () => boolean;
  /** Shortens a value that the explanation repeats for every condition. */
  readonly shown: (value: unknown) => JsonValue;
}

export function createValueFormatter(maxCharacters: number): ValueFormatter {
  let left = maxCharacters;
  // Cached, because many conditions look at the same list or object of a user.
  const known = new Map<object, JsonValue>();

  function shown(value: unknown): JsonValue {
    if (typeof value === 'string') return cut(value);
    if (typeof value !== 'object' || value === null) return value as JsonValue;
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = JSON.stringify(value);
    const shown = text.length <= maxTextLength ? (value as JsonValue) : cut(text);
    known.set(value, shown);
    return shown;
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
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`;
}
