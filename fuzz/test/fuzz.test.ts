import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { fuzz } from '../src/fuzz.ts';
import { whyUnmeasurable } from '../src/installation/process-meter.ts';
import { serviceNames } from '../src/installation/start-installation.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const seconds = 60;

const reason = whyUnmeasurable();
const measured = reason === undefined ? describe : describe.skip;
if (reason !== undefined) process.stderr.write(`${reason} Nothing is fuzzed.\n`);

measured('whatever is sent and whatever is stored', () => {
  it(
    'the services stay within the bounds on work, for a minute of shapes',
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
      // Each hunt has come to try something.
      expect(Object.entries(tried).filter(([, count]) => count === 0)).toEqual([]);
    },
    15 * 60_000,
  );
});
