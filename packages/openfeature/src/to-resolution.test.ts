import { describe, expect, it } from '@jest/globals';
import { toResolution, type Details } from './to-resolution.ts';

const served = { value: 1, variation: 'on', feature: 'f', isFallback: false };
const unserved = { value: 0, variation: null, feature: 'f', isFallback: true };
const none = { ...unserved, feature: null, reason: null };

describe('what the SDK is told (decisions §8.3)', () => {
  it.each<[string, Partial<Details<number>>, boolean, string]>([
    ['targeting_rule_matched', served, false, 'TARGETING_MATCH'],
    ['targeting_rule_matched', served, true, 'SPLIT'],
    ['self_targeting_override', served, false, 'TARGETING_MATCH'],
    ['default_variation', served, false, 'STATIC'],
    ['feature_complete', served, false, 'STATIC'],
    ['no_rule_matched', served, false, 'DEFAULT'],
    ['default_variation', unserved, false, 'DEFAULT'],
    ['feature_complete', unserved, false, 'DEFAULT'],
    ['no_rule_matched', unserved, false, 'DEFAULT'],
    ['targeting_disabled', unserved, false, 'DISABLED'],
    // The value is JSON null.
    ['targeting_rule_matched', { ...served, value: 0, isFallback: true }, false, 'TARGETING_MATCH'],
    ['targeting_rule_matched', { ...served, value: 0, isFallback: true }, true, 'SPLIT'],
    ['default_variation', { ...served, value: 0, isFallback: true }, false, 'STATIC'],
  ])('of %s with %j, split: %j, is %s', (reason, details, isSplit, word) => {
    const { value, variation } = { ...served, ...details };
    expect(toResolution('k', { ...served, ...details, reason }, isSplit)).toEqual({
      value,
      reason: word,
      variant: variation ?? undefined,
      flagMetadata: { feature: 'f', reason },
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'of a reason %s that no service has is a text',
    (reason) => {
      expect(toResolution('k', { ...served, reason }, false).reason).toBe('STATIC');
    },
  );

  it.each([
    [{ ...none, value: 1, isFallback: false }, 'STATIC'],
    [none, 'DEFAULT'],
  ])('of an override %j is %s', (details, reason) => {
    expect(toResolution('k', details, undefined)).toEqual({ value: details.value, reason, flagMetadata: {} });
  });

  it.each([
    ['not_loaded', 'GENERAL'],
    ['not_found', 'FLAG_NOT_FOUND'],
    ['type_mismatch', 'TYPE_MISMATCH'],
  ] as const)('of the error %s is %s, and the default of the code', (error, errorCode) => {
    expect(toResolution('k', { ...none, error }, undefined)).toEqual({
      value: 0,
      reason: 'ERROR',
      errorCode,
      errorMessage: `k: ${error}`,
    });
  });
});
