import { beforeEach, describe, expect, it } from '@jest/globals';
import { production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const copy = '/features/checkout/copy-environment';
const lines = [
  'default of checkout-enabled in staging: none → off',
  'default of checkout-layout in staging: none → off',
  'targeting of checkout in staging: created, on',
  'targeting of checkout in staging: rule 1 "Half of Canada": added (in_segment canada → off 50 %, one-page 50 %)',
];
const textsOf = (answer: { body: { changes: { text: string }[] } }) =>
  answer.body.changes.map(({ text }) => text);

describe('copying an environment', () => {
  it('shows what would change, and changes nothing, in a dry run', async () => {
    const before = await web.get(staging);
    const answer = await web.post(copy, { from: 'production', to: 'Staging', dry_run: true });
    expect(answer).toMatchObject({ status: 200, body: { dry_run: true } });
    expect(textsOf(answer)).toEqual(lines);
    expect(await web.get(staging)).toEqual(before);
    expect((await app.pool.query('SELECT FROM audit_record')).rows).toEqual([]);
  });

  it('copies targeting and defaults, not overrides', async () => {
    await web.put(`${staging}/overrides/user-1`, { variation: 'off' });
    expect(textsOf(await web.post(copy, { from: 'production', to: 'staging' }))).toEqual(lines);
    const [from, to] = [(await web.get(production)).body, (await web.get(staging)).body];
    const [{ id: source, ...rule }] = from.targeting.rules;
    const [{ id: copied, ...same }] = to.targeting.rules;
    expect({ ...to.targeting, rules: [same], defaults: to.defaults }).toEqual({
      ...from.targeting,
      rules: [rule],
      defaults: from.defaults,
    });
    expect(copied).not.toBe(source);
    expect(to.overrides.items).toEqual([{ user_id: 'user-1', variation: 'off' }]);
  });

  it('removes what the source does not have', async () => {
    const answer = await web.post(copy, { from: 'staging', to: 'production' });
    expect(textsOf(answer)).toEqual([
      'default of checkout-enabled in production: off → none',
      'default of checkout-layout in production: off → none',
      'targeting of checkout in production: removed',
    ]);
    expect((await web.get(production)).body).toMatchObject({ targeting: null, overrides: { count: 1 } });
  });

  it('again changes nothing', async () => {
    await web.post(copy, { from: 'production', to: 'staging' });
    expect(textsOf(await web.post(copy, { from: 'production', to: 'staging' }))).toEqual([]);
  });

  it('is refused with If-Match when somebody else has changed the target meanwhile', async () => {
    const { etag } = await web.get(staging);
    await web.put(`${staging}/overrides/u`, { variation: 'off' });
    const stale = await web.post(copy, { from: 'production', to: 'staging' }, { 'If-Match': etag });
    expect(stale.status).toBe(412);
    const { etag: now } = await web.get(staging);
    const fresh = await web.post(copy, { from: 'production', to: 'staging' }, { 'If-Match': now });
    expect(fresh.status).toBe(200);
  });

  it('needs two existing environments', async () => {
    expect(getPaths(await web.post(copy, { from: 'moon', to: 'mars' }))).toEqual(['from', 'to']);
    expect(getPaths(await web.post(copy, { from: 'staging', to: 'STAGING' }))).toEqual(['to']);
    expect(getPaths(await web.post(copy, { from: 'staging' }))).toEqual(['to']);
  });

  it.each([
    ['viewer', 403, 403],
    ['member', 200, 403],
    ['admin', 200, 200],
  ])('as %s: %d, into a protected environment: %d', async (role, elsewhere, there) => {
    const calls = createCalls(app, await signIn(app, `${role}@acme.example`));
    const into = (from: string, to: string) => calls.post(copy, { from, to, dry_run: true });
    expect((await into('production', 'staging')).status).toBe(elsewhere);
    expect((await into('staging', 'production')).status).toBe(there);
  });
});
