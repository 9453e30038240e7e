import { hash } from 'node:crypto';

/** Returns the entity tag of an answer: 128 bits of the SHA-256 of a text, quoted. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text).slice(0, 32)}"`;
}

/**
 * Returns whether `If-None-Match` names the tag, or is `*`. It compares weakly (RFC 9110 §13.1.2): a proxy that compresses makes a tag
 * weak, which does not change the answer.
 */
export function matchesEtag(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((each) => {
    const tag = each.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}
