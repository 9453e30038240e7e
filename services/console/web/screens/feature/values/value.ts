/** A value in the grid as text of one type, which keeps its formatting until it is saved. Pure. */
export type ValueType = 'boolean' | 'number' | 'string' | 'json';

type Parsed = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const wholeNumber = new RegExp(`^${number.source}$`);

/** The initial value of a new variable, by type. */
export const initialText: Readonly<Record<ValueType, string>> = {
  boolean: 'false',
  number: '0',
  string: '',
  json: '{}',
};

/** Formats a stored value for the grid. */
export function formatValue(type: ValueType, value: unknown): string {
  if (value === undefined) return initialText[type];
  return type === 'string' && typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parses a value, or returns the problem. */
export function parseValue(type: ValueType, text: string): Parsed {
  if (type === 'string') return { value: text };
  if (type === 'boolean') return { value: text === 'true' };
  if (type === 'number') {
    const written = text.trim();
    if (!wholeNumber.test(written)) return { problem: 'Enter a number such as 12, -0.5 or 1e6.' };
    return inexact(written) ?? { value: Number(written) };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return { problem: 'The value must not be null. Null means that there is no value.' };
    return (
      numbersOf(text)
        .map(inexact)
        .find((each) => each !== undefined) ?? { value }
    );
  } catch (error) {
    return { problem: `Not valid JSON: ${(error as Error).message}.` };
  }
}

/** Finds the numbers of a JSON text outside of strings. */
function numbersOf(text: string): string[] {
  const tokens = text.matchAll(new RegExp(`"(?:[^"\\\\]|\\\\.)*"|(${number.source})`, 'g'));
  return [...tokens].flatMap(([, written]) => (written === undefined ? [] : [written]));
}

/** Returns a problem if a double cannot store a number exactly. */
function inexact(written: string): { problem: string } | undefined {
  const kept = Number(written);
  if (!Number.isFinite(kept)) return { problem: `${written} is too large.` };
  if (!/^-?\d{16,}$/.test(written) || BigInt(written) === BigInt(kept)) return undefined;
  return { problem: `${written} can’t be stored exactly. It would become ${BigInt(kept)}.` };
}
