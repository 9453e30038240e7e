import type { ObjectLike } from './json.ts';

/** The user for whom variables are evaluated. Without `id` and `email` the user is anonymous. */
export interface User {
  id?: string | undefined;
  email?: string | undefined;
  organisationId?: string | undefined;
  ip?: string | undefined;
  appVersion?: string | undefined;
  platform?: string | undefined;
  country?: string | undefined;
  audiences?: readonly string[] | undefined;
  /** An object that can be written as JSON, of any type: an interface, too. */
  customData?: ObjectLike | undefined;
}

/** Returns a hash of 32 bits (FNV-1a) and the length. Two of the few users whom a device stores do not share one by chance. */
export function hashText(text: string): string {
  let hash = 0;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619);
  return `${hash}.${text.length}`;
}
