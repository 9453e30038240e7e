import { parseInstant, parseIpRange, parseVersion } from '@bunting/evaluator';

export { isPattern } from '@bunting/evaluator';

// What counts as a date, a version, a range or a pattern is what the evaluator can read: a rule that passes here never
// turns out to be malformed there.

/** Milliseconds since 1970. */
export function instantOf(text: string): number | undefined {
  return parseInstant(text);
}

export function isInstant(text: string): boolean {
  return parseInstant(text) !== undefined;
}

export function isVersion(text: string): boolean {
  return parseVersion(text) !== undefined;
}

export function isCidr(text: string): boolean {
  return parseIpRange(text) !== undefined;
}
