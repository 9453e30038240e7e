import { describe, expect, it } from '@jest/globals';
import { formatChangeEvents } from '@bunting/testing';
import { useInstallation } from './installation.ts';
import {
  checkout,
  inProduction,
  type Json,
  organisation,
  project,
  shopWithoutPasswords,
} from './shop-document.ts';

const installation = useInstallation(shopWithoutPasswords());

async function events(): Promise<string[]> {
  const rows = await installation.rows<{ body: string }>('SELECT body FROM webhook_delivery ORDER BY id');
  return formatChangeEvents(rows.map(({ body }) => body));
}

describe('a document', () => {
  it('that creates endpoints causes no events for them', async () => {
    expect(await events()).toEqual([]);
  });

  it('causes no event when it is applied again', async () => {
    await installation.apply(shopWithoutPasswords());
    expect(await events()).toEqual([]);
  });

  it.each<[string, Record<string, Json | undefined>, string[]]>([
    ['a feature’s name', { [`${checkout}.name`]: 'Till' }, ['feature.updated checkout']],
    [
      'its status',
      { [`${checkout}.status`]: 'archived' },
      ['feature.archived checkout', 'feature.updated checkout'],
    ],
    ['a deleted feature', { [`${checkout}.status`]: 'deleted' }, ['feature.deleted checkout']],
    [
      'a new feature',
      {
        [`${project}.features[2]`]: {
          slug: 'hero',
          variables: [{ slug: 'hero', type: 'boolean' }],
          variations: [{ slug: 'on', values: { hero: true } }],
          environments: { production: { defaults: { hero: 'on' }, targeting: { rules: [] } } },
        },
      },
      ['feature.created hero'],
    ],
    [
      'a rollout',
      { [`${inProduction}.targeting.rules[0].rollout`]: { percentage: 50 } },
      ['targeting.updated checkout production'],
    ],
    [
      'a default',
      { [`${inProduction}.defaults.checkout-layout`]: 'one-page' },
      ['variation.changed checkout production checkout-layout one-page'],
    ],
    [
      'the conditions of a segment',
      { [`${project}.segments[0].any_of`]: [] },
      ['targeting.updated checkout production'],
    ],
    [
      'a member',
      { [`${organisation}.members[2]`]: { email: 'new@acme.example', role: 'viewer' } },
      ['member.joined new@acme.example'],
    ],
    ['a role', { [`${organisation}.members[1].role`]: 'admin' }, []],
    ['an override', { [`${inProduction}.overrides.user-8`]: 'off' }, []],
  ])('with %s has just these events', async (_, difference, expected) => {
    await installation.apply(shopWithoutPasswords(difference));
    expect(await events()).toEqual(expected);
  });

  it('that contradicts what is stored causes no event', async () => {
    const problems = await installation.problemsOf(
      shopWithoutPasswords({
        [`${checkout}.name`]: 'Till',
        [`${project}.features[1].variables`]: [{ slug: 'checkout-layout', type: 'string' }],
      }),
    );
    expect(problems).not.toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('with 5,000 new features causes an event for each', async () => {
    const features = Array.from({ length: 5_000 }, (_, index) => ({
      slug: `f-${index}`,
      variables: [{ slug: `v-${index}`, type: 'boolean' }],
      variations: [{ slug: 'on', values: { [`v-${index}`]: true } }],
      environments: { production: { defaults: { [`v-${index}`]: 'on' } } },
    }));
    const { deliveries } = await installation.apply(
      shopWithoutPasswords({ [`${project}.features`]: features }),
    );
    expect(deliveries).toHaveLength(5_000);
    expect(await installation.rows('SELECT type, count(*)::int FROM webhook_event GROUP BY type')).toEqual([
      { type: 'feature.created', count: 5_000 },
    ]);
    expect(
      await installation.rows(
        `SELECT count(DISTINCT body)::int FROM webhook_delivery WHERE status = 'pending'`,
      ),
    ).toEqual([{ count: 5_000 }]);
  });
});
