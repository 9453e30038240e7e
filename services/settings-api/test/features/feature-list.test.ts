import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { everyone, production, staging } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations, withoutPasswords } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

interface Item {
  readonly slug: string;
  readonly name: string;
  readonly updated_at: string;
}

const restore = async () => {
  await applyDocument(
    { pool: app.pool, redis: app.redis },
    { ...withoutPasswords(organisations), prune: true },
  );
  await app.pool.query('DELETE FROM audit_record');
};

describe('a feature in the list', () => {
  beforeEach(restore);

  it('has what every environment serves of it, in short', async () => {
    const { body } = await web.get('/features');
    const [checkout] = body.items;
    expect(checkout.environments).toEqual({
      production: {
        targeting: 'on',
        rules: [
          {
            name: 'Half of Canada',
            enabled: true,
            serves: [
              { variation: 'off', weight: 50 },
              { variation: 'one-page', weight: 50 },
            ],
          },
        ],
        rule_count: 1,
        defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' },
        override_count: 1,
        changed: null,
      },
      staging: {
        targeting: 'none',
        rules: [],
        rule_count: 0,
        defaults: {},
        override_count: 0,
        changed: null,
      },
    });
    const short = await web.get('/served?features=Checkout,unknown');
    expect(short.body).toEqual({ items: [{ feature: 'checkout', environments: checkout.environments }] });
    expect(checkout).toMatchObject({ last_evaluated_at: null, referenced: null, changed: null });
  });

  it('has the first five rules and how many there are', async () => {
    const rules = Array.from({ length: 7 }, (_, n) => ({ ...everyone, name: `Rule ${n}` }));
    await web.put(`${staging}/targeting`, { enabled: false, rules });
    const { staging: served } = (await web.get('/features')).body.items[0].environments;
    expect(served).toMatchObject({ targeting: 'off', rule_count: 7 });
    expect((served.rules as { name: string }[]).map(({ name }) => name)).toEqual([
      'Rule 0',
      'Rule 1',
      'Rule 2',
      'Rule 3',
      'Rule 4',
    ]);
  });

  it('is read with up to 99 others by name', async () => {
    const others = Array.from({ length: 99 }, (_, n) => `f${n}`).join(',');
    const { body } = await web.get(`/served?features=${others},checkout`);
    expect((body.items as { feature: string }[]).map(({ feature }) => feature)).toEqual(['checkout']);
    expect(getPaths(await web.get(`/served?features=${others},checkout,one-more`))).toEqual([
      'query.features',
    ]);
  });

  it('says who last changed it, and what each environment serves of it', async () => {
    const ada = createCalls(app, await signIn(app, 'admin@acme.example'));
    const grace = createCalls(app, await signIn(app, 'owner@acme.example'));
    await grace.patch(`${staging}/targeting`, { enabled: true });
    await ada.patch(`${production}/targeting`, { enabled: false });
    await grace.put(`${production}/overrides/u`, { variation: 'off' });
    await ada.patch('/features/checkout', { name: 'Till' });
    const [checkout] = (await web.get('/features')).body.items;
    const { production: live, staging: next } = checkout.environments;
    expect([checkout.changed.by, live.changed.by, next.changed.by]).toEqual([
      'admin@acme.example',
      'owner@acme.example',
      'owner@acme.example',
    ]);
    const times = [next.changed.at, live.changed.at, checkout.changed.at] as string[];
    expect(times).toEqual(times.map((at) => new Date(at).toISOString()).toSorted());
  });
});

