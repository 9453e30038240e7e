import { expect, it } from '@jest/globals';
import { createPortFinder } from './free-port.ts';

const isLinux = process.platform === 'linux';

(isLinux ? it : it.skip)('a port is found once, although nobody listens on it yet', async () => {
  const ports = { first: 9_700, count: 100 };
  const finders = [createPortFinder(ports, 0), createPortFinder(ports, 0)];
  const found = await Promise.all(Array.from({ length: 20 }, (_, index) => finders[index % 2]!()));
  expect(new Set(found).size).toBe(20);
});
