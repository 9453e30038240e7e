import { describe, expect, it } from '@jest/globals';
import { allRoutes } from '../../src/app.ts';
import { getQuerySchema } from '../../src/framework/route-query.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const lastComment = async () => {
  const statement = 'SELECT comment FROM audit_record ORDER BY id DESC LIMIT 1';
  const { rows } = await app.pool.query<{ comment: string | null }>(statement);
  return rows[0]!.comment;
};

describe('a comment', () => {
  const tooLong = { path: 'query.comment', message: 'must have at most 500 characters' };
  const withControls = {
    path: 'query.comment',
    message:
      'must be a reason for the change, in one line without control characters; it is in the audit records and in `data.comment` of webhooks',
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
      [{ path: 'query.comment', message: 'contains U+0000 or half of a surrogate pair' }, withControls],
    ],
    ['one with an escape', '%1B[2J', [withControls]],
    ['one with a C1 control character', '%C2%9B2J', [withControls]],
  ])('is refused: %s', async (_, comment, details) => {
    const { body } = await patch(comment).expect(400);
    expect(body).toMatchObject({ code: 'invalid', details });
  });

  it('given twice is refused', async () => {
    const { body } = await patch('a&comment=b').expect(400);
    expect(body.details).toEqual([
      { path: 'query.comment', message: 'must be set only once', code: 'duplicate' },
    ]);
  });

  it('has up to 500 characters, however many bytes they have', async () => {
    await patch(encodeURIComponent('🎌'.repeat(500))).expect(200);
    expect(await lastComment()).toBe('🎌'.repeat(500));
  });

  it('need not be given', async () => {
    await callsAs(app, bearer(acmeToken)).patch('/organisations/acme', { name: 'Acme' }).expect(200);
    expect(await lastComment()).toBeNull();
  });

  it('of a read is refused as an unknown parameter', async () => {
    const { body } = await callsAs(app, bearer(acmeToken)).get('/organisations/acme?comment=x').expect(400);
    expect(body.details).toEqual([
      { path: 'query.comment', message: 'is not a known member', code: 'unknown_member' },
    ]);
    expect(
      allRoutes
        .filter(({ method }) => method === 'GET')
        .every((route) => getQuerySchema(route) === route.query),
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
