import { beforeEach, describe, expect, it } from '@jest/globals';
import { dayMs } from '@bunting/retention';
import { production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getLines, getPaths, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations, auditRetentionMs: 30 * dayMs });
const api = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const checkout = '/features/checkout';
const rule = (variation: string, name = 'All') => ({ name, any_of: [], serve: { variation } });
const targeting = (variation: string) => ({ enabled: true, rules: [rule(variation)] });

/** Returns the time of the newest record: the serving at that time is the result of that change. */
async function moment(): Promise<string> {
  const { rows } = await app.pool.query<{ at: Date }>('SELECT max(created_at) AS at FROM audit_record');
  return rows[0]!.at.toISOString();
}

async function done(call: Promise<Answered>): Promise<string> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return moment();
}

const served = async (where = staging) => {
  const { version: _version, ...body } = (await api.get(where)).body;
  return body as { targeting: unknown; defaults: unknown; overrides: { items: unknown[] } };
};
const restore = (at: string, options: object = {}, where = staging) =>
  api.post(`${where}/restore`, { at, ...options });

describe('restoring', () => {
  it('brings back targeting, defaults and overrides of that time, and is a change with its differences', async () => {
    await api.put(`${staging}/targeting`, targeting('one-page'));
    await api.put(`${staging}/defaults`, { 'checkout-layout': 'off', 'checkout-enabled': null });
    const at = await done(api.put(`${staging}/overrides/user-8`, { variation: 'one-page' }));
    const before = await served();

    await api.put(`${staging}/targeting`, targeting('off'));
    await api.put(`${staging}/defaults`, { 'checkout-layout': 'one-page', 'checkout-enabled': 'off' });
    await api.put(`${staging}/overrides/user-9`, { variation: 'off' });
    await api.delete(`${staging}/overrides/user-8`);
    const answer = await restore(at);
    expect(answer.body).toMatchObject({
      dry_run: false,
      change_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(getLines(answer)).toEqual([
      'default of checkout-layout in staging: one-page → off',
      'default of checkout-enabled in staging: off → none',
      'override of user-8 of checkout in staging: none → one-page',
      'override of user-9 of checkout in staging: removed',
      'targeting of checkout in staging: rule 1 "All": serves off → one-page',
    ]);
    expect(await served()).toEqual(before);
    const { rows } = await app.pool.query(
      'SELECT action, change_id FROM audit_record ORDER BY id DESC LIMIT 3',
    );
    expect(rows).toEqual(
      ['targeting.updated', 'overrides.updated', 'defaults.updated'].map((action) => ({
        action,
        change_id: answer.body.change_id as string,
      })),
    );
  });

  it('in a dry run shows the differences and changes nothing', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await api.put(`${staging}/targeting`, targeting('off'));
    const before = await served();
    const answer = await restore(at, { dry_run: true });
    expect(answer.body).toMatchObject({ dry_run: true, change_id: null });
    expect(getLines(answer)).toHaveLength(1);
    expect(await served()).toEqual(before);
  });

  it('what is served already changes nothing', async () => {
    await api.put(`${staging}/targeting`, targeting('one-page'));
    const answer = await restore(new Date().toISOString());
    expect([answer.status, answer.body]).toEqual([200, { dry_run: false, changes: [], change_id: null }]);
  });

  it('leaves other environments, other features and the definition as they are', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await api.put(`${production}/targeting`, targeting('off'));
    await api.patch(checkout, { name: 'Till' });
    await api.delete(`${staging}/targeting`);
    const others = [await served(production), (await api.get(checkout)).body];
    expect((await restore(at)).status).toBe(200);
    expect((await served()).targeting).toMatchObject(targeting('one-page'));
    expect([await served(production), (await api.get(checkout)).body]).toEqual(others);
  });

  it('is compared with If-Match', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await api.put(`${staging}/targeting`, targeting('off'));
    const { etag } = await api.get(staging);
    const post = (tag: string) => api.post(`${staging}/restore`, { at }, { 'If-Match': tag });
    expect((await post('"another"')).status).toBe(412);
    expect((await post(etag)).status).toBe(200);
  });

  it('is for those who may change what is served there', async () => {
    const at = await done(api.put(`${production}/targeting`, targeting('one-page')));
    await api.put(`${production}/targeting`, targeting('off'));
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    const refused = await member.post(`${production}/restore`, { at });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_insufficient']);
    expect((await viewer.post(`${staging}/restore`, { at })).status).toBe(403);
    expect((await member.post(`${staging}/restore`, { at })).status).toBe(200);
  });

  it.each([
    ['no time', {}, 'at'],
    ['what is no time', { at: 'yesterday' }, 'at'],
    ['a day that does not exist', { at: '2026-02-30T00:00:00Z' }, 'at'],
    ['the future', { at: new Date(Date.now() + 3_600_000).toISOString() }, 'at'],
    ['a time before the feature', { at: '2020-01-01T00:00:00Z' }, 'at'],
    ['another member', { at: '2026-11-20T14:00:00Z', environment: 'live' }, 'environment'],
  ])('refuses %s', async (_, body, path) => {
    expect(getPaths(await api.post(`${staging}/restore`, body))).toContain(path);
  });
});

