/**
 * Tests every list whose items may be large, filled as an older release may have left it: no page is longer than about 1
 * MiB.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const mebibyte = 1024 * 1024;
const count = 12;
const numbers = Array.from({ length: count }, (_, number) => number);
const acme = '/organisations/acme';
const web = `${acme}/projects/web`;
const paths: Record<string, string> = {};
let own: ReturnType<typeof callsAs>;
let ids: Record<'organisation' | 'project' | 'account' | 'variable', string>;

/** 200 KB of markup characters, whose JSON is five times as long. */
const long = `repeat('<', 200000)`;

beforeAll(async () => {
  own = callsAs(app, await signIn(app, 'owner@acme.example'));
  const { rows } = await app.pool.query<typeof ids>(
    `SELECT organisation.id AS organisation, project.id AS project, account.id AS account, variable.id AS variable
     FROM organisation JOIN project ON project.organisation_id = organisation.id AND project.slug = 'web'
     JOIN variable ON variable.project_id = project.id AND variable.slug = 'checkout-layout', account
     WHERE organisation.slug = 'acme' AND account.email = 'owner@acme.example'`,
  );
  ids = rows[0]!;
  await fillReferences();
  await fillWebhooks();
  await fillPeople();
});

/** Runs a statement for each number: `$1` is an id, `$2` the number, `$3` the further argument. */
async function fill(statement: string, given?: string): Promise<string[]> {
  const made = numbers.map(() => newId());
  const values = given === undefined ? [] : [given];
  for (const [number, id] of made.entries()) await app.pool.query(statement, [id, number, ...values]);
  return made;
}

async function fillReferences(): Promise<void> {
  const [first] = await fill(
    `INSERT INTO repository_connection (id, project_id, provider, repository, branch, snapshot_at)
     SELECT $1::uuid, $3::uuid, 'github', 'acme/' || $2::int, ${long}, now()`,
    ids.project,
  );
  // As long as the database allows.
  for (const key of [`'checkout-layout'`, `number || repeat('<', 490)`]) {
    await app.pool.query(
      `INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, snippet, location_hash)
       SELECT gen_random_uuid(), $1, ${key}, number || repeat('<', 1000), 1, repeat('<', 500),
         sha256(convert_to(gen_random_uuid()::text, 'UTF8'))
       FROM generate_series(1, 150) AS number`,
      [first],
    );
  }
  paths['unknown keys'] = `${web}/repositories/${first}/unknown-keys`;
  paths['references'] = `${web}/features/checkout/code-references`;
  paths['repositories'] = `${web}/repositories`;
}

async function fillWebhooks(): Promise<void> {
  await fill(
    `INSERT INTO webhook_endpoint (id, organisation_id, url, description, events, secret)
     SELECT $1::uuid, $3::uuid, 'https://example.com/' || $2::int, ${long}, '{*}', 'sealed'`,
    ids.organisation,
  );
  paths['endpoints'] = `${acme}/webhook-endpoints`;
}

async function fillPeople(): Promise<void> {
  await fill(
    `INSERT INTO api_token (id, organisation_id, name, token_hash, last_four, scopes)
     SELECT $1::uuid, $3::uuid, ${long}, encode(sha256(uuid_send($1::uuid)), 'hex'), 1000 + $2::int, '{settings}'`,
    ids.organisation,
  );
  await fill(
    `INSERT INTO session (id, account_id, token, expires_at, user_agent)
     SELECT $1::uuid, $3::uuid, $1::uuid::text, now() + interval '1 day', $2::int || ${long}`,
    ids.account,
  );
  await fill(
    `WITH made AS (
       INSERT INTO account (id, email, name) SELECT $1::uuid, 'member-' || $2::int || '@acme.example', ${long} RETURNING id
     ) INSERT INTO member (id, organisation_id, account_id, role) SELECT $1::uuid, $3::uuid, id, 'viewer' FROM made`,
    ids.organisation,
  );
  await fill(
    `INSERT INTO project (id, organisation_id, slug, name) SELECT $1::uuid, $3::uuid, 'large-' || $2::int, ${long}`,
    ids.organisation,
  );
  await fill(
    `INSERT INTO environment (id, project_id, slug, name) SELECT $1::uuid, $3::uuid, 'large-' || $2::int, ${long}`,
    ids.project,
  );
  await fill(
    `WITH made AS (
       INSERT INTO organisation (id, slug, name) SELECT $1::uuid, 'large-' || $2::int, ${long} RETURNING id
     ) INSERT INTO member (id, organisation_id, account_id, role) SELECT $1::uuid, id, $3::uuid, 'owner' FROM made`,
    ids.account,
  );
  Object.assign(paths, {
    tokens: `${acme}/api-tokens`,
    sessions: '/account/sessions',
    members: `${acme}/members`,
    projects: `${acme}/projects`,
    environments: `${web}/environments`,
    organisations: '/organisations',
    'organisations of the installation': '/staff/organisations',
  });
}

describe('a page is no longer than some 1 MiB, and nothing is skipped or repeated, in the list of', () => {
  it.each([
    'references',
    'repositories',
    'unknown keys',
    'endpoints',
    'tokens',
    'sessions',
    'members',
    'projects',
    'environments',
    'organisations',
    'organisations of the installation',
  ])('%s', async (name) => {
    const path = paths[name]!;
    const caller = path.startsWith('/staff/') ? callsAs(app, bearer(staffToken)) : own;
    const seen: string[] = [];
    let pages = 0;
    let cursor = '';
    do {
      const { body, text } = await caller.get(`${path}?limit=200${cursor}`).expect(200);
      const items = body.items as Record<string, unknown>[];
      if (items.length > 1) expect(Buffer.byteLength(text)).toBeLessThan(1.1 * mebibyte);
      seen.push(...items.map((item) => JSON.stringify(item)));
      pages += 1;
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    // The project and the organisation of the others list their large names, too.
    const holders = /^(projects|organisations)$/.test(name) ? 1 : 0;
    expect(seen.filter((item) => item.length > 1_000)).toHaveLength(
      /references|keys/.test(name) ? 150 : count + holders,
    );
    expect(new Set(seen).size).toBe(seen.length);
    expect(pages).toBeGreaterThan(1);
  });
});
