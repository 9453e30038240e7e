/** Patterns that grow with `size`; `n` tells those of one condition apart. */
const templates: Readonly<Record<string, (size: number, n: number) => string>> = {
  dots: (size, n) => `(?:.{0,${size}}){0,${size}}[0-9]{1,${1 + (n % 900)}}${n}`,
  letters: (size, n) => `a{1,${size}}b${n}`,
  optional: (size, n) => `(?:a?){${size}}a{${size}}${n}`,
  stars: (size, n) => `${'.*a'.repeat(size)}${n}`,
  words: (size, n) => `(?:${Array.from({ length: size }, (_, k) => `a${k}`).join('|')})${n}`,
  nested: (size, n) => `${'(?:'.repeat(size)}a${')*'.repeat(size)}${n}`,
  classes: (size, n) => `[^b]{${size}}${n}`,
  properties: (size, n) => String.raw`\pL{1,${size}}${n}`,
  captures: (size, n) => `${'(a)'.repeat(size)}${n}`,
  plain: (size, n) => `${'a'.repeat(size)}${n}`,
};
export const templateNames = Object.keys(templates);

export function patternOf(template: string, size: number, n: number): string {
  return (templates[template] ?? templates['plain']!)(Math.max(1, size), n);
}
