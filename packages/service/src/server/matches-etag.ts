/**
 * Returns true if the value of `If-Match` or `If-None-Match` names the tag, or is `*`. It compares weakly (RFC 9110 §8.8.3.2): a proxy that compresses
 * makes a tag weak, which does not change the answer.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => {
    const tag = each.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}