describe('what was renamed since', () => {
  it('comes back under its present name', async () => {
    await api.put(`${staging}/targeting`, targeting('one-page'));
    await api.put(`${staging}/overrides/user-8`, { variation: 'off' });
    const at = await done(
      api.put(`${staging}/defaults`, { 'checkout-layout': 'off', 'checkout-enabled': 'one-page' }),
    );
    await api.patch(`${checkout}/variations/one-page`, { slug: 'single' });
    await api.patch(`${checkout}/variations/off`, { slug: 'one-page' });
    await api.patch(`${checkout}/variables/checkout-layout`, { slug: 'layout' });
    await api.delete(`${staging}/targeting`);
    await api.delete(`${staging}/overrides/user-8`);
    await api.put(`${staging}/defaults`, { layout: null, 'checkout-enabled': null });
    expect((await restore(at)).status).toBe(200);
    expect(await served()).toMatchObject({
      targeting: targeting('single'),
      defaults: { layout: 'one-page', 'checkout-enabled': 'single' },
      overrides: { items: [{ user_id: 'user-8', variation: 'one-page' }] },
    });
  });

  it('comes back also where records have no ids, which older releases left out', async () => {
    await api.put(`${staging}/targeting`, targeting('one-page'));
    const at = await done(
      api.put(`${staging}/defaults`, { 'checkout-layout': 'off', 'checkout-enabled': null }),
    );
    await api.patch(`${checkout}/variations/one-page`, { slug: 'single' });
    await api.patch(`${checkout}/variables/checkout-layout`, { slug: 'layout' });
    await api.put(`${staging}/defaults`, { layout: 'single', 'checkout-enabled': null });
    await api.delete(`${staging}/targeting`);
    const strip = `regexp_replace(%::text, '"id":"[0-9a-f-]{36}",', '', 'g')::json`;
    await app.pool.query(
      `UPDATE audit_record SET before = ${strip.replace('%', 'before')}, after = ${strip.replace('%', 'after')}
       WHERE action = 'feature.updated'`,
    );
    expect((await restore(at)).status).toBe(200);
    expect(await served()).toMatchObject({ targeting: targeting('single'), defaults: { layout: 'off' } });
  });
});

