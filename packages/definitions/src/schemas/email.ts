import { Type } from './type.ts';

/**
 * An e-mail address in plain ASCII, in any case. The pattern accepts what the sign-in library accepts, so that nobody can be invited under
 * an address that cannot sign in.
 */
export const emailSchema = Type.String({
  pattern: "^[A-Za-z0-9_+-]+(?:[.'][A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
  maxLength: 254,
  description: 'an email address (stored lower-cased)',
});

/** Returns the address as it is stored and compared: lower-cased. */
export function emailFromStorage(email: string): string {
  return email.toLowerCase();
}
