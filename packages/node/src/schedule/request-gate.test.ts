import { keyRefusedMs } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import { createTestRuntime } from '../../test/test-runtime.ts';
import type { Outcome } from '../requests/outcome.ts';
import { createKeyRefusal, createRequestGate } from './request-gate.ts';

const failed: Outcome = { kind: 'failed', code: 'network', mayRetry: true };
const ok: Outcome = { kind: 'ok', status: 200, text: '', headers: new Headers() };
const limited = (retryAfterMs?: number): Outcome => ({ kind: 'limited', retryAfterMs });
const refused: Outcome = { kind: 'refused', code: 'key_invalid', status: 401 };

function lanes(failuresUntilBackoff?: number) {
  const runtime = createTestRuntime();
  const keyRefusal = createKeyRefusal();
  const gate = createRequestGate(runtime, keyRefusal, failuresUntilBackoff);
  return { runtime, gate, other: createRequestGate(runtime, keyRefusal) };
}

/** Enters as soon as that is possible, and fails. Returns how long it waited. */
function failAgain({ runtime, gate }: ReturnType<typeof lanes>): number {
  const waited = gate.waitMs();
  runtime.advance(Math.max(0, waited));
  expect(gate.tryAcquire()).toBe(true);
  gate.onOutcome(failed);
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
    const { runtime, gate } = lanes();
    runtime.setRandom(0);
    gate.onOutcome(failed);
    expect(gate.waitMs()).toBe(500);
  });

  it('begins anew after a minute without failure, not before', () => {
    const all = lanes();
    const { runtime, gate } = all;
    for (let n = 0; n < 3; n++) failAgain(all);
    gate.onOutcome(ok);
    expect(gate.waitMs()).toBeLessThanOrEqual(0);
    runtime.advance(59_999);
    gate.onOutcome(failed);
    expect(gate.waitMs()).toBe(8_000);
    gate.onOutcome(ok);
    runtime.advance(60_000);
    gate.onOutcome(failed);
    expect(gate.waitMs()).toBe(1_000);
  });

  it('begins with so many failures in a row as the lane says', () => {
    const { gate } = lanes(5);
    for (let n = 0; n < 4; n++) gate.onOutcome(failed);
    gate.onOutcome(ok);
    for (let n = 0; n < 4; n++) {
      gate.onOutcome(failed);
      expect(gate.tryAcquire()).toBe(true);
    }
    gate.onOutcome(failed);
    expect(gate.tryAcquire()).toBe(false);
  });

  it('is followed by one probe; the others wait for its answer', () => {
    const { runtime, gate } = lanes();
    gate.onOutcome(failed);
    runtime.advance(1_000);
    expect([gate.tryAcquire(), gate.tryAcquire()]).toEqual([true, false]);
    gate.onOutcome(ok);
    expect([gate.tryAcquire(), gate.tryAcquire()]).toEqual([true, true]);
  });

  it('is ignored by who is forced', () => {
    const { gate } = lanes();
    gate.onOutcome(failed);
    expect([gate.tryAcquire(), gate.tryAcquire(true)]).toEqual([false, true]);
  });
});

describe('429', () => {
  it('is Retry-After and up to 20 % more, at random, for this lane alone', () => {
    const { runtime, gate, other } = lanes();
    gate.onOutcome(limited(10_000));
    expect([gate.waitMs(), other.waitMs()]).toEqual([12_000, 0]);
    runtime.setRandom(0);
    gate.onOutcome(limited(10_000));
    expect(gate.waitMs()).toBe(10_000);
    expect([gate.tryAcquire(), gate.tryAcquire(true), other.tryAcquire()]).toEqual([false, false, true]);
    runtime.advance(10_000);
    expect(gate.tryAcquire()).toBe(true);
  });

  it('without Retry-After is a second', () => {
    const { runtime, gate } = lanes();
    runtime.setRandom(0);
    gate.onOutcome(limited());
    expect(gate.waitMs()).toBe(1_000);
  });
});

describe('a key that is refused', () => {
  it('stops all lanes for ten minutes, also those that are forced', () => {
    const { runtime, gate, other } = lanes();
    gate.onOutcome(refused);
    runtime.advance(keyRefusedMs - 1);
    expect([gate.tryAcquire(true), other.tryAcquire(true), other.waitMs()]).toEqual([false, false, 1]);
    runtime.advance(1);
    expect([gate.tryAcquire(), other.tryAcquire()]).toEqual([true, true]);
  });
});
