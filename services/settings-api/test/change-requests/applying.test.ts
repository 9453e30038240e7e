import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { production, restoreOrganisations } from '../checkout.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer } from '../people.ts';
import { useApp } from '../running-app.ts';
import { applyById, approve, at, put } from './apply-request.ts';
import { createPeople, openRequest, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

describe('applying a change request', () => {
  it('makes the change in the name of its author, with the number of the request, and sets it to applied', async () => {
    const member = await as('member');
    const number = await openRequest(member, [switchOff], { title: 'No checkout' });
    await approve(await as('admin'), number);
    expect((await member.get(at(number))).body).toMatchObject({
      stage: 'ready',
      environments: [{ environment: 'production', required: 1, approved_by: ['admin@acme.example'] }],
    });
    const applied = await member.post(`${at(number)}/apply`, {});
    expect([applied.status, applied.body]).toMatchObject([
      200,
      {
        status: 'applied',
        stage: null,
        applied_by: 'member@acme.example',
        applied_at: expect.any(String),
        change_id: expect.any(String),
      },
    ]);
    expect((await member.get(production)).body.targeting.enabled).toBe(false);
    const path = `/settings/v1/organisations/acme/audit-log?change_id=${applied.body.change_id}`;
    const log = await request(app.server).get(path).set(bearer(acmeToken));
    const rows = (log.body.items as Record<string, unknown>[])
      .toReversed()
      .map(({ action, actor, source, change_request, comment }) => ({
        action,
        actor,
        source,
        change_request,
        comment,
      }));
    const ofRequest = {
      actor: 'member@acme.example',
      source: 'change_request',
      change_request: number,
      comment: 'No checkout',
    };
    expect(rows).toEqual([
      { action: 'targeting.updated', ...ofRequest },
      { action: 'change_request.applied', ...ofRequest },
    ]);
  });

  it('merges it into what others changed since', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [put(`${production}/targeting`, createRules('Mine'))]);
    await admin.patch(`${production}/targeting`, { enabled: false });
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
    expect((await admin.get(production)).body.targeting).toMatchObject({
      enabled: false,
      rules: [{ name: 'Mine' }],
    });
  });

  it('is made once, however many do it at one time', async () => {
    const number = await openRequest(await as('admin'), [switchOff]);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => applyById(app, number)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'applied',
      'not_ready',
      'not_ready',
      'not_ready',
    ]);
    const { rows } = await app.pool.query(`SELECT FROM audit_record WHERE action = 'targeting.updated'`);
    expect(rows).toHaveLength(1);
  });

  it('creates a feature and what is served of it, and deletes it by another request', async () => {
    const admin = await as('admin');
    const banner = {
      slug: 'banner',
      variables: [{ slug: 'banner', type: 'boolean' }],
      variations: [{ slug: 'on', values: { banner: true } }],
    };
    const create = await openRequest(admin, [
      { method: 'POST', path: 'features', body: banner },
      put('/features/banner/environments/production/defaults', { banner: 'on' }),
    ]);
    expect((await admin.post(`${at(create)}/apply`, {})).status).toBe(200);
    expect((await admin.get('/features/banner/environments/production')).body.defaults).toEqual({
      banner: 'on',
    });
    const remove = await openRequest(admin, [{ method: 'DELETE', path: 'features/banner' }]);
    const removed = await admin.post(`${at(remove)}/apply`, {});
    expect({ status: removed.status, body: removed.body }).toMatchObject({ status: 200 });
    expect((await admin.get('/features/banner')).status).toBe(404);
  });

  it('changes and deletes an environment', async () => {
    const admin = await as('admin');
    const rename = await openRequest(admin, [
      { method: 'PATCH', path: 'environments/production', body: { protected: false } },
    ]);
    expect((await admin.get(at(rename))).body.environments).toMatchObject([{ environment: 'production' }]);
    expect((await admin.post(`${at(rename)}/apply`, {})).status).toBe(200);
    expect((await admin.get('/environments/production')).body.protected).toBe(false);
    const remove = await openRequest(admin, [{ method: 'DELETE', path: 'environments/staging' }]);
    expect((await admin.post(`${at(remove)}/apply`, {})).status).toBe(200);
    expect((await admin.get('/environments/staging')).status).toBe(404);
  });
});
