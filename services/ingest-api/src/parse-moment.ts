import { parseInstant } from '@bunting/evaluator';

const dateCharacters = '2026-11-21'.length;

/**
 * Milliseconds since 1970 of an ISO 8601 date with a time; without an offset it is UTC (decisions §3). Undefined for
 * everything else, a date alone included.
 */
export function parseMoment(given: unknown): number | undefined {
  if (typeof given !== 'string' || given.length <= dateCharacters) return undefined;
  return parseInstant(given);
}
