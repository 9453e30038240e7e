import { applyDocument } from '@bunting/bootstrap';
import { limits } from '@bunting/evaluator';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createCalls, type Answered } from '../client.ts';
import { joinMessages, rule, targeting, text, there } from '../serving/heavy-rules.ts';
import { organisations, withoutPasswords } from '../organisations.ts';
import { revertLast } from '../reverts/revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const inCanada = { property: 'segment', operator: 'in_segment', values: ['canada'] };
const simple = targeting(rule(text('is', ['a'])));
const costly = targeting(rule(text('contains', ['a']), text('contains', ['b'])));
const beyond =
  /^All features of the environment staging together may take \d+ ms to evaluate; the maximum is 1000 ms: use fewer or simpler conditions, or archive features that nobody uses\.$/;

/** Microseconds, rounded up, as `usage` says. */
async function usedIn(environment: string): Promise<number> {
  const { body } = await web.get(`/environments/${environment}/usage`);
  expect(body.cost_us.limit).toBe(limits.environmentCost / 1_000);
  return body.cost_us.used as number;
}

async function stored(slug = 'checkout'): Promise<{ cost: number | null; counts: boolean }> {
  const { rows } = await app.pool.query<{ cost: number | null; counts: boolean }>(
    `SELECT cost, coalesce(cost_version = datafile_fragment.version, false) AS counts
     FROM datafile_fragment JOIN environment ON environment.id = environment_id
     WHERE environment.slug = 'staging' AND document ->> 'slug' = $1 AND kind = 'feature'`,
    [slug],
  );
  return rows[0]!;
}

/** Changes the stored costs as if another feature had this cost. */
const fill = (cost: number) =>
  app.pool.query(
    `UPDATE datafile_fragment SET cost = $1, cost_version = datafile_fragment.version FROM environment
     WHERE environment.id = environment_id AND environment.slug = 'staging' AND document ->> 'slug' = 'other'`,
    [cost],
  );

const succeed = async (answer: Promise<Answered>) => {
  const { status, body } = await answer;
  expect([status < 300, body]).toEqual([true, body]);
};

beforeEach(async () => {
  await web.post('/features', {
    slug: 'other',
    variables: [{ slug: 'other', type: 'boolean' }],
    variations: [{ slug: 'on', values: { other: true } }],
  });
  await fill(0);
  await succeed(web.patch('/features/checkout', { status: 'live' }));
  await succeed(web.put(`${there}/targeting`, simple));
});

describe('what all features of an environment cost', () => {
  it('is stored with every change, and reported', async () => {
    const before = await usedIn('staging');
    await succeed(web.put(`${there}/targeting`, costly));
    const { cost, counts } = await stored();
    expect([counts, Math.ceil(cost! / 1_000)]).toEqual([true, await usedIn('staging')]);
    expect(await usedIn('staging')).toBeGreaterThan(before + 20);
  });

  it.each<[string, () => Promise<Answered>]>([
    ['whose targeting is off', () => web.put(`${there}/targeting`, { ...costly, enabled: false })],
    ['without targeting', () => web.delete(`${there}/targeting`)],
    ['that is complete', () => web.patch('/features/checkout', { status: 'complete' })],
    ['that is archived', () => web.patch('/features/checkout', { status: 'archived' })],
  ])('is nothing for a feature %s', async (_what, change) => {
    await succeed(web.put(`${there}/targeting`, costly));
    await succeed(change());
    expect(await stored()).toEqual({ cost: 0, counts: true });
  });

  it('has no part for hashing the longest key, which is not the choice of the definition', async () => {
    const split = [
      { variation: 'off', weight: 50 },
      { variation: 'one-page', weight: 50 },
    ];
    await succeed(web.put(`${there}/targeting`, targeting({ any_of: [], serve: { split } })));
    expect((await stored()).cost).toBeLessThan(2_000);
  });

  it('does not count where a release without costs wrote the definition', async () => {
    await app.pool.query(
      `UPDATE datafile_fragment SET version = version + 1 WHERE document ->> 'slug' = 'checkout'`,
    );
    expect((await stored()).counts).toBe(false);
    expect(await usedIn('staging')).toBe(0);
    await succeed(web.put(`${there}/targeting`, costly));
    expect((await stored()).counts).toBe(true);
  });

  it('follows a segment that becomes cheaper or costlier', async () => {
    const segment = (...operators: string[]) =>
      web.put('/segments/canada', {
        name: 'Canada',
        any_of: [{ all_of: operators.map((operator) => text(operator, ['a'])) }],
      });
    await succeed(segment('contains'));
    await succeed(web.put(`${there}/targeting`, targeting(rule(inCanada))));
    const { cost } = await stored();
    await succeed(segment('is'));
    const cheaper = await stored();
    expect([cheaper.counts, cheaper.cost! < cost!]).toEqual([true, true]);
    await succeed(segment('contains'));
    expect(await stored()).toEqual({ cost, counts: true });
  });
});

