import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createRequestGate } from './request-gate.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const randomIs = (value: number) => jest.spyOn(Math, 'random').mockReturnValue(value);

describe('after a failure', () => {
  it('waits 1 s, doubled up to 60 s, times 0.5 to 1 at random', () => {
    const gate = createRequestGate({ until: 0 });
    randomIs(1);
    const waits = Array.from({ length: 8 }, () => {
      gate.onAnswer({ status: 503 });
      return gate.waitMs(0);
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    randomIs(0);
    gate.onAnswer({ status: 0 });
    expect(gate.waitMs(0)).toBe(30_000);
  });
  it('begins anew after a minute without failure, not sooner', () => {
    const gate = createRequestGate({ until: 0 });
    randomIs(1);
    for (const [goodMs, waitMs] of [
      [0, 1_000],
      [59_000, 2_000],
      [60_000, 1_000],
    ] as const) {
      gate.onAnswer({ status: 200 });
      jest.advanceTimersByTime(goodMs);
      gate.onAnswer({ status: 500 });
      expect(gate.waitMs(0)).toBe(waitMs);
    }
  });
  it('lets through what the application wants, and what the network wants that is back', () => {
    const gate = createRequestGate({ until: 0 });
    gate.onAnswer({ status: 0 });
    expect([gate.waitMs(1), gate.waitMs(2)]).toEqual([0, 0]);
  });
  it('waits no longer once an answer is good', () => {
    const gate = createRequestGate({ until: 0 });
    gate.onAnswer({ status: 500 });
    gate.onAnswer({ status: 200 });
    expect(gate.waitMs(0)).toBe(0);
  });
  it('waits as long as the answer asks for, plus up to 20 %', () => {
    const gate = createRequestGate({ until: 0 });
    randomIs(1);
    gate.onAnswer({ status: 503, retryAfterS: 10 });
    expect(gate.waitMs(0)).toBe(12_000);
  });
});

describe('after 429', () => {
  it('waits Retry-After and up to 20 % at random, whoever asks', () => {
    const gate = createRequestGate({ until: 0 });
    for (const [random, waitMs] of [
      [0, 30_000],
      [1, 36_000],
    ] as const) {
      randomIs(random);
      gate.onAnswer({ status: 429, retryAfterS: 30 });
      expect([gate.waitMs(0), gate.waitMs(2)]).toEqual([waitMs, waitMs]);
    }
  });
  it('backs off where Retry-After is missing', () => {
    const gate = createRequestGate({ until: 0 });
    randomIs(1);
    gate.onAnswer({ status: 429 });
    expect(gate.waitMs(2)).toBe(1_000);
  });
});

it('after 401 waits ten minutes, but for the application', () => {
  const gate = createRequestGate({ until: 0 });
  gate.onAnswer({ status: 401 });
  expect([gate.waitMs(0), gate.waitMs(1), gate.waitMs(2)]).toEqual([600_000, 600_000, 0]);
});

it('a refusal counts for evaluation and events, until an answer is good', () => {
  const refusal = { until: 0 };
  const [evaluation, events] = [createRequestGate(refusal), createRequestGate(refusal)];
  events.onAnswer({ status: 401 });
  expect([evaluation.waitMs(0), events.waitMs(0)]).toEqual([600_000, 600_000]);
  evaluation.onAnswer({ status: 200 });
  expect([evaluation.waitMs(0), events.waitMs(0)]).toEqual([0, 0]);
});
