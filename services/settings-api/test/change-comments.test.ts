import { beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { prefix, routes } from '../src/app.ts';
import { isRecorded, queryOf } from '../src/framework/comment.ts';
import type { Route } from '../src/framework/route.ts';
import { acmeToken, organisations, password } from './organisations.ts';
import { bearer, callsAs } from './people.ts';
import { signIn, staffToken, useApp } from './running-app.ts';

/** What is no GET and yet changes nothing that audit records tell. Add a route here only with a reason. */
const recordsNothing = `
POST   /session                                    signs in
DELETE /session                                    signs out
POST   /accounts                                   an account belongs to no organisation yet
DELETE /account/sessions                           signs out
DELETE /account/sessions/{id}                      signs out
POST   /organisations/{org}/webhook-endpoints/{id}/test   the delivery is its record
POST   /organisations/{org}/projects/{project}/environments/{env}/explain   reads`;

const web = '/organisations/{org}/projects/{project}';
const checkout = `${web}/features/{feature}`;
const served = `${checkout}/environments/{env}`;
const slug = 'blog';
const serve = { variation: 'one-page' };

interface Write {
  readonly body?: object;
  /** Parameters of the path that differ from `names`. */
  readonly in?: Readonly<Record<string, string>>;
  /** The route whose last answer has the `id` of the path. */
  readonly idOf?: string;
  readonly before?: () => Promise<unknown>;
}

const app = useApp({
  document: organisations,
  createOrganisations: 'anyone',
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});
const names = {
  org: 'acme',
  project: 'web',
  env: 'staging',
  feature: 'checkout',
  segment: 'canada',
  variable: 'checkout-layout',
  variation: 'one-page',
  user_id: 'user-8',
  email: 'viewer@acme.example',
};

/** Every route that makes a change, with a request that makes one. They run in this order. */
const writes: Readonly<Record<string, Write>> = {
  'POST /organisations': { body: { slug: 'initech' } },
  'PATCH /organisations/{org}': { body: { name: 'Acme Inc.' } },
  'POST /organisations/{org}/members': { body: { email: 'grace@acme.example', role: 'member' } },
  'POST /invitations/{token}': { body: { name: 'Grace', password } },
  'PATCH /organisations/{org}/members/{email}': { body: { role: 'member' } },
  'DELETE /organisations/{org}/members/{email}': {},
  'POST /organisations/{org}/api-tokens': { body: { name: 'ci', scopes: ['settings'] } },
  'DELETE /organisations/{org}/api-tokens/{id}': { idOf: 'POST /organisations/{org}/api-tokens' },
  'POST /organisations/{org}/webhook-endpoints': {
    body: { url: 'https://hooks.example.com/', events: ['*'] },
  },
  'PATCH /organisations/{org}/webhook-endpoints/{id}': {
    body: { description: 'CI' },
    idOf: 'POST /organisations/{org}/webhook-endpoints',
  },
  'POST /organisations/{org}/webhook-endpoints/{id}/rotate-secret': {
    idOf: 'POST /organisations/{org}/webhook-endpoints',
  },
  [`POST /organisations/{org}/projects`]: { body: { slug } },
  [`PATCH ${web}`]: { body: { name: 'Blog' }, in: { project: slug } },
  [`POST ${web}/environments`]: { body: { slug: 'preview' } },
  [`PATCH ${web}/environments/{env}`]: { body: { name: 'Preview' }, in: { env: 'preview' } },
  [`POST ${web}/environments/{env}/api-keys`]: { body: { name: 'app' } },
  [`DELETE ${web}/environments/{env}/api-keys/{id}`]: { idOf: `POST ${web}/environments/{env}/api-keys` },
  [`POST ${web}/environments/{env}/signing-secret`]: {},
  [`DELETE ${web}/environments/{env}`]: { in: { env: 'preview' } },
  [`POST ${web}/segments`]: { body: { slug: 'peru', any_of: [] } },
  [`PUT ${web}/segments/{segment}`]: { body: { name: 'Perú', any_of: [] }, in: { segment: 'peru' } },
  [`DELETE ${web}/segments/{segment}`]: { in: { segment: 'peru' } },
  [`POST ${web}/features`]: {
    body: {
      slug: 'banner',
      variables: [{ slug: 'banner', type: 'boolean' }],
      variations: [{ slug: 'on', values: { banner: true } }],
    },
  },
  [`PATCH ${checkout}`]: { body: { name: 'Till' } },
  [`POST ${checkout}/variables`]: {
    body: { slug: 'colour', type: 'string', values: { off: 'red', 'one-page': 'red' } },
  },
  [`PATCH ${checkout}/variables/{variable}`]: { body: { slug: 'paint' }, in: { variable: 'colour' } },
  [`DELETE ${checkout}/variables/{variable}`]: { in: { variable: 'paint' } },
  [`POST ${checkout}/variations`]: {
    body: { slug: 'spare', values: { 'checkout-enabled': true, 'checkout-layout': 'x' } },
  },
  [`PATCH ${checkout}/variations/{variation}`]: { body: { name: 'Spare' }, in: { variation: 'spare' } },
  [`DELETE ${checkout}/variations/{variation}`]: { in: { variation: 'spare' } },
  [`PUT ${served}/targeting`]: { body: { enabled: true, rules: [{ name: 'All', any_of: [], serve }] } },
  [`PATCH ${served}/targeting`]: { body: { enabled: false } },
  [`DELETE ${served}/targeting`]: {},
  [`PUT ${served}/defaults`]: { body: { 'checkout-layout': 'off', 'checkout-enabled': 'off' } },
  [`PUT ${served}/overrides/{user_id}`]: { body: serve },
  [`DELETE ${served}/overrides/{user_id}`]: {},
  [`POST ${checkout}/copy-environment`]: { body: { from: 'production', to: 'staging' } },
  [`DELETE ${checkout}`]: { in: { feature: 'banner' } },
  [`POST ${web}/import`]: {
    body: {
      segments: [
        { slug: 'chile', any_of: [] },
        { slug: 'cuba', any_of: [] },
      ],
    },
  },
  [`DELETE ${web}/repositories/{id}`]: {
    idOf: 'repository',
    before: async () => {
      const { rows } = await app.pool.query<{ id: string }>(
        `INSERT INTO repository_connection (id, project_id, provider, repository, branch)
         SELECT gen_random_uuid(), id, 'github', 'acme/web', 'main' FROM project WHERE slug = 'web' RETURNING id`,
      );
      ids.set('repository', rows[0]!.id);
    },
  },
  [`DELETE ${web}`]: { in: { project: slug } },
  'POST /organisations/{org}/webhook-endpoints/{id}/deliveries/redeliver': {
    body: { failed_since: '2000-01-01T00:00:00Z' },
    idOf: 'POST /organisations/{org}/webhook-endpoints',
    before: () =>
      app.pool.query(`UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now()`),
  },
  'POST /organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}/redeliver': {
    idOf: 'POST /organisations/{org}/webhook-endpoints',
    before: async () => {
      const { rows } = await app.pool.query<{ id: string }>(
        `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now() RETURNING id`,
      );
      ids.set('delivery', rows[0]!.id);
    },
  },
  'DELETE /organisations/{org}/webhook-endpoints/{id}': {
    idOf: 'POST /organisations/{org}/webhook-endpoints',
  },
  'POST /staff/organisations': { body: { slug: 'hooli', owner_email: 'gavin@hooli.example' } },
  'PATCH /staff/organisations/{org}': { body: { mau_cap: 5 }, in: { org: 'hooli' } },
  'POST /staff/organisations/{org}/forget-users': { body: { counted_since: '2026-11-21T00:00:00Z' } },
  'POST /staff/password-resets': { body: { email: 'admin@acme.example' } },
  'POST /password-resets/{token}': { body: { password: 'another horse, another battery' } },
  'POST /account/password': {
    body: { current_password: password, new_password: 'another horse, another battery' },
  },
};

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const ids = new Map<string, string>();
let owner: Record<string, string>;
beforeAll(async () => {
  owner = await signIn(app, 'owner@acme.example');
});

const urlOf = (path: string, given: Readonly<Record<string, string>>, comment: string) =>
  `${prefix}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? 'x')}?comment=${comment}`;

function ask(route: Pick<Route, 'method' | 'path'>, write: Write, comment: string) {
  const method = route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const id = ids.get(write.idOf ?? '');
  const given = {
    ...names,
    ...write.in,
    ...(id && { id }),
    delivery: ids.get('delivery') ?? 'x',
    token: ids.get('token') ?? 'x',
  };
  const isPublic = route.path.includes('{token}');
  const who = route.path.startsWith('/staff') ? bearer(staffToken) : isPublic ? {} : owner;
  const agent = request(app.server);
  const url = urlOf(route.path, given, comment);
  return agent[method](url).set(who).send(write.body);
}

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
      const answer = await ask({ method, path }, write, 'Why%3F%20%F0%9F%8E%8C');
      expect({ status: answer.status < 300 || answer.text }).toEqual({ status: true });
      const written = (await records()).slice(before);
      expect(written.length).toBeGreaterThan(0);
      const changeId = answer.headers['change-id'] as string;
      expect(changeId).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(written.map((record) => JSON.stringify(record)))).toEqual(
        new Set([JSON.stringify({ change_id: changeId, comment: 'Why? 🎌' })]),
      );
      const { id, token, invitation } = (answer.body ?? {}) as {
        id?: string;
        token?: string;
        invitation?: { token: string };
      };
      if (id !== undefined) ids.set(name, id);
      const link = invitation?.token ?? token;
      if (link !== undefined) ids.set('token', link);
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
