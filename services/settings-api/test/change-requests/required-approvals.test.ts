import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { production, restoreOrganisations, staging } from '../checkout.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { applyById, approve, at, put } from './apply-request.ts';
import { createPeople, openRequest, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
const setApprovals = (required: number, more: { approvers?: string; without?: string } = {}) =>
  app.pool.query(
    `UPDATE environment SET required_approvals = $1, approvers = $2, without_approval = $3, protected = true
     WHERE slug = 'production' AND project_id = (SELECT id FROM project WHERE slug = 'web')`,
    [required, more.approvers ?? 'member', more.without ?? 'switch_off'],
  );
beforeEach(async () => {
  await setApprovals(0, { approvers: 'admin' });
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
  await setApprovals(2);
});
afterEach(() => setApprovals(0, { approvers: 'admin' }));

const serveAll = put(`${production}/defaults`, { 'checkout-layout': 'one-page' });
const canada = put('/segments/canada', { name: 'Canada', any_of: [] });
const environmentsOf = async (number: number): Promise<unknown> =>
  (await (await as('viewer')).get(at(number))).body.environments;

describe('an environment that requires two approvals', () => {
  it('gets a change of an admin with two approvals, and not with one', async () => {
    const admin = await as('admin');
    expect((await admin.put(`${production}/defaults`, serveAll.body)).body.code).toBe('approval_required');
    const number = await openRequest(admin, [serveAll]);
    expect(await environmentsOf(number)).toEqual([
      { environment: 'production', required: 2, approved_by: [] },
    ]);
    await approve(await as('member'), number);
    const early = await admin.post(`${at(number)}/apply`, {});
    expect([early.status, early.body]).toMatchObject([
      403,
      { code: 'approval_required', details: [{ message: 'needs 2 approvals, has 1' }] },
    ]);
    await approve(await as('owner'), number);
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
    expect((await admin.get(production)).body.defaults).toMatchObject({ 'checkout-layout': 'one-page' });
  });

  it('gets it without them only with a reason where it allows anything', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [serveAll]);
    const body = { without_approval: 'the shop is down' };
    expect((await admin.post(`${at(number)}/apply`, body)).body.code).toBe('approval_required');
    await setApprovals(2, { without: 'anything' });
    expect((await admin.post(`${at(number)}/apply`, {})).body.code).toBe('approval_required');
    expect((await admin.post(`${at(number)}/apply`, body)).status).toBe(200);
  });

  it.each([
    ['required_approvals', { required_approvals: 1 }],
    ['protected', { protected: false, required_approvals: 0 }],
    ['without_approval', { without_approval: 'anything' }],
  ])('lowers %s only with the approvals that it requires before', async (_, body) => {
    const admin = await as('admin');
    const number = await openRequest(admin, [{ method: 'PATCH', path: 'environments/production', body }]);
    expect(await environmentsOf(number)).toMatchObject([{ environment: 'production', required: 2 }]);
    await approve(await as('member'), number);
    expect((await admin.post(`${at(number)}/apply`, {})).body.code).toBe('approval_required');
    await approve(await as('owner'), number);
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
    expect((await admin.get('/environments/production')).body).toMatchObject(body);
  });

  it('is deleted only with them, too', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [{ method: 'DELETE', path: 'environments/production' }]);
    expect((await admin.post(`${at(number)}/apply`, {})).body.code).toBe('approval_required');
    await approve(await as('member'), number);
    await approve(await as('owner'), number);
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
  });

  it('makes a request wait again when it requires more', async () => {
    const admin = await as('admin');
    await setApprovals(1);
    const number = await openRequest(admin, [serveAll]);
    await approve(await as('member'), number);
    await setApprovals(2);
    expect(await applyById(app, number)).toEqual({ outcome: 'not_ready', code: 'approval_required' });
    expect((await admin.get(at(number))).body).toMatchObject({ stage: 'waiting', failure: null });
  });

  it('makes a request wait that alters it by now, although it did not when it was approved', async () => {
    const admin = await as('admin');
    await setApprovals(0, { approvers: 'admin' });
    await admin.put(`${production}/targeting`, { enabled: true, rules: [] });
    const number = await openRequest(await as('member'), [canada]);
    expect(await environmentsOf(number)).toEqual([]);
    const condition = { property: 'segment', operator: 'in_segment', values: ['canada'] };
    const rule = { name: 'Canada', any_of: [{ all_of: [condition] }], serve: { variation: 'one-page' } };
    expect((await admin.put(`${production}/targeting`, { enabled: true, rules: [rule] })).status).toBe(200);
    await setApprovals(2);
    expect(await applyById(app, number)).toMatchObject({ outcome: 'not_ready' });
    expect((await admin.get(at(number))).body).toMatchObject({
      stage: 'waiting',
      failure: null,
      environments: [{ environment: 'production', required: 2 }],
    });
  });

  it('does not keep a request from another environment', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [put(`${staging}/defaults`, { 'checkout-layout': 'one-page' })]);
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
  });

  it('lets its approvers change nothing in another protected environment in the name of an admin', async () => {
    const protectStaging = (isProtected: boolean) =>
      app.pool.query(`UPDATE environment SET protected = $1 WHERE slug = 'staging'`, [isProtected]);
    const [admin, member] = [await as('admin'), await as('member')];
    await protectStaging(true);
    const number = await openRequest(admin, [serveAll]);
    const edited = await member.patch(at(number), {
      changes: [put(`${staging}/defaults`, { 'checkout-layout': 'one-page' })],
      apply: { when_approved: true },
    });
    expect({ status: edited.status, body: edited.body }).toMatchObject({
      status: 200,
      body: { author: 'admin@acme.example', stage: 'waiting', environments: [{ required: 1 }] },
    });
    expect(await applyById(app, number)).toEqual({ outcome: 'not_ready', code: 'approval_required' });
    await protectStaging(false);
  });

  it('is switched off at once, as it allows', async () => {
    expect((await (await as('admin')).patch(`/${switchOff.path}`, switchOff.body)).status).toBe(200);
  });
});
