/** JSON in which no markup stands: what a scanner found in somebody's files may be put into a page by somebody else. */
export function harmlessJson(body: unknown): string {
  return JSON.stringify(body).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
