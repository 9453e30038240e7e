import { createHash } from 'node:crypto';
import { settingsErrors } from './errors.ts';

/** The entity tag of a representation, from the JSON that is sent. */
export function etagOf(representation: unknown): string {
  return etagOfText(JSON.stringify(representation));
}

export function etagOfText(text: string | Buffer): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/**
 * What `If-Match` asks for (RFC 9110 §13.1.1), put to what is stored now. Call it inside the transaction, under the lock:
 * earlier would be too early. Throws settingsErrors.changedMeanwhile.
 */
export function requireMatch(ifMatch: string | undefined, representation: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (!tagsOf(ifMatch).includes(etagOf(representation))) throw settingsErrors.changedMeanwhile;
}

/** A proxy that compresses may have made the tag weak; the resource is the same. */
export function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