describe('what was deleted since', () => {
  it('is a conflict if it was served: a variation, a segment', async () => {
    await api.post(`${checkout}/variations`, {
      slug: 'spare',
      values: { 'checkout-enabled': true, 'checkout-layout': 'x' },
    });
    await api.post('/segments', { slug: 'peru', name: 'Peru', any_of: [] });
    const inPeru = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['peru'] }] }];
    const split = [
      { variation: 'off', weight: 50 },
      { variation: 'spare', weight: 50 },
    ];
    const rules = [rule('spare'), { name: 'Peru', any_of: inPeru, serve: { split } }];
    await api.put(`${staging}/targeting`, { enabled: true, rules });
    await api.put(`${staging}/overrides/user-8`, { variation: 'spare' });
    const at = await done(
      api.put(`${staging}/defaults`, { 'checkout-layout': 'spare', 'checkout-enabled': null }),
    );
    await api.put(`${staging}/defaults`, { 'checkout-layout': 'off', 'checkout-enabled': null });
    await api.delete(`${staging}/targeting`);
    await api.delete(`${staging}/overrides/user-8`);
    expect((await api.delete(`${checkout}/variations/spare`)).status).toBe(204);
    expect((await api.delete('/segments/peru')).status).toBe(204);
    // Another one with its slug is not what was served.
    await api.post(`${checkout}/variations`, {
      slug: 'spare',
      values: { 'checkout-enabled': false, 'checkout-layout': 'y' },
    });
    const before = await served();
    const answer = await restore(at);
    const deleted = 'is the variation spare, which was deleted since';
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        error: 'This time can\'t be restored; see "details".',
        code: 'conflict',
        details: [
          { path: 'targeting.rules[0].serve.variation', message: deleted },
          { path: 'targeting.rules[1].serve.split[1].variation', message: deleted },
          { path: 'defaults.checkout-layout', message: deleted },
          { path: 'overrides.user-8', message: deleted },
          {
            path: 'targeting.rules[1].any_of[0].all_of[0].values[0]',
            message: 'is the unknown segment peru',
          },
        ],
      },
    ]);
    expect(await served()).toEqual(before);
  });

  it('is left out if it is the default of a deleted variable', async () => {
    await api.post(`${checkout}/variables`, {
      slug: 'colour',
      type: 'string',
      values: { off: 'red', 'one-page': 'red' },
    });
    const at = await done(
      api.put(`${staging}/defaults`, { 'checkout-layout': 'off', 'checkout-enabled': null, colour: 'off' }),
    );
    await api.delete(`${checkout}/variables/colour`);
    await api.put(`${staging}/defaults`, { 'checkout-layout': null, 'checkout-enabled': null });
    expect((await restore(at)).status).toBe(200);
    expect((await served()).defaults).toEqual({ 'checkout-layout': 'off', 'checkout-enabled': null });
  });
});

describe('where records are gone', () => {
  const incomplete = {
    error: 'The audit log no longer goes back to that time.',
    code: 'history_incomplete',
  };
  it('the answer is 409: they were removed by age', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await api.put(`${staging}/targeting`, targeting('off'));
    await app.pool.query(`UPDATE environment SET created_at = created_at - interval '90 days'`);
    await app.pool.query(`UPDATE feature SET created_at = created_at - interval '90 days'`);
    const longAgo = new Date(Date.parse(at) - 31 * dayMs).toISOString();
    const answer = await restore(longAgo);
    expect([answer.status, answer.body]).toEqual([409, incomplete]);
  });

  it('but not within their retention, where all are there however few there are', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await app.pool.query(`UPDATE environment SET created_at = created_at - interval '90 days'`);
    await app.pool.query(`UPDATE feature SET created_at = created_at - interval '90 days'`);
    const answer = await restore(new Date(Date.parse(at) - 29 * dayMs).toISOString());
    expect(answer.status).toBe(200);
    expect((await served()).targeting).toBeNull();
  });

  it('the answer is 409: one in between does not lead to the next', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await api.put(`${staging}/overrides/user-8`, { variation: 'one-page' });
    const second = await done(api.put(`${staging}/targeting`, targeting('off')));
    await api.delete(`${staging}/targeting`);
    await api.delete(`${staging}/overrides/user-8`);
    await app.pool.query('DELETE FROM audit_record WHERE created_at = $1', [second]);
    const answer = await restore(at);
    expect([answer.status, answer.body]).toEqual([409, incomplete]);
  });

  it('the answer is 409: an override is not what its last record left', async () => {
    const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
    await api.put(`${staging}/overrides/user-8`, { variation: 'one-page' });
    await app.pool.query('DELETE FROM override WHERE user_id = $1', ['user-8']);
    expect((await restore(at)).body).toEqual(incomplete);
  });
});

it('a restore across more than 10,000 records is refused', async () => {
  const at = await done(api.put(`${staging}/targeting`, targeting('one-page')));
  await api.put(`${staging}/overrides/user-8`, { variation: 'one-page' });
  await app.pool.query(
    `INSERT INTO audit_record (id, organisation_id, project_id, environment_id, feature_id, actor, source, action, subject, before, after, created_at)
     SELECT (left(id::text, 24) || lpad(to_hex(number), 12, '0'))::uuid, organisation_id, project_id, environment_id, feature_id, actor, source, action, subject,
            '{}', '{}', created_at FROM audit_record, generate_series(1, 10000) AS number WHERE action = 'overrides.updated'`,
  );
  const answer = await restore(at);
  expect([answer.status, answer.body.code]).toEqual([409, 'limit_reached']);
});
