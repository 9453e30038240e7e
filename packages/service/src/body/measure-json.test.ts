import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { measureJson } from './measure-json.ts';

/** Posts the bytes that the heap of its thread keeps of the value. To collect the garbage of a process with many suites takes far longer. */
const program = `
  require('node:v8').setFlagsFromString('--expose-gc');
  const collectGarbage = require('node:vm').runInNewContext('gc');
  const { parentPort, workerData: text } = require('node:worker_threads');
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const value = JSON.parse(text);
  collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  // Keeps the value alive until here.
  parentPort.postMessage(value === undefined ? NaN : kept);`;

const length = 1_000_000;
const list = (entry: (index: number) => string) => {
  const entries: string[] = [];
  for (let bytes = 0; bytes < length; bytes += entries.at(-1)!.length + 1)
    entries.push(entry(entries.length));
  return `[${entries.join(',')}]`;
};
const name = (index: number, digits: number) => JSON.stringify(index.toString(36).padStart(digits, 'z'));
const object = (members: number, nameOf: (index: number) => string) =>
  `{${Array.from({ length: members }, (_, index) => `${nameOf(index)}:0`).join(',')}}`;

/** Bytes that the heap keeps of the value, for each byte of its text. */
async function keptPerByte(text: string): Promise<number> {
  const [kept] = (await once(new Worker(program, { eval: true, workerData: text }), 'message')) as [number];
  return kept / text.length;
}

const costPerByte = (text: string) => measureJson(Buffer.from(text), 100)!.cost / text.length;

describe('the estimated memory of a value', () => {
  it.each<[string, () => string]>([
    ['empty objects', () => list(() => '{}')],
    ['empty lists', () => list(() => '[]')],
    ['lists of one', () => list(() => '[0]')],
    ['lists in one another', () => list(() => `${'['.repeat(95)}${']'.repeat(95)}`)],
    ['digits', () => list(() => '7')],
    ['fractions among texts', () => list((index) => (index % 2 ? '""' : '0.5'))],
    ['zeros below zero', () => list((index) => (index ? '-0' : '""'))],
    ['objects of one shape', () => list(() => '{"a":0,"b":0}')],
    ['objects of a shape each', () => list((index) => `{${name(index, 4)}:0}`)],
    ['objects of three thousand shapes', () => list((index) => `{${name(index % 3_000, 4)}:0}`)],
    ['objects of thirty names of their own', () => list((n) => object(30, (k) => name(30 * n + k, 4)))],
    ['objects with an index', () => list(() => '{"9999":0}')],
    ['one object of many names', () => object(100_000, (index) => name(index, 5))],
    ['short texts', () => list((index) => name(index, 4))],
    ['long texts', () => list((index) => name(index, 100))],
  ])('is told before it is read: %s', async (_, text) => {
    const json = text();
    const [kept, cost] = [await keptPerByte(json), costPerByte(json)];
    // The parser needs more than is kept, and the estimate of a small value may be too high.
    expect(cost).toBeGreaterThan(0.8 * kept);
    expect(cost).toBeLessThan(2.5 * kept + 6);
  });

  it('is less than eight times the text for typical bodies', () => {
    const feature = (n: number) => ({
      slug: `f${n}`,
      variables: [{ slug: `f${n}`, type: 'boolean' }],
      variations: [
        { slug: 'off', values: { [`f${n}`]: false } },
        { slug: 'on', values: { [`f${n}`]: true } },
      ],
    });
    const event = (n: number) => ({ event: 'click', variable: 'v', variation: 'on', user: { id: `u${n}` } });
    for (const entry of [feature, event]) {
      expect(costPerByte(list((index) => JSON.stringify(entry(index))))).toBeLessThan(7);
    }
  });

  it('means nothing for text that is no JSON, and costs no more', () => {
    for (const text of [
      '}'.repeat(1_000),
      '"'.repeat(999),
      ':'.repeat(1_000_000),
      `"${'a'.repeat(500_000)}"${':'.repeat(500_000)}`,
      `{${'":'.repeat(500)}`,
      '"\\',
    ]) {
      expect(measureJson(Buffer.from(text), 100)).toBeDefined();
    }
    expect(measureJson(Buffer.from('['.repeat(101)), 100)).toBeUndefined();
  });
});
