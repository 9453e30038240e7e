import { expect, it } from '@jest/globals';
import { writeJson } from './write-json.ts';

const now = Date.parse('2026-11-22T12:00:00.500Z');

it('writes instants around the present', () => {
  expect(writeJson({ from: '<now-600s>', until: ['<now>', '<now+60s>'] }, now)).toBe(
    '{"from":"2026-11-22T11:50:00.500Z","until":["2026-11-22T12:00:00.500Z","2026-11-22T12:01:00.500Z"]}',
  );
});

it('leaves other texts as they are', () => {
  const value = { a: '<now-1h>', b: 'x <now>', c: '<NOW>', d: '"<now>"' };
  expect(writeJson(value, now)).toBe(JSON.stringify(value));
});
