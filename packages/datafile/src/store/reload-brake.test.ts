import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createReloadBrake } from './reload-brake.ts';

let now = 0;
beforeEach(() => void (now = 0));
afterEach(() => void jest.useRealTimers());

describe('loading what was evicted again', () => {
  it('is free for what was not evicted', () => {
    expect(createReloadBrake(() => now).enter('a')).toBeUndefined();
  });

  it('runs one at a time for each organisation', async () => {
    const brake = createReloadBrake(() => now);
    for (const id of ['a', 'b']) brake.evicted(id, 'acme');
    brake.evicted('c', 'globex');
    const leave = await brake.enter('a');
    let isWaiting = true;
    const enterSecond = async () => {
      const leaveSecond = await brake.enter('b')!;
      isWaiting = false;
      leaveSecond();
    };
    const second = enterSecond();
    (await brake.enter('c'))!();
    expect(isWaiting).toBe(true);
    leave!();
    await second;
    expect(isWaiting).toBe(false);
  });

  it('takes at most half of the time, after ten seconds of it', async () => {
    jest.useFakeTimers();
    const brake = createReloadBrake(() => now);
    brake.evicted('a', 'acme');
    const first = await brake.enter('a');
    now += 22_000;
    first!();
    let hasEntered = false;
    // Refilled while it ran, it is a second in debt, which two seconds pay.
    const second = brake.enter('a')!.then(() => (hasEntered = true));
    await jest.advanceTimersByTimeAsync(3_900);
    expect(hasEntered).toBe(false);
    await jest.advanceTimersByTimeAsync(1_200);
    await second;
    expect(hasEntered).toBe(true);
  });

  it('refuses whoever would wait too long', async () => {
    jest.useFakeTimers();
    const brake = createReloadBrake(() => now);
    brake.evicted('a', 'acme');
    await brake.enter('a');
    const refused = brake.enter('a')!.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5_001);
    expect(String(await refused)).toContain('Other environments of the organisation');
  });
});
