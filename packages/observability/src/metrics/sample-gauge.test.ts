import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { sampleGauge } from './sample-gauge.ts';

describe('a number that is read at every scrape', () => {
  it('has the latest value, zero included, and is left out without a value', async () => {
    const registry = new Registry();
    const answers: (() => number | undefined | Promise<number>)[] = [
      () => 7,
      () => 0,
      () => undefined,
      () => Promise.reject(new Error('away')),
      () => 8,
    ];
    sampleGauge(registry, { name: 'age_seconds', help: 'An age.' }, () => answers.shift()!());
    const sampled: (string | undefined)[] = [];
    while (answers.length > 0)
      sampled.push(/^bunting_age_seconds (.*)$/m.exec(await registry.metrics())?.[1]);
    expect(sampled).toEqual(['7', '0', undefined, undefined, '8']);
  });

  it('does not delay the scrape', async () => {
    const registry = new Registry();
    sampleGauge(registry, { name: 'age_seconds', help: 'An age.' }, () => new Promise(() => {}));
    expect(await registry.metrics()).not.toMatch(/^bunting_age_seconds/m);
  });
});
