import { beforeEach, describe, expect, it } from '@jest/globals';
import { HttpError } from '@bunting/service';
import { recordFailure } from '../../src/change-requests/handle-failure.ts';
import { restoreOrganisations, staging } from '../checkout.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { applyById, approve, at, createApplyDependencies, put, setRole } from './apply-request.ts';
import { createPeople, openRequest, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

describe('at an edge', () => {
  it('a failure of an earlier revision, or of an earlier author, is not recorded', async () => {
    const [member, admin] = [await as('member'), await as('admin')];
    const number = await openRequest(member, [switchOff]);
    const { rows } = await app.pool.query<{ id: string; organisationId: string }>(
      `SELECT id, organisation_id AS "organisationId" FROM project WHERE slug = 'web'`,
    );
    const { id, organisationId } = rows[0]!;
    const fail = (revision: number) =>
      recordFailure(
        createApplyDependencies(app),
        {
          organisation: { id: organisationId, slug: 'acme' },
          project: { id, slug: 'web', organisationId },
          number,
          author: 'member@acme.example',
          revision,
        },
        new HttpError(409, 'Too late.', { code: 'late' }),
      );
    const apply = { at: '2999-01-01T00:00:00.000Z' };
    await member.patch(at(number), { apply });
    expect(await fail(1)).toBe(false);
    expect((await member.get(at(number))).body).toMatchObject({ revision: 2, apply, failure: null });
    expect(await fail(2)).toBe(true);
    await admin.post(`${at(number)}/take-over`, {});
    expect(await fail(2)).toBe(false);
    expect((await member.get(at(number))).body.failure).toBe(null);
  });

  it.each([
    ['feature', async () => (await as('admin')).delete('/features/checkout')],
    ['environment', async () => (await as('admin')).delete('/environments/staging')],
  ])('a deleted %s is a conflict', async (noun, remove) => {
    const admin = await as('admin');
    const number = await openRequest(admin, [put(`${staging}/targeting`, createRules('Mine'))]);
    expect((await remove()).status).toBe(204);
    const answer = await admin.post(`${at(number)}/apply`, {});
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        code: 'conflict',
        details: [{ path: 'web/checkout in staging', message: `the ${noun} has been deleted` }],
      },
    ]);
    const read = await admin.get(at(number));
    expect(read.body).toMatchObject({
      stage: 'conflicting',
      failure: { code: 'conflict', details: answer.body.details },
      conflicts: answer.body.details,
      apply: { at: null },
    });
  });

  it('a deleted variation is a conflict, which names it', async () => {
    const admin = await as('admin');
    await admin.post('/features/checkout/variations', {
      slug: 'spare',
      values: { 'checkout-enabled': true, 'checkout-layout': 'x' },
    });
    const number = await openRequest(admin, [put(`${staging}/defaults`, { 'checkout-layout': 'spare' })]);
    await admin.delete('/features/checkout/variations/spare');
    const answer = await admin.post(`${at(number)}/apply`, {});
    expect([answer.status, answer.body.details]).toMatchObject([
      409,
      [{ path: 'features.checkout.environments.staging', message: 'the variation spare has been deleted' }],
    ]);
  });

  it('a deleted segment is a conflict, which names it', async () => {
    const admin = await as('admin');
    await admin.post('/segments', { slug: 'peru', any_of: [] });
    const condition = { property: 'segment', operator: 'in_segment', values: ['peru'] };
    const rule = { name: 'Peru', any_of: [{ all_of: [condition] }], serve: { variation: 'one-page' } };
    const number = await openRequest(admin, [put(`${staging}/targeting`, { enabled: true, rules: [rule] })]);
    await admin.delete('/segments/peru');
    const answer = await admin.post(`${at(number)}/apply`, {});
    expect([answer.status, answer.body.details]).toMatchObject([
      409,
      [{ message: 'the segment peru has been deleted' }],
    ]);
  });

  it('renamed features, variables and variations are followed', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [put(`${staging}/defaults`, { 'checkout-layout': 'one-page' })]);
    await admin.patch('/features/checkout', { slug: 'till' });
    await admin.patch('/features/till/variables/checkout-layout', { slug: 'layout' });
    await admin.patch('/features/till/variations/one-page', { slug: 'single' });
    const answer = await admin.post(`${at(number)}/apply`, {});
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    expect((await admin.get('/features/till/environments/staging')).body.defaults).toMatchObject({
      layout: 'single',
    });
  });

  it('two requests for one feature are each merged with what the other left', async () => {
    const admin = await as('admin');
    const first = await openRequest(admin, [put(`${staging}/targeting`, createRules('Mine'))]);
    const second = await openRequest(admin, [put(`${staging}/defaults`, { 'checkout-layout': 'off' })]);
    expect([await applyById(app, first), await applyById(app, second)]).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'applied' },
    ]);
    const { body } = await admin.get(staging);
    expect([body.targeting.rules.length, body.defaults]).toMatchObject([1, { 'checkout-layout': 'off' }]);
  });

  it('the same part changed on both sides is a conflict with the values', async () => {
    const admin = await as('admin');
    await admin.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    const number = await openRequest(admin, [put(`${staging}/defaults`, { 'checkout-layout': 'one-page' })]);
    await admin.put(`${staging}/defaults`, { 'checkout-layout': null });
    const answer = await admin.post(`${at(number)}/apply`, {});
    expect([answer.status, answer.body.details]).toMatchObject([
      409,
      [
        {
          path: 'features.checkout.environments.staging.defaults.checkout-layout',
          base: 'off',
          now: null,
          wanted: 'one-page',
        },
      ],
    ]);
  });

  it('an author who left is the failure author_left, until somebody takes the request over', async () => {
    const admin = await as('admin');
    const number = await openRequest(await as('member'), [switchOff]);
    await approve(admin, number);
    await setRole(app, 'member', 'viewer');
    try {
      expect(await applyById(app, number)).toEqual({ outcome: 'failed', code: 'author_left' });
      expect((await admin.get(at(number))).body.failure).toMatchObject({ code: 'author_left' });
      const taken = await admin.post(`${at(number)}/take-over`, {});
      expect(taken.body).toMatchObject({
        author: 'admin@acme.example',
        contributors: ['member@acme.example'],
        failure: null,
      });
      const verdict = await admin.post(`${at(number)}/verdicts`, { verdict: 'approve', revision: 1 });
      expect([verdict.status, verdict.body.code]).toEqual([403, 'not_an_approver']);
    } finally {
      await setRole(app, 'member', 'member');
    }
  });

  it('an approver who was demoted after the approval makes it wait again', async () => {
    const number = await openRequest(await as('member'), [switchOff]);
    await approve(await as('admin'), number);
    await setRole(app, 'admin', 'member');
    try {
      expect(await applyById(app, number)).toEqual({ outcome: 'not_ready', code: 'approval_required' });
      const read = await (await as('member')).get(at(number));
      expect(read.body).toMatchObject({ stage: 'waiting', failure: null });
    } finally {
      await setRole(app, 'admin', 'admin');
    }
  });

  it('what no longer fits together is 400 invalid, and the failure of the request', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [
      {
        method: 'POST',
        path: 'features/checkout/variables',
        body: { slug: 'colour', type: 'string', values: { off: 'red', 'one-page': 'red' } },
      },
    ]);
    await admin.post('/features/checkout/variations', {
      slug: 'spare',
      values: { 'checkout-enabled': true, 'checkout-layout': 'x' },
    });
    const answer = await admin.post(`${at(number)}/apply`, {});
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid']);
    expect((await admin.get(at(number))).body.failure).toMatchObject({ code: 'invalid' });
  });
});
