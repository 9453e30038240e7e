import type { JsonValue } from '@bunting/evaluator/definition';

/**
 * A value in the form in which it is stored and read again: minus zero, which JSON can write and JavaScript tells from zero, is
 * zero. Otherwise each time the same value is given it would differ from the one that is there.
 */
export function storedJson<Value extends JsonValue>(value: Value): Value {
  return storedPart(value) as Value;
}

/** −0 + 0 is 0, and every other number stays what it is. */
export function storedNumber(value: number): number {
  return value + 0;
}

/** Array.isArray takes a list that cannot be written to for a list of anything. */
function isList(value: JsonValue): value is JsonValue[] {
  return Array.isArray(value);
}

/** What holds no minus zero is given back as it is: values may be long, and the copy of one would be as long. */
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
