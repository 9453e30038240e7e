import { sizeIn, wordIn, type Shape } from './shape.ts';

/** Constructs that YAML has and JSON does not, `width` times; n makes repetitions different, `value` is a length. */
const constructs: Readonly<Record<string, (width: number, value: number) => string>> = {
  keys: (width) => lines(width, (n) => `k${n}: 0`),
  'long keys': (width, value) => lines(width, (n) => `${'k'.repeat(value)}${n}: 0`),
  'question keys': (width) => lines(width, (n) => `? k${n}\n: 0`),
  'flow keys': (width) => `{${times(width, (n) => `k${n}: 0`).join(', ')}}`,
  'same keys': (width) => lines(width, () => 'slug: 0'),
  anchors: (width) => `a:\n${lines(width, (n) => `  - &a${n} 0`)}`,
  aliases: (width) => `a: &a 0\nb:\n${lines(width, () => '  - *a')}`,
  laughs: (width) => `a0: &a0 [0]\n${lines(width, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)}`,
  merges: (width) => `a: &a {b: 0}\n${lines(width, (n) => `k${n}:\n  <<: *a`)}`,
  items: (width) => `features:\n${lines(width, () => '- 0')}`,
  'empty items': (width) => `features:\n${lines(width, () => '-')}`,
  'features of nothing': (width) => `features:\n${lines(width, (n) => `- slug: f-${n}`)}`,
  brackets: (width) => '['.repeat(width),
  'nested lists': (width) => '['.repeat(width) + ']'.repeat(width),
  'nested maps': (width) => '{a: '.repeat(width) + '}'.repeat(width),
  dashes: (width) => '- '.repeat(width),
  colons: (width) => ': '.repeat(width),
  questions: (width) => '? '.repeat(width),
  comments: (width) => '#\n'.repeat(width),
  'blank lines': (width) => `a:${'\n'.repeat(width)} 0`,
  'plain words': (width) => `name: ${'a '.repeat(width)}`,
  'plain lines': (width) => `name: a\n${'  a\n'.repeat(width)}`,
  'quoted text': (width) => String.raw`name: "${'\\u0000'.repeat(width)}"`,
  'quoted lines': (width) => `name: "${'a\n\n'.repeat(width)}"`,
  'literal text': (width) => `name: |\n${'  a\n'.repeat(width)}`,
  'folded text': (width) => `name: >\n${'  a\n\n'.repeat(width)}`,
  tags: (width) => `a:\n${lines(width, (n) => `  - !t${n} 0`)}`,
  'long tag': (width) => `a: !${'t'.repeat(width)} 0`,
  'tag directives': (width) => `${lines(width, (n) => `%TAG !t${n}! tag:example.com,2026:`)}---\na: 0`,
  documents: (width) => '---\n'.repeat(width),
  'deep indentation': (width) => times(width, (n) => `${' '.repeat(n)}a:\n`).join(''),
  'bad indentation': (width) => lines(width, (n) => `${' '.repeat(n % 7)}a: 0`),
  numbers: (width, value) => lines(width, (n) => `k${n}: 0.${'1'.repeat(value)}`),
  ampersands: (width) => '&a '.repeat(width),
  stars: (width) => lines(width, () => '*a : *a'),
  tabs: (width) => '\t'.repeat(width),
  errors: (width) => lines(width, () => '@: `'),
};
export const constructNames = Object.keys(constructs);

export function writeYamlText(shape: Shape): string {
  const construct = constructs[wordIn(shape, 'of')] ?? constructs['keys']!;
  return construct(sizeIn(shape, 'width'), sizeIn(shape, 'value'));
}

function times(count: number, text: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => text(n));
}

function lines(count: number, text: (n: number) => string): string {
  return `${times(count, text).join('\n')}\n`;
}
