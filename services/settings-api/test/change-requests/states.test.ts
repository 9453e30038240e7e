import { beforeEach, describe, expect, it } from '@jest/globals';
import { createSealingKeys } from '@bunting/sealed-secrets';
import { trimBatch } from '@bunting/retention';
import { createTestLog } from '@bunting/testing/apps';
import { createExpiry } from '../../src/change-requests/expire-requests.ts';
import { createWriteSemaphores } from '../../src/framework/write-semaphores.ts';
import { production, restoreOrganisations, staging } from '../checkout.ts';
import { getLines } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp, userSigningKey } from '../running-app.ts';
import { approve, at, put } from './apply-request.ts';
import { createPeople, openRequest, requests, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

describe('closing a change request', () => {
  it.each([
    ['withdrawn', 'member'],
    ['rejected', 'admin'],
  ])('is %s by %s', async (closedAs, name) => {
    const number = await openRequest(await as('member'), [switchOff]);
    const closed = await (await as(name)).post(`${at(number)}/close`, { comment: 'No.' });
    expect(closed.body).toMatchObject({
      status: 'closed',
      closed_as: closedAs,
      stage: null,
      expires_at: null,
    });
    const { rows } = await app.pool.query(
      `SELECT comment FROM audit_record WHERE action = 'change_request.closed'`,
    );
    expect(rows).toEqual([{ comment: 'No.' }]);
  });

  it('is undone by reopening, as a new revision without a time', async () => {
    const member = await as('member');
    const number = await openRequest(member, [switchOff], { apply: { at: '2999-01-01T00:00:00Z' } });
    await approve(await as('admin'), number);
    await member.post(`${at(number)}/close`, {});
    const reopened = await member.post(`${at(number)}/reopen`, {});
    expect(reopened.body).toMatchObject({
      status: 'open',
      revision: 2,
      stage: 'waiting',
      apply: { at: null },
    });
  });

  it('is undone within 30 days only', async () => {
    const member = await as('member');
    const number = await openRequest(member, [switchOff]);
    await member.post(`${at(number)}/close`, {});
    await app.pool.query(`UPDATE change_request SET closed_at = now() - interval '31 days'`);
    const late = await member.post(`${at(number)}/reopen`, {});
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'not_ready', details: [{ path: 'closed_at' }] },
    ]);
  });
});

describe('an open change request that nobody changes', () => {
  const { log } = createTestLog('settings-api');
  const expire = () =>
    trimBatch(
      app.pool,
      createExpiry({
        pool: app.pool,
        redis: app.redis,
        writeSemaphores: createWriteSemaphores({ poolSize: 10 }),
        admitBytes: () => {},
        publicUrl: undefined,
        log,
        userSigningKeys: createSealingKeys(userSigningKey),
        changeRequestExpiryDays: 30,
      }),
      100,
    );

  it('expires after 30 days, or 30 days after its time', async () => {
    const member = await as('member');
    const young = await openRequest(member, [switchOff]);
    const old = await openRequest(member, [switchOff]);
    const scheduled = await openRequest(member, [switchOff], { apply: { at: '2999-01-01T00:00:00Z' } });
    await app.pool.query(
      `UPDATE change_request SET updated_at = now() - interval '31 days' WHERE number <> $1`,
      [young],
    );
    expect(await expire()).toBe(1);
    const { body } = await member.get(at(old));
    expect(body).toMatchObject({ status: 'closed', closed_as: 'expired' });
    for (const number of [young, scheduled]) expect((await member.get(at(number))).body.status).toBe('open');
    const { rows } = await app.pool.query(
      `SELECT subject FROM audit_record WHERE action = 'change_request.closed'`,
    );
    expect(rows).toEqual([{ subject: `web/${old}` }]);
  });
});

