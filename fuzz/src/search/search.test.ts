import { describe, expect, it } from '@jest/globals';
import type { Figures } from '../bounds.ts';
import type { Hunt } from '../hunts/hunt.ts';
import { createRandom } from '../random.ts';
import { sizeIn, type Shape } from '../shapes/shape.ts';
import { minimise } from './minimise.ts';
import { search } from './search.ts';

const maxBytes = 1_000_000;

/** Creates a hunt of a service that takes this much CPU for a shape. */
function huntFor(costOf: (shape: Shape) => number, begin: Shape): Hunt {
  return {
    name: 'made up',
    begin: () => begin,
    classOf: () => '',
    reachOf: () => maxBytes,
    show: String,
    async measure(shape) {
      const bytes = Object.keys(shape).reduce((sum, name) => sum + sizeIn(shape, name), 10);
      if (bytes > maxBytes) return { outcome: 'too large', bytes, words: '', figures: {} };
      const figures = { refusal_cpu_ms: { value: costOf(shape), most: 300 } };
      return { outcome: 'refused', bytes, words: '', figures };
    },
  };
}

/** Returns how many shapes it tries, and the first one over the bound. */
async function shapesUntilFound(hunt: Hunt, seed = 1) {
  let tried = 0;
  const found: Shape[] = [];
  await search({
    hunt,
    random: createRandom(seed),
    isOver: () => found.length > 0 || tried >= 2_000,
    ratioOf: (_, { refusal_cpu_ms: figure }: Figures) => (figure?.value ?? 0) / 300,
    onMeasured: async () => void tried++,
    onSuspect: async (shape) => void found.push(shape),
  });
  return { tried, found };
}

describe('the search', () => {
  it.each<[what: string, costOf: (shape: Shape) => number]>([
    ['one dimension squared', (shape) => sizeIn(shape, 'width') ** 2 / 1e6],
    ['two dimensions multiplied', (shape) => (sizeIn(shape, 'width') * sizeIn(shape, 'name')) / 1e5],
    [
      'a cost that begins late',
      (shape) => 1 + Math.max(0, sizeIn(shape, 'name') - 20_000) * 0.01 + sizeIn(shape, 'name') / 1e4,
    ],
    ['much for each byte', (shape) => sizeIn(shape, 'width') / 2_000],
  ])('finds %s in some hundred shapes', async (_, costOf) => {
    const { tried, found } = await shapesUntilFound(huntFor(costOf, { width: 10, name: 10, value: 10 }));
    expect(found).toHaveLength(1);
    expect(tried).toBeLessThan(300);
  });

  it('finds nothing where cost goes with the bytes and stays below the bound', async () => {
    const hunt = huntFor((shape) => sizeIn(shape, 'width') / 10_000, { width: 10, name: 10 });
    expect((await shapesUntilFound(hunt)).found).toEqual([]);
  });

  it('gets near the largest accepted shape', async () => {
    // Over the bound only in the last tenth of the sizes.
    const hunt = huntFor((shape) => sizeIn(shape, 'width') / 3_000, { width: 10 });
    expect((await shapesUntilFound(hunt)).found).toHaveLength(1);
  });
});

describe('a shape that was found', () => {
  it('is reduced as long as it exceeds the bound', async () => {
    const isOver = async (shape: Shape) => sizeIn(shape, 'width') >= 100;
    const options = { maxTries: 100, maxMs: 60_000 };
    const { width, name } = await minimise({ width: 3_000, name: 500 }, isOver, options);
    expect([width, name]).toEqual([187, 0]);
  });
});
