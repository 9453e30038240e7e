import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@bunting/evaluator/definition';

/** Texts in an expected body that stand for other texts. A trace is URL-safe and has at most 200 characters (decisions §1.5). */
const placeholders: readonly { readonly text: string; accepts(actual: JsonValue): boolean }[] = [
  { text: '<any text>', accepts: (actual) => typeof actual === 'string' && actual !== '' },
  { text: '<trace>', accepts: (actual) => typeof actual === 'string' && /^[\w.~-]{1,200}$/.test(actual) },
  { text: '<version>', accepts: (actual) => Number.isInteger(actual) && (actual as number) > 0 },
];

/**
 * Returns the differences between an actual and an expected body, one sentence each. The order of members does not
 * matter.
 */
export function differences(expected: JsonValue, actual: JsonValue, path = 'the body'): string[] {
  const placeholder = placeholders.find(({ text }) => text === expected);
  if (placeholder)
    return placeholder.accepts(actual) ? [] : [`${path} is no ${placeholder.text}: ${show(actual)}`];
  if (isObject(expected) && isObject(actual)) return differencesOfMembers(expected, actual, path);
  if (isList(expected) && isList(actual) && expected.length === actual.length) {
    return expected.flatMap((entry, index) => differences(entry, actual[index] ?? null, `${path}[${index}]`));
  }
  return isDeepStrictEqual(expected, actual)
    ? []
    : [`${path} is ${show(actual)} instead of ${show(expected)}`];
}

type JsonObject = Readonly<Record<string, JsonValue>>;

function differencesOfMembers(expected: JsonObject, actual: JsonObject, path: string): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) => {
    if (!Object.hasOwn(actual, name)) return [`${path} has no ${show(name)}`];
    if (!Object.hasOwn(expected, name)) return [`${path} has ${show(name)}, which is not expected`];
    return differences(expected[name] ?? null, actual[name] ?? null, `${path}[${show(name)}]`);
  });
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: JsonValue): string {
  return JSON.stringify(value);
}
