import { beforeEach, describe, expect, it } from '@jest/globals';
import { production, restoreOrganisations } from '../checkout.ts';
import { getLines, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { createPeople, openRequest, requests, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

describe('opening a change request', () => {
  it('stores the differences that its changes make, and changes nothing', async () => {
    const member = await as('member');
    const before = await member.get(production);
    const opened = await member.post(requests, {
      title: 'No checkout',
      description: 'SHOP-1412',
      reviewers: ['Admin@acme.example'],
      changes: [switchOff],
    });
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({
      number: expect.any(Number),
      title: 'No checkout',
      description: 'SHOP-1412',
      author: 'member@acme.example',
      contributors: [],
      reviewers: ['admin@acme.example'],
      revision: 1,
      status: 'open',
      closed_as: null,
      stage: 'waiting',
      features: ['checkout'],
      environments: [{ environment: 'production', required: 1, approved_by: [] }],
      verdicts: [],
      apply: { at: null, when_approved: false, within_minutes: 60 },
      after: null,
      followed_by: [],
      failure: null,
      applied_at: null,
      applied_by: null,
      change_id: null,
      conflicts: [],
    });
    expect(getLines(opened)).toEqual(['targeting of checkout in production: on → off']);
    const read = await member.get(`${requests}/${opened.body.number}`);
    expect([read.status, read.body, read.etag]).toEqual([200, opened.body, opened.etag]);
    expect((await member.get(production)).body).toEqual(before.body);
  });

  it('numbers the requests of a project, and records each as opened', async () => {
    const member = await as('member');
    const numbers = [await openRequest(member, [switchOff]), await openRequest(member, [switchOff])];
    expect(numbers[1]).toBe(numbers[0]! + 1);
    const { rows } = await app.pool.query(
      'SELECT action, subject, actor, source FROM audit_record ORDER BY id',
    );
    const record = { action: 'change_request.opened', actor: 'member@acme.example', source: 'session' };
    expect(rows).toEqual(numbers.map((number) => ({ ...record, subject: `web/${number}` })));
  });

  it('makes its changes in their order, so that a later one may need an earlier one', async () => {
    const member = await as('member');
    const banner = {
      slug: 'banner',
      variables: [{ slug: 'banner', type: 'boolean' }],
      variations: [{ slug: 'on', values: { banner: true } }],
    };
    const opened = await member.post(requests, {
      title: 'A banner',
      changes: [
        { method: 'POST', path: 'features', body: banner },
        {
          method: 'PUT',
          path: 'features/banner/environments/production/defaults',
          body: { banner: 'on' },
        },
      ],
    });
    expect(getLines(opened)).toEqual([
      'feature banner: created (live; variables banner boolean; variations on)',
      'default of banner in production: none → on',
    ]);
    expect(opened.body.features).toEqual([]);
    expect((await member.get('/features/banner')).status).toBe(404);
  });

  it.each([
    ['a path that is no route', { method: 'PATCH', path: 'nothing', body: {} }, 'changes[0].path'],
    [
      'a route that cannot be proposed',
      { method: 'POST', path: 'environments', body: {} },
      'changes[0].path',
    ],
    ['a body without its shape', { ...switchOff, body: { enabled: 'no' } }, 'changes[0].body.enabled'],
    ['no body', { method: 'PATCH', path: switchOff.path }, 'changes[0].body'],
    ['an unknown parameter', { ...switchOff, path: `${switchOff.path}?x=1` }, 'changes[0].query.x'],
    ['its own comment', { ...switchOff, path: `${switchOff.path}?comment=x` }, 'changes[0].query'],
    [
      'rules that do not fit the feature',
      {
        method: 'PUT',
        path: switchOff.path,
        body: { enabled: true, rules: [{ any_of: [], serve: { variation: 'x' } }] },
      },
      'changes[0].body.rules[0].serve.variation',
    ],
    ['a change without a difference', { ...switchOff, body: { enabled: true } }, 'changes'],
  ])('refuses %s', async (_, change, path) => {
    const answer = await (await as('admin')).post(requests, { title: 'x', changes: [change] });
    expect(getPaths(answer)).toEqual([path]);
  });

  it('answers what the route answers, with the place of the request', async () => {
    const member = await as('member');
    const change = { ...switchOff, path: 'features/unknown/environments/production/targeting' };
    const answer = await member.post(requests, { title: 'x', changes: [switchOff, change] });
    expect([answer.status, answer.body]).toMatchObject([
      404,
      {
        code: 'not_found',
        resource: { kind: 'feature', slug: 'unknown' },
        details: [{ path: 'changes[1]' }],
      },
    ]);
  });

  it('asks for the action of the route, but not for protected environments', async () => {
    const change = { method: 'PATCH', path: 'environments/staging', body: { name: 'Stage' } };
    const refused = await (await as('member')).post(requests, { title: 'x', changes: [change] });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_insufficient']);
    expect((await (await as('admin')).post(requests, { title: 'x', changes: [change] })).status).toBe(201);
    expect((await (await as('member')).patch(`/${switchOff.path}`, switchOff.body)).status).toBe(403);
    expect((await (await as('viewer')).post(requests, { title: 'x', changes: [switchOff] })).status).toBe(
      403,
    );
  });

  it.each([
    ['a time in the past', { apply: { at: '2020-01-01T00:00:00Z' } }, 'apply.at'],
    ['a reviewer who is no member', { reviewers: ['nobody@acme.example'] }, 'reviewers[0]'],
    ['an unknown predecessor', { after: 999_999 }, 'after'],
  ])('refuses %s', async (_, members, path) => {
    const answer = await (
      await as('member')
    ).post(requests, { title: 'x', changes: [switchOff], ...members });
    expect(getPaths(answer)).toEqual([path]);
  });

  it('refuses the 501st open request of a project', async () => {
    const member = await as('member');
    const number = await openRequest(member, [switchOff]);
    await app.pool.query(
      `INSERT INTO change_request (id, project_id, number, title, author, records, names)
       SELECT gen_random_uuid(), project_id, number + series, title, author, records, names
       FROM change_request, generate_series(1, 499) AS series WHERE number = $1`,
      [number],
    );
    const answer = await member.post(requests, { title: 'x', changes: [switchOff] });
    expect([answer.status, answer.body.code]).toEqual([409, 'limit_reached']);
  });

  it('refuses more than 1 MiB of differences', async () => {
    const values = Array.from({ length: 1_000 }, (_, index) => `${index}-${'x'.repeat(300)}`);
    const condition = { property: 'user_id', operator: 'is', values };
    const put = (name: string) => ({
      method: 'PUT',
      path: 'features/checkout/environments/production/targeting',
      body: {
        enabled: true,
        rules: [{ name, any_of: [{ all_of: [condition] }], serve: { variation: 'one-page' } }],
      },
    });
    const answer = await (
      await as('member')
    ).post(requests, {
      title: 'x',
      changes: [put('A'), put('B'), put('C')],
    });
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ path: 'changes', code: 'limit' }]]);
  });
});

describe('editing a change request', () => {
  it('changes its words without a new revision, under If-Match', async () => {
    const member = await as('member');
    const opened = await member.post(requests, { title: 'x', changes: [switchOff] });
    const path = `${requests}/${opened.body.number}`;
    expect((await member.patch(path, { title: 'y' }, { 'If-Match': '"old"' })).status).toBe(412);
    const edited = await member.patch(path, { title: 'y' }, { 'If-Match': opened.etag });
    expect([edited.status, edited.body]).toMatchObject([200, { title: 'y', revision: 1, contributors: [] }]);
  });

  it.each([
    ['other changes', { changes: [{ ...switchOff, method: 'PUT', body: createRules('All') }] }],
    ['another time', { apply: { at: '2999-01-01T00:00:00Z' } }],
  ])('makes a new revision of %s, and who did it a contributor', async (_, edit) => {
    const number = await openRequest(await as('member'), [switchOff]);
    const edited = await (await as('admin')).patch(`${requests}/${number}`, edit);
    expect(edited.body).toMatchObject({ revision: 2, contributors: ['admin@acme.example'] });
  });
});
