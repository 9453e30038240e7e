import { hash } from 'node:crypto';

/** Returns the entity tag of an answer: 128 bits of the SHA-256 of a text, quoted. */
export function createEtag(text: string): string {
  return `"${hash('sha256', text).slice(0, 32)}"`;
}
