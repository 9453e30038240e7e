import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import { findOrganisationToken } from '../src/index.ts';

const token = 'rpa_access_0123456789abcdefghijklmnopqrstuv';
const organisationId = newId();
const accountId = newId();
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  await pool.query(
    `INSERT INTO organisation (id, slug, name, plan, status, mau_cap) VALUES ($1, 'acme', 'Acme', 'business', 'active', 7)`,
    [organisationId],
  );
  await pool.query(`INSERT INTO account (id, email) VALUES ($1, 'ada@acme.example')`, [accountId]);
});
beforeEach(() => pool.query('DELETE FROM api_token'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function store(text: string, createdBy: string | null = accountId): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO api_token (id, organisation_id, name, token_hash, last_four, scopes, created_by_id)
     VALUES ($1, $2, 'ci', $3, $4, '{code_references,settings}', $5)`,
    [id, organisationId, createHash('sha256').update(text).digest('hex'), text.slice(-4), createdBy],
  );
  return id;
}

it('gives the token, its scopes, its organisation as it is now and who made it', async () => {
  const tokenId = await store(token);
  expect(await findOrganisationToken(pool, token)).toEqual({
    tokenId,
    organisation: { id: organisationId, slug: 'acme', status: 'active', plan: 'business', mauCap: 7 },
    scopes: ['code_references', 'settings'],
    createdBy: 'ada@acme.example',
  });
});

it('gives a token that a document made without naming anybody', async () => {
  await store(token, null);
  expect(await findOrganisationToken(pool, token)).toMatchObject({ createdBy: null });
});

it('knows no token that is malformed, in other capitals, unknown or revoked', async () => {
  await store(token);
  await store('c1a55e00-0000-4000-8000-0000000000a1');
  for (const text of [
    '',
    'rpa_',
    'rpa_unknown',
    token.toUpperCase(),
    `${token} `,
    'c1a55e00-0000-4000-8000-0000000000a1',
  ]) {
    expect(await findOrganisationToken(pool, text)).toBeUndefined();
  }
  await pool.query('UPDATE api_token SET revoked_at = now()');
  expect(await findOrganisationToken(pool, token)).toBeUndefined();
});
