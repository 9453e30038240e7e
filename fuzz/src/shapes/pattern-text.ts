/** Patterns that grow with `size`. */
const templates: Readonly<Record<string, (size: number) => string>> = {
  dots: (size) => `(?:.{0,${size}}){0,${size}}`,
  letters: (size) => `a{1,${size}}`,
  optional: (size) => `(?:a?){${size}}a{${size}}`,
  stars: (size) => '.*a'.repeat(size),
  words: (size) => `(?:${Array.from({ length: size }, (_, k) => `a${k}`).join('|')})`,
  nested: (size) => `${'(?:'.repeat(size)}a${')*'.repeat(size)}`,
  classes: (size) => `[^b]{${size}}`,
  properties: (size) => String.raw`\pL{1,${size}}`,
  captures: (size) => '(a)'.repeat(size),
  plain: (size) => 'a'.repeat(size),
};
export const templateNames = Object.keys(templates);

/**
 * Returns a pattern. `n` makes the patterns of one condition different: each has an end that none of our texts has. The
 * end is no literal, because the library would search for a literal first.
 */
export function writePattern(template: string, size: number, n: number): string {
  const text = (templates[template] ?? templates['plain']!)(Math.max(1, size));
  return `${text}[0-9]{1,${1 + (n % 900)}}${n < 900 ? '' : `[0-9]{1,${1 + Math.floor(n / 900)}}`}`;
}
