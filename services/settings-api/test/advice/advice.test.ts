import { describe, expect, it } from '@jest/globals';
import { useAdvisedProject } from './advised-project.ts';
import { createCalls, getPaths } from '../client.ts';
import { signIn } from '../running-app.ts';

const { app, calls, ago, counted, now, pass, list } = useAdvisedProject();

describe('the advice on a project', () => {
  it('lists what to delete, to archive, to remove from the code, and to finish', async () => {
    expect(await list()).toEqual([
      'retired delete true',
      'forgotten archive true',
      'banner remove_code true',
      'dark remove_code true',
      'checkout finish true',
    ]);
  });

  it('is a list in pages, of which each goes on where the one before ended', async () => {
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await calls.get(`/advice?limit=2${cursor}`);
      found.push(...(body.items as { feature: string }[]).map((item) => item.feature));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor as string}`;
    }
    expect(found).toEqual(['retired', 'forgotten', 'banner', 'dark', 'checkout']);
    expect(getPaths(await calls.get('/advice?cursor=bm9uZQ'))).toEqual(['query.cursor']);
  });

  it.each([
    ['verdict=remove_code', ['banner remove_code true', 'dark remove_code true']],
    ['verdict=keep', ['switch keep true']],
    ['kind=operational', ['forgotten archive true']],
    ['tag=Q4', ['banner remove_code true']],
    ['owner=ADA@acme.example', ['banner remove_code true']],
    ['owner=%40acme%2Fshop', ['banner remove_code true']],
    ['owner=eve@acme.example', []],
    ['certain=false', []],
    ['certain=true&verdict=delete', ['retired delete true']],
  ])('is filtered by %s', async (query, expected) => {
    expect(await list(`?${query}`)).toEqual(expected);
  });

  it('refuses filters of other forms', async () => {
    const query = 'verdict=burn&certain=maybe&tag=-&kind=big&owner=%20';
    expect(getPaths(await calls.get(`/advice?${query}`))).toEqual(
      ['certain', 'kind', 'owner', 'tag', 'verdict'].map((name) => `query.${name}`),
    );
  });

  it('is for viewers, too, and not for strangers', async () => {
    expect((await createCalls(app, await signIn(app, 'viewer@acme.example')).get('/advice')).status).toBe(
      200,
    );
    expect((await createCalls(app, await signIn(app, 'owner@globex.example')).get('/advice')).status).toBe(
      404,
    );
  });

  it('is another one as soon as somebody snoozes a feature or changes what is served', async () => {
    const until = new Date(now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await calls.patch('/features/forgotten', { snoozed_until: until });
    await calls.patch('/features/dark/environments/production/targeting', { enabled: true });
    expect(await list()).toEqual([
      'retired delete true',
      'banner remove_code true',
      'dark remove_code true',
      'checkout finish true',
    ]);
    expect(await list('?verdict=keep')).toEqual(['forgotten keep true', 'switch keep true']);
    await calls.patch('/features/forgotten', { snoozed_until: null });
    await calls.patch('/features/dark/environments/production/targeting', { enabled: false });
    expect(await list('?verdict=archive')).toEqual(['forgotten archive true']);
  });
});

describe('the advice on a feature', () => {
  it('has what goes into the code, why, and the evidence', async () => {
    const { status, body } = await calls.get('/features/banner/advice');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        feature: 'banner',
        status: 'live',
        kind: 'release',
        owners: ['ada@acme.example', '@acme/shop'],
        verdict: 'remove_code',
        certain: true,
        forward: { banner: { variation: 'on', value: 'wide' } },
        reasons: [
          expect.stringMatching(
            /^serves on to everybody in production since \d+ \w+( \d{4})? \((59|60) days\)$/,
          ),
          expect.stringMatching(/^asked for 8 times in 30 days, last on [\w ]+ in (production|staging)$/),
          '1 reference in the code',
        ],
        blockers: [],
        evidence: {
          created_at: expect.any(String),
          changed_at: expect.any(String),
          constant_since: expect.any(String),
          last_evaluated_at: ago(2),
          evaluations_30d: 8,
          references: 1,
          repositories: 1,
          last_scan_at: ago(2),
        },
      },
    });
  });

  it('has no value of what is off', async () => {
    const { body } = await calls.get('/features/dark/advice');
    expect(body).toMatchObject({ verdict: 'remove_code', certain: true, forward: null });
    expect(body.reasons[0]).toMatch(/^is off in production since /);
  });

  it('says why it is kept', async () => {
    const { body } = await calls.get('/features/switch/advice');
    expect(body).toMatchObject({ verdict: 'keep', blockers: ['permanent, as a kill switch'] });
    expect((await calls.get('/features/nothing/advice')).status).toBe(404);
  });

  it('is that of one with a document too long to be read whole', async () => {
    const overrides = Array.from({ length: 400 }, (_, index) => ({
      user_id: `user-${index}-${'x'.repeat(60)}`,
      variation: 'on',
    }));
    const values = overrides.map(({ user_id: user }) => user);
    await app.pool.query(
      `INSERT INTO override (environment_id, feature_id, user_id, variation_id)
       SELECT environment.id, feature.id, unnest($1::text[]), variation.id
       FROM feature JOIN environment USING (project_id) JOIN variation ON variation.feature_id = feature.id
       WHERE feature.slug = 'banner' AND environment.slug = 'production' AND variation.slug = 'on'`,
      [values],
    );
    await calls.put('/features/banner/environments/production/targeting', {
      enabled: true,
      rules: [{ name: 'Everybody', serve: { variation: 'on' } }],
    });
    const { rows } = await app.pool.query<{ bytes: number }>(
      `SELECT max(octet_length(document::text)) AS bytes FROM datafile_fragment WHERE kind = 'feature'`,
    );
    expect(rows[0]!.bytes).toBeGreaterThan(20_000);
    expect((await calls.get('/features/banner/advice')).body).toMatchObject({
      verdict: 'remove_code',
      forward: { banner: { variation: 'on', value: 'wide' } },
    });
    const some = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }];
    await calls.put('/features/banner/environments/production/targeting', {
      enabled: true,
      rules: [{ name: 'Some', any_of: some, serve: { variation: 'off' } }],
    });
    expect((await calls.get('/features/banner/advice')).body).toMatchObject({ forward: null });
    await calls.put('/features/banner/environments/production/targeting', {
      enabled: true,
      rules: [{ name: 'Everybody', serve: { variation: 'on' } }],
    });
  });

  it('is uncertain while an environment is not counted, or a repository was not scanned', async () => {
    await app.pool.query(`UPDATE environment SET counted_since = $1 WHERE slug = 'staging'`, [ago(3)]);
    expect((await calls.get('/features/forgotten/advice')).body).toMatchObject({
      verdict: 'archive',
      certain: false,
      reasons: [
        expect.stringMatching(/^asked for 0 times in 30 days, last on /),
        'unknown: evaluations were not counted for all of 30 days in staging',
        'no reference in 1 repository, scanned this week',
        expect.stringMatching(/^serves nothing in production since /),
      ],
    });
    await app.pool.query('UPDATE environment SET counted_since = $1', [ago(100)]);
    await app.pool.query('UPDATE repository_connection SET snapshot_at = $1', [ago(31)]);
    const { body } = await calls.get('/features/retired/advice');
    expect(body).toMatchObject({ verdict: 'delete', certain: false });
    expect(body.reasons).toContain('unknown: acme/shop was not scanned in 30 days');
    await app.pool.query('UPDATE repository_connection SET snapshot_at = $1', [ago(2)]);
  });

  it.each([
    ['1,000 unknown keys of servers', 1_000, 'now()'],
    ['200 unknown keys of client keys', 200, 'NULL::timestamptz'],
  ])(
    'is not certain that nobody asks for what is archived with %s, which are all that are kept',
    async (_, count, server) => {
      const advice = async (keys: number) => {
        await app.pool.query('TRUNCATE unknown_key');
        await app.pool.query(
          `INSERT INTO unknown_key (environment_id, key, count, first_at, last_at, server_last_at)
         SELECT id, 'flood-' || n, 1, now(), now(), ${server} FROM environment, generate_series(1, $1::int) AS n
         WHERE slug = 'staging'`,
          [keys],
        );
        return JSON.stringify((await calls.get('/features/retired/advice')).body.reasons);
      };
      const overflow = 'staging was asked for more unknown keys than are kept';
      expect(await advice(count - 1)).not.toContain(overflow);
      expect(await advice(count)).toContain(overflow);
      await app.pool.query('TRUNCATE unknown_key');
    },
  );

  it('keeps what is archived and still asked for, and an experiment with events', async () => {
    await app.pool.query(
      `INSERT INTO unknown_key (environment_id, key, count, first_at, last_at)
       SELECT id, 'retired', 3, $1, $1 FROM environment WHERE slug = 'staging'`,
      [ago(1)],
    );
    const { body } = await calls.get('/features/retired/advice');
    expect(body).toMatchObject({ verdict: 'keep', certain: true });
    expect(body.reasons[1]).toMatch(/^asked for although archived, last on /);
    await app.pool.query('TRUNCATE unknown_key');

    await calls.patch('/features/checkout', { kind: 'experiment' });
    await app.pool.query(
      `INSERT INTO event_rollup (environment_id, variable_id, variation_id, event, span, begins_at, event_count,
         verified_count, value_count, value_sum, value_square_sum, user_count, users)
       SELECT environment.id, variable.id, variable.id, 'purchase', 'hour', $1, 1, 0, 0, 0, 0, 0, ''
       FROM variable JOIN environment USING (project_id)
       WHERE variable.slug = 'checkout-layout' AND environment.slug = 'production'`,
      [ago(2)],
    );
    expect((await calls.get('/features/checkout/advice')).body).toMatchObject({
      verdict: 'keep',
      blockers: ['an experiment with events in the last 7 days'],
    });
  });
});

it('follows the setting of the project', async () => {
  await calls.patch('', { advice: { unused_days: 90, environments: ['staging'] } });
  expect((await calls.get('/features/forgotten/advice')).body.verdict).toBe('remove_code');
  expect((await calls.get('/features/banner/advice')).body.reasons[0]).toMatch(/^serves nothing in staging/);
  await calls.patch('', { advice: null });
  expect((await calls.get('/features/forgotten/advice')).body.verdict).toBe('archive');
});

it('is made anew after a minute, because counts arrive', async () => {
  await list();
  await counted('forgotten', 'staging', 0.5, 1);
  pass(61_000);
  expect(await list('?verdict=archive')).toEqual([]);
});
