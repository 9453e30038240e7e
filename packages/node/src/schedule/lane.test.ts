import { describe, expect, it } from '@jest/globals';
import { createTestRuntime } from '../../test/test-runtime.ts';
import type { Outcome } from '../requests/outcome.ts';
import { createKeyState, createLane, refusedForMs } from './lane.ts';

const failed: Outcome = { kind: 'failed', code: 'network', mayRetry: true };
const ok: Outcome = { kind: 'ok', status: 200, text: '', headers: new Headers() };
const limited = (retryAfterMs?: number): Outcome => ({ kind: 'limited', retryAfterMs });
const refused: Outcome = { kind: 'refused', code: 'key_invalid', status: 401 };

function lanes(failuresUntilBackoff?: number) {
  const runtime = createTestRuntime();
  const keyState = createKeyState();
  const lane = createLane(runtime, keyState, failuresUntilBackoff);
  return { runtime, lane, other: createLane(runtime, keyState) };
}

/** Enters as soon as that is possible, and fails. Returns how long it waited. */
function failAgain({ runtime, lane }: ReturnType<typeof lanes>): number {
  const waited = lane.waitMs();
  runtime.advance(Math.max(0, waited));
  expect(lane.enter()).toBe(true);
  lane.onOutcome(failed);
  return waited;
}

describe('the backoff', () => {
  it('is 1 s × 2ⁿ up to 60 s', () => {
    const all = lanes();
    failAgain(all);
    const waits = Array.from({ length: 8 }, () => failAgain(all));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is half of that at least, at random', () => {
    const { runtime, lane } = lanes();
    runtime.setRandom(0);
    lane.onOutcome(failed);
    expect(lane.waitMs()).toBe(500);
  });

  it('begins anew after a minute without failure, not before', () => {
    const all = lanes();
    const { runtime, lane } = all;
    for (let n = 0; n < 3; n++) failAgain(all);
    lane.onOutcome(ok);
    expect(lane.waitMs()).toBeLessThanOrEqual(0);
    runtime.advance(59_999);
    lane.onOutcome(failed);
    expect(lane.waitMs()).toBe(8_000);
    lane.onOutcome(ok);
    runtime.advance(60_000);
    lane.onOutcome(failed);
    expect(lane.waitMs()).toBe(1_000);
  });

  it('begins with so many failures in a row as the lane says', () => {
    const { lane } = lanes(5);
    for (let n = 0; n < 4; n++) lane.onOutcome(failed);
    lane.onOutcome(ok);
    for (let n = 0; n < 4; n++) {
      lane.onOutcome(failed);
      expect(lane.enter()).toBe(true);
    }
    lane.onOutcome(failed);
    expect(lane.enter()).toBe(false);
  });

  it('is followed by one probe; the others wait for its answer', () => {
    const { runtime, lane } = lanes();
    lane.onOutcome(failed);
    runtime.advance(1_000);
    expect([lane.enter(), lane.enter()]).toEqual([true, false]);
    lane.onOutcome(ok);
    expect([lane.enter(), lane.enter()]).toEqual([true, true]);
  });

  it('is ignored by who is forced', () => {
    const { lane } = lanes();
    lane.onOutcome(failed);
    expect([lane.enter(), lane.enter(true)]).toEqual([false, true]);
  });
});

describe('429', () => {
  it('is Retry-After and up to 20 % more, at random, for this lane alone', () => {
    const { runtime, lane, other } = lanes();
    lane.onOutcome(limited(10_000));
    expect([lane.waitMs(), other.waitMs()]).toEqual([12_000, 0]);
    runtime.setRandom(0);
    lane.onOutcome(limited(10_000));
    expect(lane.waitMs()).toBe(10_000);
    expect([lane.enter(), lane.enter(true), other.enter()]).toEqual([false, false, true]);
    runtime.advance(10_000);
    expect(lane.enter()).toBe(true);
  });

  it('without Retry-After is a second', () => {
    const { runtime, lane } = lanes();
    runtime.setRandom(0);
    lane.onOutcome(limited());
    expect(lane.waitMs()).toBe(1_000);
  });
});

describe('a key that is refused', () => {
  it('stops all lanes for ten minutes, also those that are forced', () => {
    const { runtime, lane, other } = lanes();
    lane.onOutcome(refused);
    runtime.advance(refusedForMs - 1);
    expect([lane.enter(true), other.enter(true), other.waitMs()]).toEqual([false, false, 1]);
    runtime.advance(1);
    expect([lane.enter(), other.enter()]).toEqual([true, true]);
  });
});
