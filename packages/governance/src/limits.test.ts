import { describe, expect, it } from '@jest/globals';
import { defaultLimits, toLimits } from './limits.ts';

const settings = {
  EVAL_API_RATE_LIMIT_PER_MINUTE: 60,
  EVAL_API_RATE_LIMIT_DISABLED: false,
  CLIENT_RATE_LIMIT_PER_MINUTE: 30,
  CLIENT_ADDRESS_RATE_LIMIT_PER_MINUTE: 6,
  EVAL_API_MAX_BATCH_KEYS: 10,
  EVAL_API_MAX_BATCH_KEYS_DISABLED: false,
  EVAL_API_MAX_EVENTS_BATCH: 20,
  EVAL_API_MAX_EVENTS_BATCH_DISABLED: false,
};

describe('limits (contract §8)', () => {
  it('have the defaults of decisions §2', () => {
    expect(defaultLimits).toEqual({
      ratePerMinute: 60_000,
      clientRatePerMinute: 60_000,
      clientAddressRatePerMinute: 600,
      maxBatchKeys: 100,
      maxEventsBatch: 1_000,
    });
  });

  it('are the configured numbers', () => {
    expect(toLimits(settings)).toEqual({
      ratePerMinute: 60,
      clientRatePerMinute: 30,
      clientAddressRatePerMinute: 6,
      maxBatchKeys: 10,
      maxEventsBatch: 20,
    });
  });

  it('are switched off one by one, by their disable variables', () => {
    expect(toLimits({ ...settings, EVAL_API_RATE_LIMIT_DISABLED: true })).toMatchObject({
      ratePerMinute: Infinity,
      clientRatePerMinute: Infinity,
      clientAddressRatePerMinute: Infinity,
    });
    expect(toLimits({ ...settings, EVAL_API_MAX_BATCH_KEYS_DISABLED: true }).maxBatchKeys).toBe(Infinity);
    expect(toLimits({ ...settings, EVAL_API_MAX_EVENTS_BATCH_DISABLED: true })).toEqual({
      ...toLimits(settings),
      maxEventsBatch: Infinity,
    });
  });
});
