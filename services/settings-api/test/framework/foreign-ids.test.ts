import { describe, expect, it } from '@jest/globals';
import { acmeToken, organisations, otherToken } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const acme = callsAs(app, bearer(acmeToken));
const globex = callsAs(app, bearer(otherToken));

const own = '/organisations/acme';
const theirs = '/organisations/globex';

interface Theirs {
  readonly endpoint: string;
  readonly delivery: string;
  readonly token: string;
  readonly key: string;
  readonly repository: string;
  readonly record: string;
}

/** Creates one object of each kind in Globex and returns their ids. */
async function makeTheirs(): Promise<Theirs> {
  const owner = callsAs(app, await signIn(app, 'owner@globex.example'));
  const id = (answer: { body: { id: string } }) => answer.body.id;
  const endpoint = id(
    await globex.post(`${theirs}/webhook-endpoints`, { url: 'https://8.8.8.8/x', events: ['*'] }).expect(201),
  );
  const token = id(
    await owner.post(`${theirs}/api-tokens`, { name: 'theirs', scopes: ['settings'] }).expect(201),
  );
  await globex.post(`${theirs}/projects/app/segments`, { slug: 'spain', any_of: [] });
  await globex.post(`${theirs}/projects/app/features`, { slug: 'secret' }).expect(201);
  const key = id(
    await globex.post(`${theirs}/projects/app/environments/production/api-keys`, {}).expect(201),
  );
  const { rows: deliveries } = await app.pool.query<{ id: string }>(
    `SELECT webhook_delivery.id FROM webhook_delivery WHERE webhook_endpoint_id = $1`,
    [endpoint],
  );
  const { rows: repositories } = await app.pool.query<{ id: string }>(
    `INSERT INTO repository_connection (id, project_id, repository, branch)
     SELECT gen_random_uuid(), project.id, 'globex/app', 'main' FROM project WHERE slug = 'app'
     RETURNING id`,
  );
  const { rows: records } = await app.pool.query<{ id: string }>(
    `SELECT id FROM audit_record WHERE action = 'feature.created' AND subject = 'app/secret'`,
  );
  await globex.post(`${theirs}/projects/app/environments`, { slug: 'moon' }).expect(201);
  const [delivery, repository, record] = [deliveries, repositories, records].map((rows) => rows[0]?.id);
  expect([delivery, repository, record]).toEqual([
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  return { endpoint, token, key, delivery: delivery!, repository: repository!, record: record! };
}

const textOf = ({ status, text }: { status: number; text: string }) => `${status} ${text}`;

describe('what belongs to another organisation', () => {
  it('is 404 under its id in one’s own organisation, and does not change', async () => {
    const { endpoint, delivery, token, key, repository, record } = await makeTheirs();
    const person = callsAs(app, await signIn(app, 'owner@acme.example'));
    const receiver = { url: 'https://8.8.8.8/own', events: ['*'] };
    const { body: made } = await acme.post(`${own}/webhook-endpoints`, receiver).expect(201);
    const ownDeliveries = `${own}/webhook-endpoints/${made.id}/deliveries`;
    const moon = `${own}/projects/web/environments/moon`;
    const hooks = `${own}/webhook-endpoints/${endpoint}`;
    const deliveries = `${hooks}/deliveries`;
    const answers = [
      await acme.get(hooks),
      await acme.patch(hooks, { enabled: false }),
      await acme.delete(hooks),
      await acme.post(`${hooks}/test`),
      await acme.post(`${hooks}/rotate-secret`),
      await acme.get(deliveries),
      await acme.post(`${deliveries}/redeliver`, { failed_since: '2026-01-01T00:00:00Z' }),
      await acme.get(`${deliveries}/${delivery}`),
      await acme.post(`${deliveries}/${delivery}/redeliver`),
      await acme.get(`${ownDeliveries}/${delivery}`),
      await acme.post(`${ownDeliveries}/${delivery}/redeliver`),
      await acme.get(`${own}/audit-log/${record}`),
      await acme.get(`${own}/audit-log/${record}/comments`),
      await person.post(`${own}/audit-log/${record}/comments`, { text: 'Mine.' }),
      await acme.post(`${own}/audit-log/${record}/revert`, {}),
      await acme.get(moon),
      await acme.patch(moon, { name: 'Mine' }),
      await acme.delete(moon),
      await acme.get(`${moon}/api-keys`),
      await acme.get(`${own}/projects/web/features/checkout/environments/moon`),
      await acme.patch(`${own}/projects/web/environments/production/api-keys/${key}`, { name: 'Mine' }),
      await acme.delete(`${own}/api-tokens/${token}`),
      await acme.delete(`${own}/projects/web/environments/production/api-keys/${key}`),
      await acme.get(`${own}/projects/web/repositories/${repository}/unknown-keys`),
      await acme.delete(`${own}/projects/web/repositories/${repository}`),
      await acme.patch(`${own}/members/owner@globex.example`, { role: 'viewer' }),
      await acme.delete(`${own}/members/owner@globex.example`),
      await acme.get(`${own}/projects/app`),
      await acme.delete(`${own}/projects/app`),
      await acme.get(`${own}/projects/app/export`),
      await acme.post(`${own}/projects/app/import`, {}),
      await acme.get(`${own}/projects/web/segments/spain`),
      await acme.get(`${own}/projects/web/features/secret`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    for (const answer of answers) expect(textOf(answer)).not.toMatch(/globex\/|8\.8\.8\.8\/x/);

    expect((await globex.get(`${theirs}/webhook-endpoints/${endpoint}`)).body.enabled).toBe(true);
    expect((await globex.get(`${theirs}/api-tokens`)).text).not.toMatch(/"revoked_at":"/);
    expect((await globex.get(`${theirs}/projects/app/environments/production/api-keys`)).text).toContain(key);
    expect((await globex.get(`${theirs}/members`)).text).toContain('owner@globex.example');
    expect((await globex.get(`${theirs}/projects/app/environments/moon`)).body).toMatchObject({
      name: 'moon',
    });
    expect((await globex.get(`${theirs}/audit-log/${record}/comments`)).body.items).toEqual([]);
  });

  it('cannot be used in a rule, a repository or an environment of one’s own', async () => {
    const there = `${own}/projects/web/features/checkout/environments`;
    const rules = [
      {
        any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['spain'] }] }],
        serve: { variation: 'off' },
      },
    ];
    expect((await acme.put(`${there}/staging/targeting`, { enabled: true, rules })).status).toBe(400);
    const copy = `${own}/projects/web/features/checkout/copy-environment`;
    expect((await acme.post(copy, { from: 'globex/production', to: 'staging' })).status).toBe(400);
  });
});

describe('a protected environment', () => {
  it.each(['production', 'PRODUCTION', 'Production', 'productioN'])(
    'is protected whichever way its name is written: %s',
    async (env) => {
      const member = callsAs(app, await signIn(app, 'member@acme.example'));
      const there = `${own}/projects/web/features/checkout/environments/${env}`;
      const statuses = [
        await member.put(`${there}/overrides/user-9`, { variation: 'off' }),
        await member.delete(`${there}/overrides/user-7`),
        await member.patch(`${there}/targeting`, { enabled: false }),
        await member.delete(`${there}/targeting`),
        await member.put(`${there}/defaults`, { 'checkout-enabled': null }),
      ].map(({ status }) => status);
      for (const status of statuses) expect([403, 404]).toContain(status);
      const { body } = await acme.get(`${own}/projects/web/features/checkout/environments/production`);
      expect(body).toMatchObject({ targeting: { enabled: true }, defaults: { 'checkout-enabled': 'off' } });
    },
  );

  it('is not unprotected, nor imported into, by a member', async () => {
    const member = callsAs(app, await signIn(app, 'member@acme.example'));
    const project = `${own}/projects/web`;
    await member.patch(`${project}/environments/production`, { protected: false }).expect(403);
    const document = { environments: [{ slug: 'production', protected: false }] };
    await member.post(`${project}/import`, document).expect(403);
    await member.post(`${project}/import?dry_run=true`, document).expect(403);
  });
});

describe('no caller can raise their own role', () => {
  it.each(['viewer', 'member', 'admin'])('as %s', async (role) => {
    const caller = callsAs(app, await signIn(app, `${role}@acme.example`));
    const membership = `${own}/members/${role}@acme.example`;
    await caller.patch(membership, { role: 'owner' }).expect(403);
    await caller.post(`${own}/members`, { email: 'friend@acme.example', role: 'owner' }).expect(403);
    await caller.patch(`${own}/members/owner@acme.example`, { role: 'viewer' }).expect(403);
    await caller.delete(`${own}/members/owner@acme.example`).expect(403);
  });

  it('as an organisation token, which also makes no organisations and is no staff', async () => {
    await acme.patch(`${own}/members/admin@acme.example`, { role: 'owner' }).expect(403);
    await acme.post(`${own}/members`, { email: 'friend@acme.example', role: 'owner' }).expect(403);
    const made = await acme.post('/organisations', { slug: 'mine' }).expect(403);
    expect(made.body.code).toBe('session_required');
    await acme.get('/staff/organisations').expect(401);
    await callsAs(app, bearer(staffToken)).get(own).expect(401);
  });
});
