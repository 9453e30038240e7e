import { beforeAll, expect } from '@jest/globals';
import { createCalls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { storeCounts } from '../stored-counts.ts';
import { connect, refer } from '../code-references/stored-references.ts';

const dayMs = 86_400_000;

const variations = [
  { slug: 'off', values: { banner: 'none' } },
  { slug: 'on', values: { banner: 'wide' } },
];
const feature = (slug: string, more: object = {}) => ({
  slug,
  variables: [{ slug, type: 'string' }],
  variations: variations.map((each) => ({ ...each, values: { [slug]: each.values.banner } })),
  ...more,
});
const everybody = { targeting: { enabled: true, rules: [{ name: 'All', serve: { variation: 'on' } }] } };
const document = structuredClone(organisations) as {
  organisations: { projects: { features: object[] }[] }[];
};
document.organisations[0]!.projects[0]!.features.push(
  feature('banner', {
    owners: ['Ada@acme.example', '@acme/shop'],
    tags: ['q4'],
    environments: { production: everybody },
  }),
  feature('dark', { environments: { production: { targeting: { enabled: false, rules: [] } } } }),
  feature('retired', { status: 'archived' }),
  feature('forgotten', { kind: 'operational' }),
  feature('switch', { kind: 'kill_switch', environments: { production: everybody } }),
);

/** Starts an installation with a project that gets every kind of advice; everything that the document creates is sixty days old. */
export function useAdvisedProject() {
  let now = Date.now() + 60 * dayMs;
  const app = useApp({ document, now: () => now });
  const calls = createCalls(app);
  const ago = (days: number) => new Date(now - days * dayMs).toISOString();
  const counted = (slug: string, environment: string, days: number, count: number) =>
    storeCounts(app.pool, { variable: slug, environment, lastAt: ago(days), count });

  beforeAll(async () => {
    await app.pool.query('UPDATE environment SET counted_since = $1', [ago(100)]);
    for (const environment of ['production', 'staging']) {
      await counted('checkout-layout', environment, 1, 1200);
      await counted('banner', environment, 2, 4);
      await counted('dark', environment, 3, 5);
    }
    await counted('forgotten', 'staging', 51, 7);
    const repository = await connect(app.pool, 'github', 'acme/shop', 'c0ffee');
    await app.pool.query('UPDATE repository_connection SET snapshot_at = $1', [ago(2)]);
    await refer(app.pool, repository, 'banner', 'src/banner.ts', 3);
    await refer(app.pool, repository, 'banner', 'src/old.ts', 4, { commit: 'beef' });
    await refer(app.pool, repository, 'dark', 'src/dark.ts', 5);
  });

  return {
    app,
    calls,
    ago,
    counted,
    now: () => now,
    pass: (ms: number) => void (now += ms),
    /** `<feature> <verdict> <certain>` of each item. */
    list: async (query = ''): Promise<string[]> => {
      const { status, body } = await calls.get(`/advice${query}`);
      expect(status).toBe(200);
      return (body.items as { feature: string; verdict: string; certain: boolean }[]).map(
        ({ feature: slug, verdict, certain }) => `${slug} ${verdict} ${certain}`,
      );
    },
  };
}
