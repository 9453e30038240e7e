import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import { ensureBuilt } from '@bunting/testing';
import { describeWith } from '@bunting/testing/requirements';
import { fuzz } from '../src/fuzz.ts';
import { whyUnmeasurable } from '../src/installation/process-meter.ts';
import { serviceNames } from '../src/installation/start-installation.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const seconds = 30;

const measuring = {
  name: 'way to measure a process here: it takes the /proc of Linux',
  found: whyUnmeasurable() === undefined || undefined,
};

describeWith(measuring, 'with any request and any stored definition', () => {
  beforeAll(ensureBuilt);

  it(
    'the services stay within the bounds on work, for half a minute of shapes',
    async () => {
      const { findings, tried } = await fuzz({
        checkout,
        seed: 7,
        seconds,
        services: serviceNames,
        replay: [],
        path: process.env['PATH'] ?? '',
        print: () => {},
      });
      expect(findings).toEqual([]);
      // Each hunt has tried something.
      expect(Object.entries(tried).filter(([, count]) => count === 0)).toEqual([]);
    },
    15 * 60_000,
  );
});
