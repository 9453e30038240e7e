/** Returns the anchor of a heading as GitHub makes it, so that one link works there and on the site. */
export function getSlug(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
