import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { userOf } from './user-of.ts';

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../contract/ofrep/contexts.json', import.meta.url), 'utf8'),
) as { vectors: { name: string; context: never; user: Record<string, unknown> }[] };

describe('an OpenFeature context (decisions §8.3)', () => {
  it.each(vectors)('describes the user that the service reads: $name', ({ context, user }) => {
    const {
      organisation_id: organisationId,
      app_version: appVersion,
      custom_data: customData = {},
      ...same
    } = user;
    const expected = {
      ...same,
      customData,
      ...(organisationId !== undefined && { organisationId }),
      ...(appVersion !== undefined && { appVersion }),
    };
    expect(userOf(context)).toEqual(expected);
    expect(Object.getPrototypeOf(userOf(context).customData)).toBe(Object.prototype);
  });

  it('may have dates, which are what JSON makes of them', () => {
    const since = new Date('2026-01-02T03:04:05Z');
    expect(userOf({ since, custom_data: { until: since } })).toEqual({
      customData: { since: '2026-01-02T03:04:05.000Z', until: '2026-01-02T03:04:05.000Z' },
    });
  });
});
