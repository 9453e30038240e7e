import { describe, expect, it } from '@jest/globals';
import { createTestRuntime } from '../../test/test-runtime.ts';
import { createServedVariations, maxAgeMs } from './served-variations.ts';

function start(most?: number) {
  const runtime = createTestRuntime();
  return { runtime, served: createServedVariations(runtime, most) };
}

describe('served variations', () => {
  it('are kept for four and a half minutes', () => {
    const { runtime, served } = start();
    served.add('u', 'a', 'on', 'trace');
    runtime.advance(maxAgeMs - 1);
    expect(served.find('u', 'a')).toMatchObject({ variation: 'on', trace: 'trace' });
    runtime.advance(1);
    expect([served.find('u', 'a'), served.getVariables('u')]).toEqual([undefined, []]);
  });

  it('are the last of each user and variable, the latest variable first', () => {
    const { served } = start();
    served.add('u', 'a', 'on', 'one');
    served.add('u', 'b', 'on', undefined);
    served.add('v', 'c', 'on', undefined);
    served.add('u', 'a', 'off', 'two');
    expect(served.getVariables('u')).toEqual(['a', 'b']);
    expect(served.find('u', 'a')).toMatchObject({ variation: 'off', trace: 'two' });
    expect(served.find('u', 'c')).toBeUndefined();
  });

  it('are so many at most: who was served the longest ago goes first', () => {
    const { served } = start(3);
    for (const user of ['u', 'v', 'w', 'u', 'x']) served.add(user, 'a', 'on', undefined);
    expect(['u', 'v', 'w', 'x'].map((user) => served.getVariables(user).length)).toEqual([1, 0, 1, 1]);
  });

  it('are so many at most, also of one user', () => {
    const { served } = start(3);
    for (const variable of ['a', 'b', 'c', 'd']) served.add('u', variable, 'on', undefined);
    expect(served.getVariables('u')).toEqual(['d', 'c', 'b']);
  });
});
