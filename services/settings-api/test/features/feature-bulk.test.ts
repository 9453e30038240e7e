import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, readAuditRecords, restoreOrganisations } from '../checkout.ts';
import { createCalls, getLines, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(async () => {
  await web.patch('/features/checkout', { status: 'live', tags: [] });
  await restoreOrganisations(app);
});

const banner = {
  slug: 'banner',
  variables: [{ slug: 'banner', type: 'boolean' }],
  variations: [
    { slug: 'off', values: { banner: false } },
    { slug: 'on', values: { banner: true } },
  ],
};

describe('many features', () => {
  it('are archived and tagged in one change, which a dry run shows before', async () => {
    await web.post('/features', { ...banner, tags: ['old'] });
    const set = { status: 'archived', add_tags: ['Autumn'], remove_tags: ['old'] };
    const wanted = { features: ['checkout', 'BANNER', 'banner'], set };
    const dry = await web.post('/features/bulk', { ...wanted, dry_run: true });
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true, refused: [] } });
    expect(getLines(dry)).toContain('feature banner: status live → archived');
    // Nobody serves the banner, and a change that is made has no touches to be asked about.
    expect(dry.body.touches).toEqual([{ environment: 'production', protected: true, feature: 'checkout' }]);
    expect((await web.get('/features/banner')).body).toMatchObject({ status: 'live', tags: ['old'] });
    const before = (await readAuditRecords(app)).length;
    const made = await web.post('/features/bulk', wanted);
    expect(getLines(made)).toEqual(getLines(dry));
    expect(made.body).not.toHaveProperty('touches');
    expect((await web.get('/features/banner')).body).toMatchObject({ status: 'archived', tags: ['autumn'] });
    expect((await web.get('/features/checkout')).body).toMatchObject({
      status: 'archived',
      tags: ['autumn'],
    });
    expect((await readAuditRecords(app)).length).toBe(before + 2);
    const { rows } = await app.pool.query(
      `SELECT DISTINCT change_id FROM audit_record WHERE action = 'feature.updated'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('that the caller may not change or that do not exist are refused one by one; the others change', async () => {
    await web.post('/features', banner);
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    const { status, body } = await member.post('/features/bulk', {
      features: ['checkout', 'banner', 'unknown'],
      set: { status: 'complete' },
    });
    expect([status, body.refused]).toEqual([
      200,
      [
        {
          feature: 'checkout',
          code: 'role_insufficient',
          error: expect.stringContaining('the protected environment "production"'),
        },
        { feature: 'unknown', code: 'not_found', error: 'There is no feature "unknown".' },
      ],
    ]);
    expect((await web.get('/features/banner')).body.status).toBe('complete');
    expect((await web.get('/features/checkout')).body.status).toBe('live');
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    expect(
      (await viewer.post('/features/bulk', { features: ['banner'], set: { status: 'live' } })).status,
    ).toBe(403);
  });

  it('are at most 500, get something, and no more than 20 tags', async () => {
    const set = { status: 'live' };
    const tooMany = Array.from({ length: 501 }, (_, n) => `f${n}`);
    expect(getPaths(await web.post('/features/bulk', { features: tooMany, set }))).toEqual(['features']);
    expect(getPaths(await web.post('/features/bulk', { features: [], set }))).toEqual(['features']);
    expect(getPaths(await web.post('/features/bulk', { features: ['checkout'], set: {} }))).toEqual(['set']);
    const add_tags = Array.from({ length: 20 }, (_, n) => `t${n}`);
    await web.post('/features/bulk', { features: ['checkout'], set: { add_tags } });
    const { body } = await web.post('/features/bulk', {
      features: ['checkout'],
      set: { add_tags: ['more'] },
    });
    expect(body).toMatchObject({ changes: [], refused: [{ feature: 'checkout', code: 'limit_reached' }] });
  });
});

describe('a feature with what environments serve of it', () => {
  const environments = {
    Production: { defaults: { banner: 'off' } },
    staging: {
      defaults: { BANNER: 'On' },
      targeting: { enabled: true, rules: [{ ...everyone, serve: { variation: 'on' } }] },
      overrides: { 'user-7': 'off' },
    },
  };

  it('is made in one change', async () => {
    const made = await web.post('/features', { ...banner, environments });
    expect(made.status).toBe(201);
    expect((await web.get('/features/banner')).etag).toBe(made.etag);
    expect((await web.get('/features/banner/environments/production')).body).toMatchObject({
      targeting: null,
      defaults: { banner: 'off' },
    });
    expect((await web.get('/features/banner/environments/staging')).body).toMatchObject({
      targeting: { enabled: true, rules: [{ name: 'Everyone' }] },
      defaults: { banner: 'on' },
      overrides: { count: 1 },
    });
    const { rows } = await app.pool.query('SELECT DISTINCT change_id FROM audit_record');
    expect(rows).toHaveLength(1);
  });

  it('is refused whole where something does not fit, with every path', async () => {
    const broken = {
      elsewhere: { defaults: {} },
      production: { defaults: { other: 'off', banner: 'nothing' } },
      staging: { targeting: { rules: [{ serve: { variation: 'nothing' } }] }, overrides: { u: 'nothing' } },
      Staging: {},
    };
    expect(getPaths(await web.post('/features', { ...banner, environments: broken }))).toEqual([
      'environments.Staging',
      'environments.elsewhere',
      'environments.production.defaults.banner',
      'environments.production.defaults.other',
      'environments.staging.overrides.u',
      'environments.staging.targeting.rules[0].serve.variation',
    ]);
    expect((await web.get('/features/banner')).status).toBe(404);
  });

  it('needs what serving there needs', async () => {
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    const refused = await member.post('/features', { ...banner, environments });
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_insufficient' } });
    const { staging } = environments;
    const made = await member.post('/features', { ...banner, environments: { staging, production: {} } });
    expect(made.status).toBe(201);
  });
});
