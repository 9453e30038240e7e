/**
 * Returns the canonical text of a value by RFC 8785 (JCS): members in the order of UTF-16 code units, no white space, texts and numbers as JSON.stringify
 * writes them. undefined = there is none: the value has half of a surrogate pair, or a number that a double does not hold exactly.
 */
export function canonicalJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? JSON.stringify(value) : undefined;
    case 'number':
      return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        ? JSON.stringify(value)
        : undefined;
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value)
        ? writeList(value)
        : writeObject(value as Readonly<Record<string, unknown>>);
    default:
      return undefined;
  }
}

function writeList(list: readonly unknown[]): string | undefined {
  const entries = list.map(canonicalJson);
  return entries.includes(undefined) ? undefined : `[${entries.join(',')}]`;
}

function writeObject(object: Readonly<Record<string, unknown>>): string | undefined {
  const members: string[] = [];
  for (const name of Object.keys(object).toSorted(compareCodeUnits)) {
    const [key, text] = [canonicalJson(name), canonicalJson(object[name])];
    if (key === undefined || text === undefined) return undefined;
    members.push(`${key}:${text}`);
  }
  return `{${members.join(',')}}`;
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