describe('the list of change requests', () => {
  it('has the latest first, in pages', async () => {
    const member = await as('member');
    const numbers = [];
    for (let count = 0; count < 3; count += 1) numbers.unshift(await openRequest(member, [switchOff]));
    const first = await member.get(`${requests}?limit=2`);
    const second = await member.get(`${requests}?limit=2&cursor=${first.body.next_cursor}`);
    const listed = [...first.body.items, ...second.body.items] as { number: number }[];
    expect(listed.map(({ number }) => number)).toEqual(numbers);
    expect(second.body.next_cursor).toBe(null);
    expect(listed[0]).not.toHaveProperty('changes');
  });

  it.each([
    ['status=closed', 'closed'],
    ['status=open&author=admin@acme.example', 'staging'],
    ['stage=waiting', 'waiting'],
    ['stage=ready', 'staging'],
    ['stage=ready&status=closed', undefined],
    ['waiting_for=me&status=applied', undefined],
    ['environment=staging', 'staging'],
    ['feature=checkout&environment=production&status=open', 'waiting'],
    ['waiting_for=me', 'waiting'],
  ])('takes %s', async (query, title) => {
    const [member, admin] = [await as('member'), await as('admin')];
    const closed = await openRequest(member, [put('/segments/canada', { name: 'Kanada', any_of: [] })], {
      title: 'closed',
    });
    await member.post(`${at(closed)}/close`, {});
    await openRequest(member, [switchOff], { title: 'waiting' });
    await openRequest(admin, [put(`${staging}/targeting`, createRules('A'))], { title: 'staging' });
    const { body } = await (await as('owner')).get(`${requests}?${query}`);
    expect((body.items as { title: string }[]).map((item) => item.title)).toEqual(
      title === undefined ? [] : [title],
    );
  });
});

describe('an import as a change request', () => {
  it('is merged like every other change', async () => {
    const admin = await as('admin');
    const document = {
      segments: [{ slug: 'peru', any_of: [] }],
      environments: [{ slug: 'production' }],
      features: [
        {
          slug: 'checkout',
          variables: [
            { slug: 'checkout-enabled', type: 'boolean' },
            { slug: 'checkout-layout', type: 'string' },
          ],
          variations: [
            { slug: 'off', values: { 'checkout-enabled': false, 'checkout-layout': 'classic' } },
            { slug: 'one-page', values: { 'checkout-enabled': true, 'checkout-layout': 'one-page' } },
          ],
          environments: { production: { targeting: null } },
        },
      ],
    };
    const opened = await admin.post(requests, {
      title: 'Import',
      changes: [{ method: 'POST', path: 'import', body: document }],
    });
    expect(getLines(opened)).toEqual([
      'segment peru: created (everyone)',
      'targeting of checkout in production: removed',
    ]);
    await admin.patch('/features/checkout', { name: 'Till' });
    expect((await admin.post(`${at(Number(opened.body.number))}/apply`, {})).status).toBe(200);
    expect((await admin.get(production)).body.targeting).toBe(null);
    expect((await admin.get('/features/checkout')).body.name).toBe('Till');
  });

  it('is refused where its document is wrong, with paths in it, and where it creates environments', async () => {
    const admin = await as('admin');
    const propose = (body: object) =>
      admin.post(requests, { title: 'Import', changes: [{ method: 'POST', path: 'import', body }] });
    const wrong = await propose({ segments: [{ slug: 'Peru!', any_of: [] }] });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'changes[0].body.segments[0].slug']);
    const created = await propose({ environments: [{ slug: 'preview' }] });
    expect([created.status, created.body.details[0].path]).toEqual([400, 'changes']);
  });
});

describe('the comments of a change request', () => {
  it('are a thread of their own, for viewers too', async () => {
    const [viewer, member] = [await as('viewer'), await as('member')];
    const number = await openRequest(member, [switchOff]);
    const path = `${at(number)}/comments`;
    const { body } = await viewer.post(path, { text: 'Why?' });
    const foreign = await member.patch(`${path}/${body.id}`, { text: 'So.' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_author']);
    expect((await viewer.patch(`${path}/${body.id}`, { text: 'So.' })).body).toMatchObject({
      text: 'So.',
      edited_at: expect.any(String),
    });
    expect((await member.get(path)).body.items).toMatchObject([
      { author: 'viewer@acme.example', text: 'So.' },
    ]);
    expect((await viewer.delete(`${path}/${body.id}`)).status).toBe(204);
    expect((await member.get(path)).body.items).toEqual([]);
    expect((await member.get(`${at(999_999)}/comments`)).status).toBe(404);
  });
});
