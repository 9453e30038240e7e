import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getLines } from '../client.ts';
import { organisations } from '../organisations.ts';
import { revertLast } from '../reverts/revert.ts';
import { useApp } from '../running-app.ts';
import { paymentsEnabled, prerequisiteCalls, getProblems, readFragment } from './prerequisite-calls.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
const calls = prerequisiteCalls(web);

beforeEach(async () => {
  await restoreOrganisations(app);
  await calls.createFeature('payments');
});

describe('What a prerequisite names', () => {
  beforeEach(async () => void (await calls.put([paymentsEnabled])));

  it('is required by the features that name it, which is no part of the ETag', async () => {
    const path = '/features/payments/environments/staging';
    const named = await web.get(path);
    expect(named.body.required_by).toEqual([{ feature: 'checkout' }]);
    await calls.put([]);
    const free = await web.get(path);
    expect([free.body.required_by, free.etag]).toEqual([[], named.etag]);
  });

  it.each([
    ['its feature', () => web.delete('/features/payments'), 'feature', 'payments'],
    [
      'its feature, archived',
      () => web.patch('/features/payments', { status: 'archived' }),
      'feature',
      'payments',
    ],
    [
      'its variable',
      () => web.delete('/features/payments/variables/payments-enabled'),
      'variable',
      'payments-enabled',
    ],
    ['its variation', () => web.delete('/features/payments/variations/on'), 'variation', 'on'],
    [
      'its variation, left out of the whole',
      () =>
        web.put('/features/payments', {
          variables: [{ slug: 'payments-enabled', type: 'boolean' }],
          variations: [{ slug: 'off', values: { 'payments-enabled': false } }],
        }),
      'variation',
      'on',
    ],
  ])('is not deleted: %s', async (_, remove, kind, slug) => {
    const answer = await remove();
    expect([answer.status, answer.body.code, answer.body.resource]).toEqual([409, 'in_use', { kind, slug }]);
    expect(answer.body.details).toEqual([
      {
        path: 'targeting.prerequisites[0]',
        message: 'staging: prerequisite of checkout',
        code: 'in_use',
        resource: { kind: 'feature', slug: 'checkout', environment: 'staging' },
      },
    ]);
  });

  it('is refused in a bulk change, which changes the others', async () => {
    await calls.createFeature('wallet');
    const set = { features: ['payments', 'wallet'], set: { status: 'archived' } };
    const { body } = await web.post('/features/bulk', set);
    expect(body.refused).toEqual([
      { feature: 'payments', error: 'The feature "payments" is in use; see "details".', code: 'in_use' },
    ]);
    expect((await web.get('/features/wallet')).body.status).toBe('archived');
  });

  it('can be deleted in parts that it does not name, and wholly once nothing names it', async () => {
    expect((await web.delete('/features/payments/variations/beta')).status).toBe(204);
    await calls.put([]);
    expect((await web.delete('/features/payments')).status).toBe(204);
  });

  it('is archived with the feature that names it, which then comes back only with it', async () => {
    expect((await web.patch('/features/checkout', { status: 'archived' })).status).toBe(200);
    expect((await web.patch('/features/payments', { status: 'archived' })).status).toBe(200);
    expect((await web.patch('/features/checkout', { status: 'live' })).status).toBe(409);
    const both = { features: ['checkout', 'payments'], set: { status: 'live' } };
    expect((await web.post('/features/bulk', both)).status).toBe(200);
  });

  it('may be renamed: the fragments, the targeting and the history follow', async () => {
    const before = new Date(Date.now() + 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await web.patch('/features/payments/variables/payments-enabled', { slug: 'pay' });
    await web.patch('/features/payments/variations/on', { slug: 'yes' });
    expect(await readFragment(app)).toContain('"prerequisites":[{"variable":"pay","variations":["yes"]}]');
    const renamed = { variable: 'pay', variations: ['yes'] };
    expect((await web.get(staging)).body.targeting.prerequisites).toEqual([renamed]);
    await calls.put([{ ...renamed, variations: ['yes', 'beta'] }]);
    const records = (await readAuditRecords(app)).filter(({ action }) => action === 'targeting.updated');
    expect(records.map(({ after }) => (after as { prerequisites: unknown }).prerequisites)).toEqual([
      [{ variable: 'pay', variations: ['on'] }],
      [renamed],
      [{ variable: 'pay', variations: ['yes', 'beta'] }],
    ]);
    // Under its earlier name the variable does not exist any more.
    const restored = await web.post(`${staging}/restore`, { at: before.toISOString() });
    expect([restored.status, getProblems(restored)]).toEqual([
      400,
      ['prerequisites[0].variable: is the unknown variable payments-enabled'],
    ]);
  });
});

describe('Prerequisites in history', () => {
  it('are told one by one', async () => {
    await calls.createFeature('wallet');
    await calls.put([paymentsEnabled]);
    const dry = await web.put(`${staging}/targeting?dry_run=true`, {
      enabled: true,
      prerequisites: [
        { variable: 'payments-enabled', variations: ['on', 'beta'] },
        { variable: 'wallet-enabled', variations: ['on'] },
      ],
      rules: [everyone],
    });
    expect(getLines(dry)).toEqual([
      'targeting of checkout in staging: prerequisite payments-enabled: on → on, beta',
      'targeting of checkout in staging: prerequisite wallet-enabled: added (on)',
    ]);
  });

  it('are reverted, and restored', async () => {
    await calls.put([paymentsEnabled]);
    await calls.put([]);
    await revertLast(app);
    expect((await web.get(staging)).body.targeting.prerequisites).toEqual([paymentsEnabled]);
  });

  it('are merged by variable with what somebody else added', async () => {
    await calls.createFeature('wallet');
    const base = { targeting: { enabled: true, prerequisites: [paymentsEnabled], rules: [] }, defaults: {} };
    await web.put(staging, base);
    const wallet = { variable: 'wallet-enabled', variations: ['on'] };
    const wanted = { ...base, targeting: { ...base.targeting, prerequisites: [wallet] } };
    await calls.put([{ ...paymentsEnabled, variations: ['on', 'beta'] }]);
    const { body } = await web.post(`${staging}/merge`, { base, wanted });
    expect(body.conflicts).toMatchObject([
      {
        path: 'targeting.prerequisites.payments-enabled',
        message: 'the prerequisite payments-enabled was changed by the other change, but removed by yours',
      },
    ]);
  });
});
