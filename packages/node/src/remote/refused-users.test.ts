import { describe, expect, it } from '@jest/globals';
import { createTestRuntime } from '../../test/test-runtime.ts';
import { createRefusedUsers, maxRefusedUsers } from './refused-users.ts';

describe('users beyond the cap', () => {
  it('are remembered until the next month', () => {
    const runtime = createTestRuntime();
    const refused = createRefusedUsers(runtime);
    refused.add('u');
    runtime.advance(Date.parse('2026-12-01T00:00:00Z') - runtime.date() - 1);
    expect([refused.has('u'), refused.has('v')]).toEqual([true, false]);
    runtime.advance(1);
    expect(refused.has('u')).toBe(false);
  });

  it('are ten thousand at most', () => {
    const refused = createRefusedUsers(createTestRuntime());
    for (let n = 0; n <= maxRefusedUsers; n++) refused.add(`${n}`);
    expect([refused.has('0'), refused.has('1'), refused.has(`${maxRefusedUsers}`)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
