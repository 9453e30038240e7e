import { afterEach, describe, expect, it } from '@jest/globals';
import { createSealingKeys, openSecret, type SealedSecret } from '@bunting/sealed-secrets';
import request from 'supertest';
import { getLines } from '../client.ts';
import { acmeToken, organisations, otherToken } from '../organisations.ts';
import { sealingKey, signIn, staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
afterEach(() => app.pool.query('DELETE FROM webhook_endpoint'));

const organisation = '/settings/v1/organisations/acme';
const path = `${organisation}/webhook-endpoints`;
const url = 'https://93.184.216.34/hook';
const token = { Authorization: `Bearer ${acmeToken}` };

const get = (below = '') => request(app.server).get(`${path}${below}`).set(token);
const post = (below: string, body?: object) =>
  request(app.server).post(`${path}${below}`).set(token).send(body);
const patch = (id: string, body: object) => request(app.server).patch(`${path}/${id}`).set(token).send(body);

async function create(body: object = {}): Promise<{ id: string; secret: string }> {
  const answer = await post('', { url, events: ['*'], ...body }).expect(201);
  return answer.body as { id: string; secret: string };
}

describe('a webhook endpoint', () => {
  it('shows its secret only when it is created', async () => {
    const answer = await post('', {
      url,
      events: ['feature.archived', 'member.joined'],
      description: 'Ours',
    }).expect(201);
    const { secret, ...shown } = answer.body;
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(shown).toEqual({
      id: expect.any(String),
      url,
      description: 'Ours',
      events: ['feature.archived', 'member.joined'],
      format: 'bunting',
      enabled: true,
      failing_since: null,
      held_since: null,
      last_delivery: null,
      created_at: expect.any(String),
    });
    expect((await get(`/${shown.id}`).expect(200)).body).toEqual(shown);
    expect((await get().expect(200)).body).toEqual({ items: [shown], next_cursor: null });
  });

  it('has a secret that is not readable in the database, nor in the audit log', async () => {
    const { secret } = await create();
    const { rows } = await app.pool.query<{ secret: string; secret_key_id: string | null }>(
      'SELECT secret, secret_key_id FROM webhook_endpoint',
    );
    expect(rows[0]?.secret).not.toContain('whsec');
    expect(rows[0]?.secret_key_id).not.toBeNull();
    const log = await app.pool.query<{ text: string }>(
      'SELECT record::text AS text FROM audit_record record',
    );
    expect(log.rows.map(({ text }) => text).join('\n')).not.toContain(secret.slice(6));
    expect(JSON.stringify(app.lines)).not.toContain(secret.slice(6));
  });

  it('is listed page by page', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push((await create()).id);
    const first = await get('?limit=2').expect(200);
    const second = await get(`?limit=2&cursor=${first.body.next_cursor}`).expect(200);
    expect([...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.body.next_cursor).toBeNull();
  });

  it('is changed member by member', async () => {
    const { id } = await create();
    for (const change of [
      { events: ['targeting.updated'] },
      { format: 'slack' },
      { format: 'teams' },
      { description: 'Theirs' },
      { enabled: false },
      { url: 'https://93.184.216.34/other' },
    ]) {
      const before = (await get(`/${id}`)).body;
      expect((await patch(id, change).expect(200)).body).toEqual({ ...before, ...change });
    }
  });

  it('has a tag of what people set, which If-Match is compared with; who was faster is told', async () => {
    const { id } = await create();
    const tag = (await get(`/${id}`).expect(200)).headers['etag'] as string;
    await app.pool.query('UPDATE webhook_endpoint SET failing_since = now()');
    const { headers } = await patch(id, { description: 'CI' }).set('If-Match', tag).expect(200);
    expect(headers['etag']).not.toBe(tag);
    // Another one of the same address has another history.
    const other = await create();
    await patch(other.id, { description: 'of the other' }).expect(200);
    const remove = request(app.server).delete(`${path}/${id}`).set(token);
    for (const send of [patch(id, { description: 'x' }), remove]) {
      const late = await send.set('If-Match', tag).expect(412);
      expect(late.headers['etag']).toBe(headers['etag']);
      expect(late.body).toMatchObject({ by: 'owner@acme.example', change_id: headers['change-id'] });
      expect(getLines(late)).toEqual([`webhook endpoint ${url}: description "" → CI`]);
    }
  });

  it('is deleted with its deliveries', async () => {
    const { id } = await create();
    const change = request(app.server).patch(`${organisation}/projects/web/features/checkout`).set(token);
    await change.send({ name: 'Till' }).expect(200);
    expect((await app.pool.query('SELECT FROM webhook_delivery')).rowCount).toBe(1);
    await request(app.server).delete(`${path}/${id}`).set(token).expect(204);
    await get(`/${id}`).expect(404);
    expect((await app.pool.query('SELECT FROM webhook_delivery')).rowCount).toBe(0);
  });

  it('on hold says so, and is released', async () => {
    const { id } = await create();
    await app.pool.query(
      `UPDATE webhook_endpoint SET failing_since = '2026-11-01Z', held_at = '2026-11-06Z'`,
    );
    expect((await get(`/${id}`)).body).toMatchObject({
      failing_since: '2026-11-01T00:00:00.000Z',
      held_since: '2026-11-06T00:00:00.000Z',
    });
    expect((await patch(id, { description: 'on hold' })).body.held_since).not.toBeNull();
    expect((await patch(id, { on_hold: false })).body).toMatchObject({
      failing_since: null,
      held_since: null,
    });
    expect((await patch(id, { on_hold: true }).expect(400)).body.details).toEqual([
      { path: 'on_hold', message: 'must be false', code: 'invalid' },
    ]);
  });

  it.each<[string, object, string[]]>([
    ['no address', { events: ['*'] }, ['url']],
    ['no URL', { url: 'hooks', events: ['*'] }, ['url']],
    ['blanks in the address', { url: 'https://hooks.example/ a', events: ['*'] }, ['url']],
    ['credentials in the address', { url: 'https://a:b@hooks.example/', events: ['*'] }, ['url']],
    ['no events', { url: 'https://93.184.216.34/', events: [] }, ['events']],
    ['an unknown event', { url: 'https://93.184.216.34/', events: ['feature.gone'] }, ['events[0]']],
    ['a test event', { url: 'https://93.184.216.34/', events: ['endpoint.test'] }, ['events[0]']],
    ['"*" and others', { url: 'https://93.184.216.34/', events: ['*', 'feature.updated'] }, ['events']],
    ['an unknown format', { url: 'https://93.184.216.34/', events: ['*'], format: 'discord' }, ['format']],
    ['a secret', { url: 'https://93.184.216.34/', events: ['*'], secret: 'whsec_a' }, ['secret']],
  ])('with %s is refused', async (_, body, paths) => {
    const answer = await post('', body).expect(400);
    const { details } = answer.body as { details: { path: string }[] };
    expect(details.map((problem) => problem.path)).toEqual(paths);
  });

  it.each(['nonsense', '019a0000-0000-7000-8000-000000000000'])(
    'that does not exist (%s) is 404',
    async (id) => {
      await get(`/${id}`).expect(404);
      await patch(id, { enabled: false }).expect(404);
      await request(app.server).delete(`${path}/${id}`).set(token).expect(404);
      await post(`/${id}/test`).expect(404);
      await post(`/${id}/rotate-secret`).expect(404);
      await get(`/${id}/deliveries`).expect(404);
      const answer = await post(`/${id}/deliveries/redeliver`, { failed_since: '2026-11-21T00:00:00Z' });
      expect([answer.status, answer.body.error]).toEqual([404, `There is no webhook endpoint "${id}".`]);
    },
  );

  it('of another organisation is 404', async () => {
    const { id } = await create();
    const globex = `/settings/v1/organisations/globex/webhook-endpoints/${id}`;
    const other = { Authorization: `Bearer ${otherToken}` };
    await request(app.server).get(globex).set(other).expect(404);
    await request(app.server).patch(globex).set(other).send({ enabled: false }).expect(404);
    await request(app.server).delete(globex).set(other).expect(404);
    await request(app.server).post(`${globex}/test`).set(other).expect(404);
    await request(app.server).post(`${globex}/rotate-secret`).set(other).expect(404);
    expect((await get(`/${id}`)).body.enabled).toBe(true);
  });

  it('is seen by every member and changed by admins', async () => {
    const { id } = await create();
    const viewer = await signIn(app, 'viewer@acme.example');
    const member = await signIn(app, 'member@acme.example');
    await request(app.server).get(`${path}/${id}`).set(viewer).expect(200);
    for (const cookie of [viewer, member]) {
      const answers = [
        await request(app.server).patch(`${path}/${id}`).set(cookie).send({ enabled: false }),
        await request(app.server).post(`${path}/${id}/rotate-secret`).set(cookie),
        await request(app.server).post(`${path}/${id}/test`).set(cookie),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });
});

describe('the cap', () => {
  const full = (most: number) =>
    `The organisation has reached its limit of ${most} webhook endpoints. Delete one, or ask your administrator for more.`;

  it('of fifty endpoints refuses one more, also of simultaneous requests, until one is deleted', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => post('', { url, events: ['*'] })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBe(10);
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([409, { error: full(50), code: 'limit_reached' }]);
    }
    const { id } = answers.find(({ status }) => status === 201)!.body as { id: string };
    await request(app.server).delete(`${path}/${id}`).set(token).expect(204);
    await create();
    await post('', { url, events: ['*'] }).expect(409);
  });

  it('is raised and lowered by staff; endpoints beyond it can still be changed', async () => {
    const staff = (webhook_endpoint_cap: number | null) =>
      request(app.server)
        .patch('/settings/v1/staff/organisations/acme')
        .set({ Authorization: `Bearer ${staffToken}` })
        .send({ webhook_endpoint_cap })
        .expect(200);
    expect((await staff(2)).body.webhook_endpoint_cap).toBe(2);
    const { id } = await create();
    await create();
    expect((await post('', { url, events: ['*'] }).expect(409)).body.error).toBe(full(2));
    await staff(1);
    await patch(id, { description: 'Ours' }).expect(200);
    await staff(null);
    await create();
  });
});

describe('a port', () => {
  it.each([22, 25, 80, 444, 1_023])('%d is refused', async (port) => {
    const answer = await post('', { url: `https://93.184.216.34:${port}/hook`, events: ['*'] }).expect(400);
    expect(answer.body.details).toMatchObject([
      {
        path: 'url',
        message: `has port ${port}: use 443 or a port from 1024`,
      },
    ]);
  });

  it('that was stored before the rule existed stays, and is refused when the address is written again', async () => {
    const { id } = await create();
    await app.pool.query(`UPDATE webhook_endpoint SET url = 'https://93.184.216.34:22/hook'`);
    await patch(id, { description: 'Ours' }).expect(200);
    await patch(id, { url: 'https://93.184.216.34:22/hook' }).expect(400);
  });
});

describe('a secret', () => {
  it('of another endpoint, copied to this one by somebody who can write to the database, signs nothing', async () => {
    const [one, other] = [await create(), await create()];
    const keys = createSealingKeys(sealingKey);
    const { rows } = await app.pool.query<SealedSecret>(
      'SELECT secret AS text, secret_key_id AS "keyId" FROM webhook_endpoint WHERE id = $1',
      [other.id],
    );
    expect(openSecret(rows[0]!, keys, `webhook endpoint ${other.id}`)).toBe(other.secret);
    expect(openSecret(rows[0]!, keys, `webhook endpoint ${one.id}`)).toBeUndefined();
  });

  it('is encrypted with the key of the installation when it is changed', async () => {
    const { id } = await create();
    const keys = createSealingKeys(sealingKey);
    await app.pool.query(`UPDATE webhook_endpoint SET secret = 'whsec_plain', secret_key_id = NULL`);
    await patch(id, {}).expect(200);
    const { rows } = await app.pool.query<SealedSecret>(
      'SELECT secret AS text, secret_key_id AS "keyId" FROM webhook_endpoint',
    );
    const [sealed = { text: '', keyId: '' }] = rows;
    expect(openSecret(sealed, keys, `webhook endpoint ${id}`)).toBe('whsec_plain');
    expect(sealed.keyId).toBe(keys.current?.id);
  });
});
