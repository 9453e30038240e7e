import { createSample, sampleWith, schemaAt, type Resolve, type Schema } from './schema.ts';
import { sizeIn, wordIn, type Shape } from './shape.ts';

/** The content of a box; `valid` is the smallest value that the schema accepts there. */
const cells: Readonly<Record<string, (size: number) => string>> = {
  zero: () => '0',
  null: () => 'null',
  true: () => 'true',
  map: () => '{}',
  list: () => '[]',
  pair: () => '{"a":0}',
  nul: () => String.raw`"\u0000"`,
  lone: () => String.raw`"\ud800"`,
  rounded: () => '9007199254740993',
  huge: () => '1e400',
  text: (size) => `"${'x'.repeat(size)}"`,
  dates: (size) => `"${'2026-01-01T00:00:00Z'.repeat(Math.ceil(size / 20))}"`,
  digits: (size) => `0.${'1'.repeat(size)}`,
  deep: (size) => '['.repeat(size) + ']'.repeat(size),
};
export const cellNames = ['valid', ...Object.keys(cells)];

/** The characters of long names and texts. */
const marks: Readonly<Record<string, string>> = {
  a: 'a',
  quote: String.raw`\"`,
  backslash: '\\\\',
  nul: String.raw`\u0000`,
  lone: String.raw`\ud800`,
  escaped: String.raw`\u0061`,
  astral: '😀',
  dot: '.',
  bracket: '[',
  space: ' ',
  T: 'T',
};
export const markNames = Object.keys(marks);

/** The ways of combining `width` cells. */
const boxes: Readonly<Record<string, (cell: string, shape: Shape) => string>> = {
  list: (cell, shape) => `[${repeated(cell, sizeIn(shape, 'width'))}]`,
  map: (cell, shape) => mapText(shape, (n) => n.toString(36), cell),
  twins: (cell, shape) => mapText(shape, () => '', cell),
  numbered: (cell, shape) => mapText(shape, (n) => String(n), cell),
  nest: (cell, shape) => '['.repeat(sizeIn(shape, 'width')) + cell + ']'.repeat(sizeIn(shape, 'width')),
  chain: (cell, shape) => '{"a":'.repeat(sizeIn(shape, 'width')) + cell + '}'.repeat(sizeIn(shape, 'width')),
  open: (cell, shape) => '['.repeat(sizeIn(shape, 'width')) + cell,
  text: (_, shape) => `"${markOf(shape).repeat(sizeIn(shape, 'width'))}"`,
  number: (_, shape) => '1'.repeat(Math.max(1, sizeIn(shape, 'width'))),
  spaces: (cell, shape) => ' '.repeat(sizeIn(shape, 'width')) + cell,
};
export const boxNames = Object.keys(boxes);

/**
 * Returns the text of a body: all members that the schema requires, and at one position a box of cells, under a long
 * name if the shape has one.
 */
export function writeJsonText(shape: Shape, schema: Schema, resolve: Resolve): string {
  const steps = wordIn(shape, 'at').split('/').filter(Boolean);
  const member = schemaAt(schema, steps, resolve);
  const cell = cellOf(shape, member, resolve);
  const box = boxes[wordIn(shape, 'box')] ?? boxes['list']!;
  const filling = box(cell, shape);
  const name = markOf(shape).repeat(sizeIn(shape, 'name'));
  const isUnnamed = steps.at(-1) === '?';
  const value = isUnnamed || name === '' ? filling : `{"${name}":${filling}}`;
  const whole = JSON.stringify(sampleWith(schema, steps, stand, resolve));
  // Replacements are functions, because a text may contain patterns such as `$1` that `replace` would interpret.
  return whole
    .replace(isUnnamed ? '"?":' : '', () => (isUnnamed ? `"${name}":` : ''))
    .replace(`"${stand}"`, () => value);
}

const stand = 'where the box stands';

function cellOf(shape: Shape, member: Schema, resolve: Resolve): string {
  const word = wordIn(shape, 'cell');
  const size = sizeIn(shape, 'value');
  const made = cells[word];
  if (made !== undefined) return made(size);
  const values = typeof member.additionalProperties === 'object' ? member.additionalProperties : undefined;
  return JSON.stringify(createSample(member.items ?? values ?? member, resolve) ?? null);
}

function markOf(shape: Shape): string {
  return marks[wordIn(shape, 'mark')] ?? 'a';
}

function repeated(text: string, count: number): string {
  return count < 1 ? '' : `${text},`.repeat(count - 1) + text;
}

/** Returns an object whose names have the length of the shape and differ at their ends. */
function mapText(shape: Shape, endOf: (n: number) => string, cell: string): string {
  const start = wordIn(shape, 'at').endsWith('?')
    ? ''
    : markOf(shape).repeat(Math.min(sizeIn(shape, 'name'), 1_000));
  const members = Array.from({ length: sizeIn(shape, 'width') }, (_, n) => `"${start}${endOf(n)}":${cell}`);
  return `{${members.join(',')}}`;
}
