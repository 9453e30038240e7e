import { Type } from './type.ts';

/**
 * Plain ASCII, as the sign-in library takes them too: an address that could be invited but not sign in would be a trap. In
 * any case, stored lower-cased.
 */
export const emailSchema = Type.String({
  pattern: "^[A-Za-z0-9_+-]+(?:[.'][A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
  maxLength: 254,
  description: 'an e-mail address (stored lower-cased)',
});

export function emailFromStorage(email: string): string {
  return email.toLowerCase();
}