describe('beyond its bound an environment accepts no change that costs more', () => {
  const feature = {
    slug: 'new',
    variables: [{ slug: 'new', type: 'boolean' }],
    variations: [{ slug: 'off', values: { new: true } }],
    environments: { staging: { targeting: costly } },
  };
  const document = (...features: object[]) => ({
    slug: 'web',
    environments: [{ slug: 'staging' }],
    features,
  });

  it.each<[string, () => Promise<Answered>]>([
    ['targeting', () => web.put(`${there}/targeting`, costly)],
    ['a dry run', () => web.put(`${there}/targeting?dry_run=true`, costly)],
    ['a new feature of an import', () => web.post('/import', document(feature))],
    [
      'another environment that is copied',
      async () => {
        await succeed(web.put('/features/checkout/environments/production/targeting', costly));
        return web.post('/features/checkout/copy-environment', { from: 'production', to: 'staging' });
      },
    ],
    [
      'a segment',
      async () => {
        await fill(0);
        await succeed(
          web.put('/segments/canada', { name: 'Canada', any_of: [{ all_of: [text('is', ['a'])] }] }),
        );
        await succeed(web.put(`${there}/targeting`, targeting(rule(inCanada))));
        await fill(limits.environmentCost);
        return web.put('/segments/canada', {
          name: 'Canada',
          any_of: [{ all_of: [text('contains', ['a'])] }],
        });
      },
    ],
    [
      'targeting that is switched on',
      async () => {
        await succeed(web.put(`${there}/targeting`, { ...simple, enabled: false }));
        return web.put(`${there}/targeting`, simple);
      },
    ],
    [
      'features that are changed together',
      async () => {
        await succeed(web.patch('/features/checkout', { status: 'archived' }));
        return web.post('/features/bulk', { features: ['checkout'], set: { status: 'live' } });
      },
    ],
    [
      'a feature whose deletion is reverted',
      async () => {
        await succeed(web.post('/import', document({ ...feature, slug: 'gone', environments: {} })));
        await fill(0);
        await succeed(web.put('/features/gone/environments/staging/targeting', costly));
        await succeed(web.delete('/features/gone'));
        await fill(limits.environmentCost);
        return revertLast(app, { action: 'feature.deleted' });
      },
    ],
  ])('%s', async (_way, change) => {
    await fill(limits.environmentCost);
    expect(joinMessages(await change())).toMatch(beyond);
  });

  it('except by the document of the operator, which may cost anything', async () => {
    await fill(limits.environmentCost);
    const [acme] = structuredClone(withoutPasswords(organisations).organisations);
    Object.assign(acme!.projects[0]!.features[0]!.environments, { staging: { targeting: costly } });
    await applyDocument(app, { organisations: [acme!] });
    expect(await usedIn('staging')).toBeGreaterThan(limits.environmentCost / 1_000);
  });

  it('but what costs less or the same is accepted', async () => {
    await succeed(web.put(`${there}/targeting`, costly));
    await fill(limits.environmentCost);
    await succeed(web.patch('/features/checkout', { name: 'Renamed' }));
    await succeed(web.put(`${there}/targeting`, simple));
    await succeed(web.put(`${there}/targeting`, { ...simple, enabled: false }));
    expect(await stored()).toEqual({ cost: 0, counts: true });
  });
});
