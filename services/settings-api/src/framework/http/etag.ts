import { createHash } from 'node:crypto';
import { settingsErrors } from '../errors.ts';

/** The entity tag of a representation, from the JSON that is sent. */
export function etagOf(representation: unknown): string {
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
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const now = etagOf(representation);
  if (!tagsOf(ifMatch).includes(now)) throw settingsErrors.changedMeanwhile(now);
}

/** The tags of `If-Match` or `If-None-Match`. A proxy that compresses makes a tag weak, which does not matter here. */
export function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
