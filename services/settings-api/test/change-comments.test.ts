import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../src/app.ts';
import { isRecorded, queryOf } from '../src/framework/comment.ts';
import type { Route } from '../src/framework/route.ts';
import { allWrites } from './all-writes.ts';
import { createWriter } from './make-write.ts';
import { acmeToken, organisations } from './organisations.ts';
import { bearer, callsAs } from './people.ts';
import { signIn, useApp } from './running-app.ts';

/** What is no GET and yet changes nothing that audit records tell. Add a route here only with a reason. */
const recordsNothing = `
POST   /session                                    signs in
DELETE /session                                    signs out
POST   /accounts                                   an account belongs to no organisation yet
DELETE /account/sessions                           signs out
DELETE /account/sessions/{id}                      signs out
POST   /organisations/{org}/webhook-endpoints/{id}/test   the delivery reports it
POST   /organisations/{org}/audit-log/{id}/comments   a thread is no change
PATCH  /organisations/{org}/audit-log/{id}/comments/{comment}   a thread is no change
DELETE /organisations/{org}/audit-log/{id}/comments/{comment}   a thread is no change
POST   /organisations/{org}/projects/{project}/environments/{env}/explain   reads
POST   /organisations/{org}/projects/{project}/environments/{env}/preview   reads
POST   /organisations/{org}/projects/{project}/features/{feature}/merge   reads
POST   /organisations/{org}/projects/{project}/segments/{segment}/merge   reads
POST   /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge   reads`;

const app = useApp({
  document: organisations,
  createOrganisations: 'anyone',
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const ids = new Map<string, string>();
const writes = allWrites(app, ids);
let owner: Record<string, string>;
beforeAll(async () => {
  owner = await signIn(app, 'owner@acme.example');
});

const writer = createWriter(app, { ids, owner: () => owner });

const records = async () =>
  (
    await app.pool.query<{ change_id: string; comment: string | null }>(
      'SELECT change_id, comment FROM audit_record ORDER BY id',
    )
  ).rows;

describe('every route that makes a change', () => {
  it('is in the table, and all others but GET are in the list of those that make none', () => {
    const others = routes.filter(({ method }) => method !== 'GET');
    expect(others.filter(isRecorded).map(nameOf).toSorted()).toEqual(Object.keys(writes).toSorted());
    const listed = recordsNothing
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' '));
    expect(
      others
        .filter((route) => !isRecorded(route))
        .map(nameOf)
        .toSorted(),
    ).toEqual(listed.toSorted());
  });

  it.each(Object.entries(writes))(
    '%s records the comment, and answers the id of the change',
    async (name, write) => {
      const [method, path] = name.split(' ') as [Route['method'], string];
      await write.before?.();
      const before = (await records()).length;
      const answer = await writer.ask({ method, path }, write, 'comment=Why%3F%20%F0%9F%8E%8C');
      expect({ status: answer.status < 300 || answer.text }).toEqual({ status: true });
      const written = (await records()).slice(before);
      expect(written.length).toBeGreaterThan(0);
      const changeId = answer.headers['change-id'] as string;
      expect(changeId).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(written.map((record) => JSON.stringify(record)))).toEqual(
        new Set([JSON.stringify({ change_id: changeId, comment: 'Why? 🎌' })]),
      );
      writer.keep(name, answer.body);
    },
  );
});

describe('a comment', () => {
  const tooLong = { path: 'query.comment', message: 'must have at most 500 characters' };
  const withControls = {
    path: 'query.comment',
    message:
      'must be a line of text, without control characters, that says why: it stands in the audit records and in `data.comment` of webhooks',
  };
  const patch = (comment: string) =>
    callsAs(app, bearer(acmeToken)).patch(`/organisations/acme?comment=${comment}`, {
      name: `${Math.random()}`,
    });

  it.each([
    ['an empty one', '', [{ path: 'query.comment', message: 'must not be empty' }]],
    ['one of 501 characters', 'x'.repeat(501), [tooLong]],
    ['one with a line feed', 'a%0Ab', [withControls]],
    [
      'one with U+0000',
      'a%00b',
      [{ path: 'query.comment', message: 'holds U+0000 or half of a surrogate pair' }, withControls],
    ],
    ['one with an escape', '%1B[2J', [withControls]],
    ['one with a C1 control character', '%C2%9B2J', [withControls]],
  ])('is refused: %s', async (_, comment, details) => {
    const { body } = await patch(comment).expect(400);
    expect(body).toMatchObject({ code: 'invalid', details });
  });

  it('given twice is refused', async () => {
    const { body } = await patch('a&comment=b').expect(400);
    expect(body.details).toEqual([{ path: 'query.comment', message: 'must be given once' }]);
  });

  it('has up to 500 characters, however many bytes they have', async () => {
    await patch(encodeURIComponent('🎌'.repeat(500))).expect(200);
    expect((await records()).at(-1)?.comment).toBe('🎌'.repeat(500));
  });

  it('need not be given', async () => {
    await callsAs(app, bearer(acmeToken)).patch('/organisations/acme', { name: 'Acme' }).expect(200);
    expect((await records()).at(-1)?.comment).toBeNull();
  });

  it('of a read is refused as an unknown parameter', async () => {
    const { body } = await callsAs(app, bearer(acmeToken)).get('/organisations/acme?comment=x').expect(400);
    expect(body.details).toEqual([{ path: 'query.comment', message: 'is not known here' }]);
    expect(
      routes.filter(({ method }) => method === 'GET').every((route) => queryOf(route) === route.query),
    ).toBe(true);
  });
});

describe('Change-Id', () => {
  const token = () => callsAs(app, bearer(acmeToken));

  it('is absent where nothing differs', async () => {
    await token().patch('/organisations/acme', { name: 'Same' }).expect(200);
    const again = await token().patch('/organisations/acme?comment=again', { name: 'Same' }).expect(200);
    expect(again.headers).not.toHaveProperty('change-id');
  });

  it.each([
    ['an import', '/import?dry_run=true', { segments: [{ slug: 'brazil', any_of: [] }] }],
    ['a copy', '/features/checkout/copy-environment', { from: 'staging', to: 'production', dry_run: true }],
  ])('is absent in the dry run of %s', async (_, path, body) => {
    const answer = await token().post(`/organisations/acme/projects/web${path}`, body).expect(200);
    expect(answer.headers).not.toHaveProperty('change-id');
  });

  it('is absent where the change is refused', async () => {
    const answer = await token().post('/organisations/acme/projects', { slug: 'web' }).expect(409);
    expect(answer.headers).not.toHaveProperty('change-id');
  });
});
