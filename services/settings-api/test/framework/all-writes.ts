import { connect, refer } from '../code-references/stored-references.ts';
import { password } from '../organisations.ts';
import type { RunningApp } from '../running-app.ts';

const web = '/organisations/{org}/projects/{project}';
const checkout = `${web}/features/{feature}`;
const served = `${checkout}/environments/{env}`;
const requests = `${web}/change-requests`;
const first = { number: '1' };
const slug = 'blog';
const serve = { variation: 'one-page' };

export interface Write {
  readonly body?: object;
  /** Parameters of the path that differ from `names`. */
  readonly in?: Readonly<Record<string, string>>;
  /** The route whose last answer has the `id` of the path. */
  readonly idOf?: string;
  readonly before?: () => Promise<unknown>;
}

/** Names in paths, unless a request has others. */
export const names = {
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

/**
 * Returns every route that makes a change, with a request that makes one, in the order in which they are made; `ids` has the ids
 * that earlier ones created, by route.
 */
export function allWrites(app: RunningApp, ids: Map<string, string>): Readonly<Record<string, Write>> {
  const restored = { at: '' };
  return {
    'POST /organisations': { body: { slug: 'initech' } },
    'PATCH /account': { body: { name: 'Ada Lovelace' } },
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
    [`PATCH ${web}/environments/{env}/api-keys/{id}`]: {
      body: { name: 'App' },
      idOf: `POST ${web}/environments/{env}/api-keys`,
    },
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
    [`POST ${web}/features/bulk`]: { body: { features: ['banner'], set: { add_tags: ['autumn'] } } },
    [`PATCH ${checkout}`]: { body: { name: 'Till' } },
    [`PUT ${checkout}`]: {
      body: {
        variables: [
          { slug: 'checkout-enabled', type: 'boolean' },
          { slug: 'checkout-layout', type: 'string', description: 'the layout of the checkout' },
        ],
        variations: [
          { slug: 'off', values: { 'checkout-enabled': false, 'checkout-layout': 'classic' } },
          { slug: 'one-page', values: { 'checkout-enabled': true, 'checkout-layout': 'one-page' } },
        ],
      },
    },
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
    [`PUT ${served}/everyone`]: { body: serve },
    [`DELETE ${served}/everyone`]: {},
    [`PUT ${served}`]: { body: { targeting: null, defaults: { 'checkout-layout': 'one-page' } } },
    [`PUT ${served}/defaults`]: { body: { 'checkout-layout': 'off', 'checkout-enabled': 'off' } },
    [`PUT ${served}/overrides/{user_id}`]: { body: serve },
    [`DELETE ${served}/overrides/{user_id}`]: {},
    [`PUT ${served}/overrides`]: { body: { 'user-9': 'off', 'user-10': { ...serve, note: 'A visitor.' } } },
    [`POST ${checkout}/copy-environment`]: { body: { from: 'production', to: 'staging' } },
    [`POST ${served}/restore`]: {
      body: restored,
      before: async () => {
        const { rows } = await app.pool.query<{ at: Date }>(
          `SELECT max(created_at) - interval '1 ms' AS at FROM audit_record`,
        );
        restored.at = rows[0]!.at.toISOString();
      },
    },
    [`DELETE ${checkout}`]: { in: { feature: 'banner' } },
    'POST /organisations/{org}/audit-log/{id}/comments': {
      body: { text: 'Why?' },
      idOf: 'record',
      before: async () => {
        const { rows } = await app.pool.query<{ id: string }>('SELECT max(id::text) AS id FROM audit_record');
        ids.set('record', rows[0]!.id);
      },
    },
    'PATCH /organisations/{org}/audit-log/{id}/comments/{comment}': { body: { text: 'So.' }, idOf: 'record' },
    'DELETE /organisations/{org}/audit-log/{id}/comments/{comment}': { idOf: 'record' },
    'POST /organisations/{org}/audit-log/{id}/revert': {
      body: {},
      idOf: 'deletion',
      before: async () => {
        const { rows } = await app.pool.query<{ id: string }>(
          `SELECT id FROM audit_record WHERE action = 'feature.deleted'`,
        );
        ids.set('deletion', rows[0]!.id);
      },
    },
    [`POST ${requests}`]: {
      body: {
        title: 'Till',
        changes: [{ method: 'PATCH', path: 'features/checkout', body: { description: 'a till' } }],
      },
    },
    [`PATCH ${requests}/{number}`]: { body: { title: 'Tills' }, in: first },
    [`POST ${requests}/{number}/comments`]: { body: { text: 'Why?' }, in: first },
    [`PATCH ${requests}/{number}/comments/{comment}`]: { body: { text: 'So.' }, in: first },
    [`DELETE ${requests}/{number}/comments/{comment}`]: { in: first },
    [`POST ${requests}/{number}/close`]: { body: {}, in: first },
    [`POST ${requests}/{number}/reopen`]: { body: {}, in: first },
    [`POST ${requests}/{number}/rebase`]: { body: {}, in: first },
    [`POST ${requests}/{number}/take-over`]: {
      body: {},
      in: first,
      before: () =>
        app.pool.query(`UPDATE change_request SET author = 'admin@acme.example', contributors = '{}'`),
    },
    [`POST ${requests}/{number}/verdicts`]: {
      body: { verdict: 'approve', revision: 3 },
      in: first,
      before: () =>
        app.pool.query(`UPDATE change_request SET author = 'admin@acme.example', contributors = '{}'`),
    },
    [`POST ${requests}/{number}/apply`]: { body: {}, in: first },
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
        const repository = await connect(app.pool, 'github', 'acme/web', 'c0ffee');
        await refer(app.pool, repository, 'checkout-enabled', 'src/a.ts', 1);
        ids.set('repository', repository);
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
}
