import { expect, it } from '@jest/globals';
import { folded } from './fold.ts';

it('members that both sides have alike are one line, wherever they are', () => {
  const before = { a: 1, b: { x: [1, 2, 3], y: 'old', z: 0 }, c: true, d: null };
  const after = { ...before, b: { ...before.b, y: 'new' } };
  expect(folded(before, after)).toBe(
    [
      '{',
      '  … 1 alike',
      '  "b": {',
      '    … 1 alike',
      '    "y": "old",',
      '    … 1 alike',
      '  },',
      '  … 2 alike',
      '}',
    ]
      .join('\n')
      .replaceAll(',\n', '\n'),
  );
});

it('lists show what was put in between what stayed', () => {
  expect(folded([1, 2, 3], [1, 9, 2, 3])).toBe('[\n  … 3 alike\n]');
  expect(folded([1, 9, 2, 3], [1, 2, 3])).toBe('[\n  … 1 alike\n  9\n  … 2 alike\n]');
  expect(folded([{ a: 1, b: 2 }], [{ a: 1, b: 3 }])).toBe('[\n  {\n    … 1 alike\n    "b": 2\n  }\n]');
});

it('what only one side has is shown whole', () => {
  expect(folded({ a: { b: [1] } }, null)).toBe('{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}');
  expect(folded({ a: { b: [1] } }, { c: 1 })).toBe('{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}');
  expect([folded('text', 'other'), folded({}, {}), folded(null, 1)]).toEqual(['"text"', '{}', 'null']);
});
