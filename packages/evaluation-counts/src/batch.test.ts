import { expect, it } from '@jest/globals';
import { reasons } from '@bunting/evaluator';
import { nameOfUnknownKey, otherKeys, readStoredCells, readStoredUnknownKeys } from './batch.ts';

const variable = '01a1fd21-39ee-723a-ad11-b56754f26431';
const variation = '01a1fd21-39ee-723a-ad11-b56754f26432';

it('reads the cells that a batch stores', () => {
  const cells = [
    [variable, variation, 0, 0, 7],
    [variable, null, reasons.length - 1, 1, 1],
  ];
  expect(readStoredCells(cells)).toEqual(cells);
  for (const entry of [
    ['checkout-layuot', 3],
    ['checkout-layuot', 3, 0],
    ['checkout-layuot', 3, 1],
  ])
    expect(readStoredUnknownKeys([entry])).toEqual([entry]);
});

it('refuses what nobody wrote', () => {
  const cells = [
    null,
    {},
    [[]],
    [[variable, variation, 7, 0, 1]],
    [[variable, variation, 0, 2, 1]],
    [[variable, variation, 0, 0, 0]],
    [[variable, variation, 0, 0, 1.5]],
    [[variable, 1, 0, 0, 1]],
    [[null, null, 0, 0, 1]],
  ];
  for (const stored of cells) expect(() => readStoredCells(stored)).toThrow(TypeError);
  for (const stored of [
    null,
    [['key']],
    [[1, 1]],
    [['key', -1]],
    [['key', 1, 2]],
    [['key', 1, true]],
    [['key', 1, 1, 1]],
  ]) {
    expect(() => readStoredUnknownKeys(stored)).toThrow(TypeError);
  }
});

it('counts keys that could be slugs by name, and all others under one name that no slug has', () => {
  for (const key of ['checkout', 'a', '0.5_b-c', 'x'.repeat(100)]) expect(nameOfUnknownKey(key)).toBe(key);
  for (const key of ['', '-a', 'ä', 'a b', 'x'.repeat(101), 'constructor\n', '__proto__', 'A']) {
    expect(nameOfUnknownKey(key)).toBe(otherKeys);
  }
  expect(nameOfUnknownKey(otherKeys)).toBe(otherKeys);
});
