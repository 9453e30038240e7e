import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { sampleGauge } from './sample-gauge.ts';

describe('a number that is asked for at every scrape', () => {
  it('is what was told last, zero too, and left out when nothing was told', async () => {
    const registry = new Registry();
    const answers: (() => number | undefined | Promise<number>)[] = [
      () => 7,
      () => 0,
      () => undefined,
      () => Promise.reject(new Error('away')),
      () => 8,
    ];
    sampleGauge(registry, { name: 'age_seconds', help: 'An age.' }, () => answers.shift()!());
    const told: (string | undefined)[] = [];
    while (answers.length > 0) told.push(/^bunting_age_seconds (.*)$/m.exec(await registry.metrics())?.[1]);
    expect(told).toEqual(['7', '0', undefined, undefined, '8']);
  });

  it('does not hold the scrape up', async () => {
    const registry = new Registry();
    sampleGauge(registry, { name: 'age_seconds', help: 'An age.' }, () => new Promise(() => {}));
    expect(await registry.metrics()).not.toMatch(/^bunting_age_seconds/m);
  });
});