describe('the list of features', () => {
  const made = ['alpha', 'Zeta', 'émile', 'Beta', 'alpha'];
  beforeAll(async () => {
    await restore();
    for (const [n, name] of made.entries()) {
      await web.post('/features', { slug: `f${n}`, name, tags: n % 2 === 0 ? ['even'] : [] });
    }
    await web.patch('/features/f1', { status: 'archived' });
    await web.patch('/features/f2', { status: 'complete' });
    await web.patch('/features/f3/environments/staging/targeting', { enabled: true });
    await web.patch('/features/f4/environments/staging/targeting', { enabled: false });
  });

  /** Lists all features in pages of two. */
  const all = async (query: string): Promise<string[]> => {
    const found: Item[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await web.get(`/features?limit=2&${query}${after}`);
      found.push(...(body.items as Item[]));
      cursor = body.next_cursor as string | null;
    } while (cursor !== null);
    return found.map(({ slug }) => slug);
  };

  it.each([
    ['sort=slug', ['checkout', 'f0', 'f1', 'f2', 'f3', 'f4']],
    ['sort=slug&order=desc', ['f4', 'f3', 'f2', 'f1', 'f0', 'checkout']],
    ['sort=name', ['f0', 'f4', 'f3', 'f2', 'checkout', 'f1']],
    ['sort=name&order=desc', ['f1', 'checkout', 'f2', 'f3', 'f4', 'f0']],
    ['sort=updated_at', ['checkout', 'f0', 'f3', 'f4', 'f1', 'f2']],
    ['sort=updated_at&order=desc', ['f2', 'f1', 'f4', 'f3', 'f0', 'checkout']],
    ['sort=last_evaluated_at', ['checkout', 'f0', 'f1', 'f2', 'f3', 'f4']],
    ['status=archived,complete', ['f1', 'f2']],
    ['env=staging&state=on', ['f3']],
    ['env=STAGING&state=off', ['f4']],
    ['env=staging&state=none', ['checkout', 'f0', 'f1', 'f2']],
    ['env=production&state=on', ['checkout']],
    ['tag=even&sort=name&order=desc', ['f2', 'f4', 'f0']],
  ])('of %s', async (query, slugs) => {
    expect(await all(query)).toEqual(slugs);
  });

  it('goes by when code last asked for them, with those that it never asked for first', async () => {
    const evaluated = async (feature: string, at: string) => {
      await web.post(`/features/${feature}/variables`, { slug: `v-${feature}`, type: 'boolean' });
      await app.pool.query(
        `INSERT INTO evaluation_rollup SELECT environment.id, 'ever', variable.id, '00000000-0000-0000-0000-000000000000',
           0, 0, '1970-01-01', 1, $2, $2
         FROM variable JOIN environment USING (project_id) WHERE variable.slug = $1 AND environment.slug = 'staging'`,
        [`v-${feature}`, at],
      );
    };
    await evaluated('f3', '2026-11-02T10:00:00Z');
    await evaluated('f0', '2026-11-01T10:00:00Z');
    expect(await all('sort=last_evaluated_at&order=desc')).toEqual([
      'f3',
      'f0',
      'f4',
      'f2',
      'f1',
      'checkout',
    ]);
    const { body } = await web.get('/features?sort=last_evaluated_at&order=desc&limit=1');
    expect(body.items[0].last_evaluated_at).toBe('2026-11-02T10:00:00.000Z');
  });

  it('knows which features no repository has, once one was scanned', async () => {
    expect(await all('referenced=false')).toEqual([]);
    await app.pool.query(
      `WITH made AS (
         INSERT INTO repository_connection (id, project_id, repository, branch, snapshot_at)
         SELECT gen_random_uuid(), id, 'acme/web', 'main', now() FROM project WHERE slug = 'web' RETURNING id)
       INSERT INTO code_reference (id, repository_connection_id, key, file, location_hash)
       SELECT gen_random_uuid(), id, 'checkout-layout', 'a.ts', sha256('here') FROM made`,
    );
    expect(await all('referenced=true')).toEqual(['checkout']);
    expect(await all('referenced=false')).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
  });

  it('tells how many there are on all pages, when asked', async () => {
    expect((await web.get('/features?limit=1')).body.total).toBeUndefined();
    const second = await web.get('/features?limit=1&count=true&status=archived,complete');
    expect(second.body).toMatchObject({ total: 2, items: [{ slug: 'f1' }] });
    expect((await web.get('/features?count=true&text=nothing-like-it')).body.total).toBe(0);
  });

  it('says what is wrong with a state without its environment, and with a cursor of another order', async () => {
    expect(getPaths(await web.get('/features?state=on'))).toEqual(['query.env']);
    expect(getPaths(await web.get('/features?env=staging'))).toEqual(['query.state']);
    expect(getPaths(await web.get('/features?env=unknown&state=on'))).toEqual(['query.env']);
    const { body } = await web.get('/features?limit=1&sort=name');
    for (const query of ['', 'sort=updated_at&', 'sort=name&order=desc&']) {
      expect(getPaths(await web.get(`/features?${query}cursor=${body.next_cursor}`))).toEqual([
        'query.cursor',
      ]);
    }
  });
});
