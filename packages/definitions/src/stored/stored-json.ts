import type { JsonValue } from '@bunting/evaluator/definition';

/**
 * Returns the form in which a value is stored: minus zero becomes zero. PostgreSQL does not store minus zero, so a value with it
 * would differ from the stored one each time it is sent. Returns the same object if it has none.
 */
export function storedJson<Value extends JsonValue>(value: Value): Value {
  return storedPart(value) as Value;
}

/** Minus zero becomes zero (−0 + 0 is 0); every other number is unchanged. */
export function storedNumber(value: number): number {
  return value + 0;
}

/** Returns whether a value is a list. Array.isArray would narrow a read-only list to `any[]`. */
function isList(value: JsonValue): value is JsonValue[] {
  return Array.isArray(value);
}

/** Returns a value without minus zero itself and not a copy, because values may be long. */
function storedPart(value: JsonValue): JsonValue {
  if (typeof value === 'number') return storedNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const entries = value.map(storedPart);
    return entries.every((entry, index) => Object.is(entry, value[index])) ? value : entries;
  }
  const members = Object.entries(value).map(([name, member]) => [name, storedPart(member)] as const);
  const isSame = members.every(([name, member]) =>
    Object.is(member, (value as Record<string, JsonValue>)[name]),
  );
  // Object.fromEntries makes `__proto__` a member like others, as JSON.parse does.
  return isSame ? value : Object.fromEntries(members);
}
