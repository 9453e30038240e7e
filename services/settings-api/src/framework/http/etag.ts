import { createHash } from 'node:crypto';
import { matchesEtag } from '@bunting/service';
import { settingsErrors } from '../errors.ts';

/** Returns the entity tag of a representation, from the JSON that is sent. */
export function createEtag(representation: unknown): string {
  return etagOfText(JSON.stringify(representation));
}

export function etagOfText(text: string | Buffer): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/**
 * Compares `If-Match` (RFC 9110 §13.1.1) with what is stored now. Call it inside the transaction, under the lock; before that,
 * somebody else could still change it. Throws 412, with the tag of now.
 */
export function requireMatch(ifMatch: string | undefined, representation: unknown): void {
  if (ifMatch === undefined) return;
  const now = createEtag(representation);
  if (!matchesEtag(ifMatch, now)) throw settingsErrors.changedMeanwhile(now);
}
