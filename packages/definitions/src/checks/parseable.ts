import { parseInstant, parseIpRange, parseVersion } from '@bunting/evaluator';

export { parseInstant, patternProblem } from '@bunting/evaluator';

// The evaluator's own parsers decide what is a date, a version, a range or a pattern, so that no rule that passes these checks is
// malformed for the evaluator.

export function isInstant(text: string): boolean {
  return parseInstant(text) !== undefined;
}

export function isVersion(text: string): boolean {
  return parseVersion(text) !== undefined;
}

export function isCidr(text: string): boolean {
  return parseIpRange(text) !== undefined;
}
