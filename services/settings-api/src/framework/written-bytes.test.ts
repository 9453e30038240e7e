import { expect, it } from '@jest/globals';
import { createWrittenBytes } from './written-bytes.ts';

it('an organisation writes so many bytes a minute; others are not affected', () => {
  let now = 0;
  const admit = createWrittenBytes({ perMinute: 600, now: () => now });
  admit('acme', 600);
  expect(() => admit('acme', 100)).toThrow('limit of 600 bytes of definitions written per minute');
  admit('globex', 600);
  now += 10_000;
  admit('acme', 100);
  expect(() => admit('acme', 1)).toThrow(
    expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }),
  );
});
