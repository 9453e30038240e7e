import { describe, expect, it } from '@jest/globals';
import { createCalls, getPaths } from '../client.ts';
import { bearer, callsAs } from '../people.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
const acme = callsAs(app, bearer(acmeToken));
const log = '/organisations/acme/audit-log';

const settingsOf = async (slug: string) => {
  const { protected: isProtected, ...body } = (await web.get(`/environments/${slug}`)).body;
  const { required_approvals, approvers, without_approval, comment_required } = body;
  return { protected: isProtected, required_approvals, approvers, without_approval, comment_required };
};

describe('the settings that say who approves', () => {
  it('are none until they are made', async () => {
    await web.post('/environments', { slug: 'fresh' });
    expect(await settingsOf('fresh')).toEqual({
      protected: false,
      required_approvals: 0,
      approvers: 'admin',
      without_approval: 'switch_off',
      comment_required: false,
    });
  });

  it('are created with an environment, changed one by one and listed', async () => {
    const made = { protected: true, required_approvals: 1, approvers: 'member', comment_required: true };
    const created = await web.post('/environments', { slug: 'made', ...made });
    expect(created).toMatchObject({ status: 201, body: { ...made, without_approval: 'switch_off' } });
    const changed = await web.patch('/environments/made', { without_approval: 'nothing' });
    expect(changed.body).toMatchObject({ ...made, without_approval: 'nothing' });
    expect((await web.get('/environments')).body.items).toContainEqual(changed.body);
  });

  it('are differences in the audit log, and are reverted with it', async () => {
    await web.post('/environments', { slug: 'told' });
    await web.patch('/environments/told', { comment_required: true });
    const { body } = await acme.get(`${log}?limit=1`);
    expect(body.items[0].changes).toEqual(['environment told: comment_required false → true']);
    expect((await acme.post(`${log}/${body.items[0].id}/revert`, {})).status).toBe(200);
    expect(await settingsOf('told')).toMatchObject({ comment_required: false });
  });

  it('are exported, and imported into another project', async () => {
    await web.post('/environments', { slug: 'moved', protected: true, required_approvals: 1 });
    const { body } = await web.get('/export', undefined, { Accept: 'application/json' });
    const exported = body as { environments: { slug: string }[] };
    const environment = exported.environments.find(({ slug }) => slug === 'moved');
    expect(environment).toMatchObject({ required_approvals: 1, approvers: 'admin', comment_required: false });
    const other = createCalls(app, undefined, 'blog');
    await acme.post('/organisations/acme/projects', { slug: 'blog' });
    expect((await other.post('/import', { environments: [environment] })).status).toBe(200);
    expect((await other.get('/environments/moved')).body).toMatchObject(environment!);
  });

  it.each([
    ['required_approvals', 6],
    ['required_approvals', -1],
    ['required_approvals', 1.5],
    ['approvers', 'viewer'],
    ['without_approval', 'everything'],
    ['comment_required', 'yes'],
  ])('%s cannot be %p', async (member, value) => {
    expect(getPaths(await web.patch('/environments/production', { [member]: value }))).toEqual([member]);
  });

  it('need a protected environment', async () => {
    expect(getPaths(await web.patch('/environments/staging', { required_approvals: 1 }))).toEqual([
      'required_approvals',
    ]);
    const body = { environments: [{ slug: 'staging', required_approvals: 1 }] };
    expect(getPaths(await web.post('/import', body))).toEqual(['environments[0].required_approvals']);
    expect(await settingsOf('staging')).toMatchObject({ required_approvals: 0 });
  });

  it('need one eligible person more than must approve', async () => {
    // Acme has a viewer, a member, an admin and an owner.
    const two = { protected: true, required_approvals: 2 };
    const refused = await web.post('/environments', { slug: 'few', ...two });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'too_few_approvers',
        details: [{ path: 'required_approvals', message: 'needs 1 more person who can approve' }],
      },
    });
    expect(refused.body.error).toBe(
      '"few" can\'t require 2 approvals: only 2 members can approve, and nobody approves their own changes.',
    );
    expect((await web.post('/environments', { slug: 'few', ...two, approvers: 'member' })).status).toBe(201);
    const document = { environments: [{ slug: 'fewer', ...two }] };
    expect((await web.post('/import', document)).body.code).toBe('too_few_approvers');
  });
});
