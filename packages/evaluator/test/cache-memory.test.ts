/** What an environment takes in memory once everything has been asked, against what is stored of it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { FeatureFragment, JsonValue } from '../src/definition.ts';
import { compileFragments, createDatafile, evaluateUncounted, readContext } from '../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const most = 200;
const numbers = Array.from({ length: most }, (_, number) => number);
const uuid = (kind: number, number: number) =>
  `01900000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

/** As many variables and variations as there may be; each variation is served by an override. */
function largest(
  feature: number,
  valueOf: (variable: number, variation: number) => JsonValue,
): FeatureFragment {
  return {
    id: uuid(1, feature),
    slug: `f${feature}`,
    status: 'live',
    salt: 'a1b2c3d4',
    variables: numbers.map((variable) => ({
      id: uuid(2, feature * most + variable),
      slug: `f${feature}-${variable}`,
      default_variation: 'v0',
    })),
    variations: numbers.map((variation) => ({
      id: uuid(3, feature * most + variation),
      slug: `v${variation}`,
      values: numbers.map((variable) => valueOf(variable, variation)),
    })),
    targeting: { enabled: true, rules: [] },
    overrides: Object.fromEntries(numbers.map((variation) => [`u${variation}`, `v${variation}`])),
  };
}

async function heapBytes(): Promise<number> {
  for (let count = 0; count < 3; count += 1) {
    collectGarbage();
    await delay(20);
  }
  return process.memoryUsage().heapUsed;
}

it.each<[string, (variable: number, variation: number) => JsonValue]>([
  ['numbers of a digit', () => 0],
  ['empty lists', () => []],
  ['short lists, each another', (variable, variation) => [variable * most + variation]],
  [
    'lists of short texts, each another',
    (variable, variation) => [(variable * most + variation).toString(36)],
  ],
  ['texts, each another', (variable, variation) => `text ${variable} ${variation}`],
  ['texts among lists', (variable, variation) => (variation % 2 ? [] : `t${variable} ${variation}`)],
])(
  'every value of the largest features takes at most eight times what is stored: %s',
  async (_, valueOf) => {
    const features = 6;
    const texts = Array.from({ length: features }, (__, feature) =>
      JSON.stringify(largest(feature, valueOf)),
    );
    const stored = texts.reduce((sum, text) => sum + text.length, 0);
    const before = await heapBytes();
    const datafile = createDatafile();
    for (const text of texts) {
      const document = JSON.parse(text) as FeatureFragment;
      datafile.apply(compileFragments([{ kind: 'feature', id: document.id, document }]));
    }
    for (const number of [...numbers, -1]) {
      const context = readContext({ id: `u${number}` });
      for (const variable of numbers) {
        const expected = valueOf(variable, Math.max(0, number));
        const expectedText = JSON.stringify(expected);
        for (let feature = 0; feature < features; feature += 1) {
          const { text, value } = evaluateUncounted(datafile, `f${feature}-${variable}`, context, 0);
          if (JSON.stringify(value) !== expectedText) expect(value).toEqual(expected);
          if (!text.includes(`"value":${expectedText},`)) expect(text).toContain(expectedText);
        }
      }
    }
    const grown = (await heapBytes()) - before;
    expect(grown / stored).toBeLessThan(8);
    expect(datafile.variableOf('f0-0')).toBeDefined();
  },
  60_000,
);
