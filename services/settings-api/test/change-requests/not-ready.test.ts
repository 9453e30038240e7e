import { beforeEach, describe, expect, it } from '@jest/globals';
import { restoreOrganisations } from '../checkout.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { at } from './apply-request.ts';
import { createPeople, openRequest, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

describe('a request that is not ready', () => {
  it('is 403 approval_required where approvals are missing, for its author and for admins', async () => {
    const number = await openRequest(await as('member'), [switchOff]);
    for (const name of ['member', 'admin', 'owner']) {
      const answer = await (await as(name)).post(`${at(number)}/apply`, {});
      expect([answer.status, answer.body]).toMatchObject([
        403,
        {
          code: 'approval_required',
          details: [{ path: 'environments.production', message: 'needs 1 approval, has 0' }],
        },
      ]);
    }
  });

  it('can be applied by an admin with a reason, which the audit log has', async () => {
    const number = await openRequest(await as('member'), [switchOff]);
    const body = { without_approval: 'the shop is down' };
    expect((await (await as('member')).post(`${at(number)}/apply`, body)).status).toBe(403);
    expect(
      (await (await as('admin')).post(`${at(number)}/apply`, { without_approval: 'short' })).status,
    ).toBe(400);
    expect((await (await as('admin')).post(`${at(number)}/apply`, body)).status).toBe(200);
    const { rows } = await app.pool.query(
      `SELECT comment, after FROM audit_record WHERE action = 'change_request.applied'`,
    );
    expect(rows).toMatchObject([{ comment: 'the shop is down', after: body }]);
  });

  it('is 409 not_ready where it is scheduled, closed or applied', async () => {
    const admin = await as('admin');
    const scheduled = await openRequest(admin, [switchOff], { apply: { at: '2999-01-01T00:00:00Z' } });
    const closed = await openRequest(admin, [switchOff]);
    await admin.post(`${at(closed)}/close`, {});
    const applied = await openRequest(admin, [switchOff]);
    expect((await admin.post(`${at(applied)}/apply`, {})).status).toBe(200);
    const answers = [];
    for (const number of [scheduled, closed, applied]) {
      const { status, body } = await admin.post(`${at(number)}/apply`, {});
      answers.push([status, body.code, body.details[0].path]);
    }
    expect(answers).toEqual([
      [409, 'not_ready', 'apply.at'],
      [409, 'not_ready', 'status'],
      [409, 'not_ready', 'status'],
    ]);
    expect((await admin.get(at(scheduled))).body.stage).toBe('scheduled');
  });
});
