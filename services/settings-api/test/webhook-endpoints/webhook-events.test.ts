import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { formatChangeEvents } from '@bunting/testing';
import { acmeToken, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({
    document: organisations,
    webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
  });
  // The provider has verified the address, so the account joins at once.
  await app.pool.query(
    `INSERT INTO account (id, email, email_verified) VALUES (gen_random_uuid(), 'turing@acme.example', true)`,
  );
  await call('POST', '/webhook-endpoints', { url: 'https://hooks.example.com/', events: ['*'] });
});
afterAll(() => app.stop());

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call(method: Method, path: string, body?: object): Promise<void> {
  const verb = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const agent = request(app.server);
  const asked = agent[verb](`/settings/v1/organisations/acme${path}`).set(
    'Authorization',
    `Bearer ${acmeToken}`,
  );
  const answer = await (body === undefined ? asked : asked.send(body));
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
}

/** Returns the events since the last call. */
async function newEvents(): Promise<string[]> {
  const { rows } = await app.pool.query<{ body: string }>('SELECT body FROM webhook_delivery ORDER BY id');
  await app.pool.query('DELETE FROM webhook_event');
  return formatChangeEvents(rows.map(({ body }) => body));
}

const checkout = '/projects/web/features/checkout';
const serves = [{ name: 'All', any_of: [], serve: { variation: 'one-page' } }];
const banner = {
  slug: 'banner',
  variables: [{ slug: 'banner', type: 'boolean' }],
  variations: [{ slug: 'on', values: { banner: true } }],
};

describe('a change in the management API is a webhook event', () => {
  it.each<[string, Method, string, object | undefined, string[]]>([
    ['a name', 'PATCH', checkout, { name: 'Till' }, ['feature.updated checkout']],
    ['the same name', 'PATCH', checkout, { name: 'Till' }, []],
    [
      'archiving',
      'PATCH',
      checkout,
      { status: 'archived' },
      ['feature.archived checkout', 'feature.updated checkout'],
    ],
    ['bringing back', 'PATCH', checkout, { status: 'live' }, ['feature.updated checkout']],
    ['a new feature', 'POST', '/projects/web/features', banner, ['feature.created banner']],
    [
      'targeting',
      'PUT',
      `${checkout}/environments/staging/targeting`,
      { enabled: true, rules: serves },
      ['targeting.updated checkout staging'],
    ],
    [
      'the switch',
      'PATCH',
      `${checkout}/environments/staging/targeting`,
      { enabled: false },
      ['targeting.updated checkout staging'],
    ],
    [
      'no more targeting',
      'DELETE',
      `${checkout}/environments/staging/targeting`,
      undefined,
      ['targeting.updated checkout staging'],
    ],
    [
      'defaults',
      'PUT',
      `${checkout}/environments/staging/defaults`,
      { 'checkout-enabled': 'one-page', 'checkout-layout': 'off' },
      [
        'variation.changed checkout staging checkout-enabled one-page',
        'variation.changed checkout staging checkout-layout off',
      ],
    ],
    [
      'a default less',
      'PUT',
      `${checkout}/environments/staging/defaults`,
      { 'checkout-enabled': null, 'checkout-layout': 'off' },
      ['variation.changed checkout staging checkout-enabled '],
    ],
    ['an override', 'PUT', `${checkout}/environments/staging/overrides/user-9`, { variation: 'off' }, []],
    [
      'the conditions of a segment',
      'PUT',
      '/projects/web/segments/canada',
      { name: 'Canada', any_of: [] },
      ['targeting.updated checkout production'],
    ],
    ['the name of a segment', 'PUT', '/projects/web/segments/canada', { name: 'CA', any_of: [] }, []],
    [
      'a copied environment that was only tried',
      'POST',
      `${checkout}/copy-environment`,
      { from: 'production', to: 'staging', dry_run: true },
      [],
    ],
    [
      'a copied environment',
      'POST',
      `${checkout}/copy-environment`,
      { from: 'production', to: 'staging' },
      ['variation.changed checkout staging checkout-enabled off', 'targeting.updated checkout staging'],
    ],
    [
      'an import that was only tried',
      'POST',
      '/projects/web/import?dry_run=true',
      { slug: 'web', features: [{ ...banner, name: 'Banner!' }] },
      [],
    ],
    [
      'an import',
      'POST',
      '/projects/web/import',
      { slug: 'web', features: [{ ...banner, name: 'Banner!' }] },
      ['feature.updated banner'],
    ],
    ['an invitation', 'POST', '/members', { email: 'ada@acme.example', role: 'viewer' }, []],
    [
      'a member',
      'POST',
      '/members',
      { email: 'turing@acme.example', role: 'viewer' },
      ['member.joined turing@acme.example'],
    ],
    ['a role', 'PATCH', '/members/turing@acme.example', { role: 'member' }, []],
    [
      'a member less',
      'DELETE',
      '/members/turing@acme.example',
      undefined,
      ['member.removed turing@acme.example'],
    ],
    ['a feature less', 'DELETE', checkout, undefined, ['feature.deleted checkout']],
    ['an environment less', 'DELETE', '/projects/web/environments/staging', undefined, []],
    ['a project less', 'DELETE', '/projects/web', undefined, ['feature.deleted banner']],
  ])('%s', async (_, method, path, body, expected) => {
    await call(method, path, body);
    expect(await newEvents()).toEqual(expected);
  });
});
