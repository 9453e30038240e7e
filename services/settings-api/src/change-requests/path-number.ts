import { settingsErrors } from '../framework/errors.ts';

/** Reads the number of a request in a path. Throws 404 for what is no number. */
export function requirePathNumber(text: string): number {
  // PostgreSQL has no integer with more digits.
  if (!/^[1-9]\d{0,8}$/.test(text)) throw settingsErrors.unknown('change request', text);
  return Number(text);
}
