import { describe, expect, it } from '@jest/globals';
import { createTestRuntime } from '../../test/test-runtime.ts';
import { createExposureLog, maxExposures } from './exposures.ts';

describe('an exposure', () => {
  it('is new once for each user, variable and variation', () => {
    const log = createExposureLog(createTestRuntime());
    const given = [
      ['u', 'a', 'on'],
      ['u', 'a', 'on'],
      ['u', 'a', 'off'],
      ['u', 'b', 'on'],
      ['v', 'a', 'on'],
      ['u', 'a', 'on'],
    ] as const;
    expect(given.map(([user, variable, variation]) => log.isNew(user, variable, variation))).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is new again on the next day', () => {
    const runtime = createTestRuntime();
    const log = createExposureLog(runtime);
    log.isNew('u', 'a', 'on');
    runtime.advance(12 * 3_600_000 - 1);
    expect(log.isNew('u', 'a', 'on')).toBe(false);
    runtime.advance(1);
    expect(log.isNew('u', 'a', 'on')).toBe(true);
  });

  it('is forgotten after a hundred thousand others', () => {
    const log = createExposureLog(createTestRuntime());
    for (let n = 0; n < maxExposures; n++) log.isNew(`${n}`, 'a', 'on');
    expect(log.isNew('0', 'a', 'on')).toBe(true);
  });
});
