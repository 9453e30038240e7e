import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { unwritableValues, writableValues } from '@bunting/testing/json-values';
import { toUser } from './to-user.ts';

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
    expect(toUser(context)).toEqual(expected);
    expect(Object.getPrototypeOf(toUser(context).customData)).toBe(Object.prototype);
  });

  it('may have dates, which are what JSON makes of them', () => {
    const since = new Date('2026-01-02T03:04:05Z');
    expect(toUser({ since, custom_data: { until: since } })).toEqual({
      customData: { since: '2026-01-02T03:04:05.000Z', until: '2026-01-02T03:04:05.000Z' },
    });
  });

  it.each(Object.entries(writableValues))('has what JSON makes of %s', (_what, make) => {
    for (const name of ['targetingKey', 'organisation_id', 'plan', 'custom_data', 'audiences']) {
      const context = { [name]: make(), organisationId: 'acme', custom_data_2: { a: make() } };
      expect(visible(toUser(context as never))).toEqual(
        visible(toUser(JSON.parse(JSON.stringify(context)) as never)),
      );
    }
  });

  it.each(Object.entries(unwritableValues))('keeps what JSON cannot write: %s', (what, make) => {
    const isNested = /beyond the depth|to what is nested/.test(what);
    for (const name of ['targetingKey', 'plan', 'custom_data', 'audiences']) {
      const user = toUser({ [name]: make() } as never);
      expect(isWritable(user)).toBe(isNested && !what.includes('far'));
    }
  });
});

function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the value without members that evaluation ignores. */
function visible(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visible);
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, visible(member)]));
}
