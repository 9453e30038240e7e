/**
 * Prints as JSON, for each kind of values, how many times what is stored an environment takes in memory once everything has been asked.
 * `node --expose-gc --import ./tools/run-typescript.mjs` runs it.
 */
import { strictEqual } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { finish } from '../src/compile/steps.ts';
import type { FeatureFragment, JsonValue } from '../src/definition/definition.ts';
import {
  compileFragments,
  createDatafile,
  evaluateUncounted,
  measureDocument,
  readContext,
} from '../src/index.ts';

const features = 6;
const most = 200;
const numbers = Array.from({ length: most }, (_, number) => number);
const uuid = (kind: number, number: number) =>
  `01900000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

type ValueOf = (variable: number, variation: number) => JsonValue;

const kinds: Record<string, ValueOf> = {
  'numbers of a digit': () => 0,
  'empty lists': () => [],
  'short lists, each another': (variable, variation) => [variable * most + variation],
  'lists of short texts, each another': (variable, variation) => [(variable * most + variation).toString(36)],
  'texts, each another': (variable, variation) => `text ${variable} ${variation}`,
  'texts among lists': (variable, variation) => (variation % 2 ? [] : `t${variable} ${variation}`),
};

/** Returns a feature with as many variables and variations as allowed; each variation is served by an override. */
function largest(feature: number, valueOf: ValueOf): FeatureFragment {
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
    globalThis.gc!();
    await delay(20);
  }
  return process.memoryUsage().heapUsed;
}

/** Throws if a value is not the one that is stored, or if the datafile takes more than its weight says. */
async function measure(valueOf: ValueOf): Promise<number> {
  const texts = Array.from({ length: features }, (_, feature) => JSON.stringify(largest(feature, valueOf)));
  const stored = texts.reduce((sum, text) => sum + text.length, 0);
  const before = await heapBytes();
  const datafile = createDatafile();
  for (const text of texts) {
    const document = JSON.parse(text) as FeatureFragment;
    const size = finish(measureDocument(text, true));
    datafile.apply(compileFragments([{ kind: 'feature', id: document.id, document, size }]));
  }
  for (const number of [...numbers, -1]) {
    const context = readContext({ id: `u${number}` });
    for (const variable of numbers) {
      const expected = JSON.stringify(valueOf(variable, Math.max(0, number)));
      for (let feature = 0; feature < features; feature += 1) {
        const { text, value } = evaluateUncounted(datafile, `f${feature}-${variable}`, context, 0);
        strictEqual(JSON.stringify(value), expected);
        strictEqual(text.includes(`"value":${expected},`), true);
      }
    }
  }
  const grown = (await heapBytes()) - before;
  strictEqual(grown < datafile.weight.bytes, true, `${grown} bytes, estimated at ${datafile.weight.bytes}`);
  strictEqual(datafile.variableOf('f0-0') === undefined, false);
  return grown / stored;
}

const measured: Record<string, number> = {};
for (const [name, valueOf] of Object.entries(kinds)) measured[name] = await measure(valueOf);
process.stdout.write(JSON.stringify(measured));
