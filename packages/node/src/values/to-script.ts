const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
};

/**
 * Returns a value as a JavaScript expression, and as JSON, for a `<script>` of a page: no text in it ends the element. Use it for everything that you pass
 * to a page: evaluations, the user, a signature. A value that JSON leaves out is `null`. Throws if the value cannot be written as JSON.
 *
 * @example `<script>window.flags = ${toScript(evaluations)}; window.user = ${toScript({ id: user.id })}</script>`
 */
export function toScript(value: unknown): string {
  // Returns undefined for undefined, whatever its type says.
  const text = (JSON.stringify(value) as string | undefined) ?? 'null';
  return text.replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character]!);
}
