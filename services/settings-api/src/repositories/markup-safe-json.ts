/** JSON without characters of markup. A client may put text that a scanner found in somebody's files into a web page. */
export function markupSafeJson(body: unknown): string {
  return JSON.stringify(body).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
