import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool, newId, withTransaction } from '@bunting/database';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import { createLastUses } from '../src/index.ts';
import type { Log } from '@bunting/observability';

const silentLog: Log = { info() {}, warn() {} };
const organisationId = newId();
const minute = (time: string) => Date.parse(`2026-11-22T${time}Z`);
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  await pool.query(`INSERT INTO organisation (id, slug, name) VALUES ($1, 'acme', 'Acme')`, [organisationId]);
});
beforeEach(() => pool.query('DELETE FROM api_token'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function storeToken(): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO api_token (id, organisation_id, name, token_hash, last_four, scopes)
     VALUES ($1, $2, 'ci', $3, 'abcd', '{settings}')`,
    [id, organisationId, createHash('sha256').update(id).digest('hex')],
  );
  return id;
}

async function lastUseOf(id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ last_used_at: Date | null }>(
    'SELECT last_used_at FROM api_token WHERE id = $1',
    [id],
  );
  return rows[0]?.last_used_at?.toISOString();
}

/** Opens last uses as a process does, but writes only on close, so that no write falls into a test. */
const open = (options: { pool?: typeof pool; log?: Log; intervalMs?: number; firstUseMs?: number } = {}) =>
  createLastUses({
    pool,
    table: 'api_token',
    log: silentLog,
    intervalMs: 600_000,
    firstUseMs: 600_000,
    ...options,
  });

describe('the last use of a token', () => {
  it('is written to the minute, with no further use needed', async () => {
    const id = await storeToken();
    const uses = open({ intervalMs: 50 });
    uses.record(id, minute('10:05:59.999'));
    await until(async () => (await lastUseOf(id)) !== undefined);
    expect(await lastUseOf(id)).toBe('2026-11-22T10:05:00.000Z');
    await uses.close();
  });

  it('is written soon where it is the first of the process, and later ones are not', async () => {
    const [first, second] = [await storeToken(), await storeToken()];
    const uses = open({ firstUseMs: 10 });
    uses.record(first, minute('10:05:00'));
    await until(async () => (await lastUseOf(first)) !== undefined);
    uses.record(first, minute('10:06:00'));
    uses.record(second, minute('10:07:00'));
    await until(async () => (await lastUseOf(second)) !== undefined);
    // The first use of the second has taken it along.
    expect(await lastUseOf(first)).toBe('2026-11-22T10:06:00.000Z');
    uses.record(first, minute('10:08:00'));
    await uses.close();
    expect(await lastUseOf(first)).toBe('2026-11-22T10:08:00.000Z');
  });

  it('costs one statement, however often and however many tokens were used', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, storeToken));
    const statements: unknown[] = [];
    const counted = {
      query: (text: string, values: unknown[]) => (statements.push(text), pool.query(text, values)),
    };
    const uses = open({ pool: counted as unknown as typeof pool });
    for (let second = 10; second < 60; second += 1) {
      for (const id of ids) uses.record(id, minute(`10:00:${second}`));
    }
    await uses.close();
    expect(statements).toHaveLength(1);
    for (const id of ids) expect(await lastUseOf(id)).toBe('2026-11-22T10:00:00.000Z');
  });

  it('never goes back, whichever process writes last', async () => {
    const id = await storeToken();
    const [late, early] = [open(), open()];
    late.record(id, minute('10:07:00'));
    late.record(id, minute('10:06:00'));
    early.record(id, minute('10:05:00'));
    await late.close();
    await early.close();
    expect(await lastUseOf(id)).toBe('2026-11-22T10:07:00.000Z');
  });

  it('is not written again where another process wrote the same minute', async () => {
    const id = await storeToken();
    const versionOf = async () =>
      (await pool.query<{ xmin: string }>('SELECT xmin FROM api_token WHERE id = $1', [id])).rows[0]!.xmin;
    const processes = [open(), open()];
    for (const uses of processes) uses.record(id, minute('10:05:00'));
    await processes[0]!.close();
    const written = await versionOf();
    await processes[1]!.close();
    expect(await versionOf()).toBe(written);
  });

  it('does not wait for a change that has the row locked, and the others are written', async () => {
    const [locked, free] = [await storeToken(), await storeToken()];
    await withTransaction(pool, async (client) => {
      await client.query('SELECT FROM api_token WHERE id = $1 FOR UPDATE', [locked]);
      const uses = open();
      uses.record(locked, minute('10:05:00'));
      uses.record(free, minute('10:05:00'));
      await uses.close();
      expect(await lastUseOf(free)).toBe('2026-11-22T10:05:00.000Z');
    });
    expect(await lastUseOf(locked)).toBeUndefined();
  });

  it('of a token that is gone by now is no trouble', async () => {
    const id = await storeToken();
    const uses = open();
    uses.record(id, minute('10:05:00'));
    uses.record(newId(), minute('10:05:00'));
    await uses.close();
    expect(await lastUseOf(id)).toBe('2026-11-22T10:05:00.000Z');
  });

  it('waits while PostgreSQL is away, which is said once', async () => {
    const id = await storeToken();
    const warnings: string[] = [];
    let isAway = true;
    const away = createPool('postgresql://nobody@127.0.0.1:1/away');
    const flaky = {
      query: (text: string, values: unknown[]) => (isAway ? away : pool).query(text, values),
    };
    const uses = open({
      pool: flaky as unknown as typeof pool,
      intervalMs: 20,
      log: { info() {}, warn: (_details, message) => void warnings.push(message) },
    });
    uses.record(id, minute('10:05:00'));
    await until(() => warnings.length > 0);
    expect(await lastUseOf(id)).toBeUndefined();
    isAway = false;
    await until(async () => (await lastUseOf(id)) !== undefined);
    expect(warnings).toEqual(['Writing times of last use failed; retrying']);
    await Promise.all([uses.close(), away.end()]);
  });
});
