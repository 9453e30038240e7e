/**
 * Formats JSON without markup characters. A client may put text that a scanner found in a repository into a web page.
 */
export function markupSafeJson(body: unknown): string {
  return JSON.stringify(body).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
