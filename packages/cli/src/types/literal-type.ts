import type { VariableType } from './variable-type.ts';

/** Values are not nested deeper in what the service stores. Deeper ones would exceed the stack of the compiler. */
const maxDepth = 100;
/** The literals of one variable. The service leaves out longer lists of values; this limits what any other answer makes. */
const maxLength = 64 * 1024;

/**
 * Returns the union of a variable's stored values, as a TypeScript type; undefined if there is none: the values are not listed,
 * there are none, or one is not of the type of the variable. A boolean always is undefined, since the fallback of one that is
 * only ever true is false. null is omitted, since it never reaches the application: the fallback does.
 */
export function literalType({ type, values }: VariableType): string | undefined {
  if (type === 'boolean' || values === undefined) return undefined;
  const served = values.filter((value) => value !== null);
  if (served.some((value) => type !== 'json' && typeof value !== type)) return undefined;
  const literals = new Set<string>();
  let length = 0;
  for (const value of served) {
    const literal = literalOf(value, 0);
    if (literal === undefined) return undefined;
    length += literal.length;
    if (length > maxLength) return undefined;
    literals.add(literal);
  }
  return literals.size === 0 ? undefined : [...literals].toSorted(compareCodePoints).join(' | ');
}

/** Returns a literal; undefined = TypeScript has no literal for the value. */
function literalOf(value: unknown, depth: number): string | undefined {
  if (depth > maxDepth) return undefined;
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => literalOf(item, depth + 1));
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  return objectLiteral(value as Readonly<Record<string, unknown>>, depth);
}

function objectLiteral(value: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  const names = Object.keys(value).toSorted(compareCodePoints);
  // `{}` would accept any value.
  if (names.length === 0) return 'Record<string, never>';
  const members: string[] = [];
  for (const name of names) {
    const literal = literalOf(value[name], depth + 1);
    if (literal === undefined) return undefined;
    members.push(`${quote(name)}: ${literal}`);
  }
  return `{ ${members.join('; ')} }`;
}

/**
 * Quotes a text as a literal in single quotes. Everything that could end it, or change how an editor shows the file, is escaped:
 * control characters, line separators, characters that are invisible or change the direction of text, halves of surrogate pairs.
 */
export function quote(text: string): string {
  const escaped = text.replaceAll(/['\\]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
  return `'${escaped}'`;
}

/** Compares by Unicode code points, which `<` does not do beyond U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
