import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { createTestDatabase, ensureBuilt } from '@bunting/testing';

const command = fileURLToPath(new URL('../dist/migrate-command.js', import.meta.url));
beforeAll(ensureBuilt);

function run(env: Record<string, string>, ...args: string[]) {
  return promisify(execFile)(process.execPath, [command, ...args], {
    env,
    encoding: 'utf8',
  });
}

it('says that nothing was to do', async () => {
  const database = await createTestDatabase();
  await expect(run({ DATABASE_URL: database.url })).resolves.toMatchObject({
    stdout: 'The database is up to date.\n',
  });
  await database.drop();
});

it('ends with status 1 and one sentence where there is no database', async () => {
  await expect(run({})).rejects.toMatchObject({
    code: 1,
    stderr: "Set DATABASE_URL to the database's address.\n",
  });
  await expect(run({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Can't reach the database x at 127\.0\.0\.1:1: .*\n$/),
  });
});

describe('with --wait', () => {
  it('waits until somebody else has migrated, and changes nothing', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.url);
    const books = `(SELECT max(migration_name) FROM _prisma_migrations)`;
    const { rows } = await pool.query<{ name: string }>(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${books} RETURNING migration_name AS name`,
    );
    let hasEnded = false;
    const waiting = run({ DATABASE_URL: database.url }, '--wait').finally(() => {
      hasEnded = true;
    });
    await delay(2_500);
    expect(hasEnded).toBe(false);
    await pool.query('UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL');
    expect((await waiting).stdout).toBe(
      `Waiting for migration ${rows[0]!.name}.\nThe database is up to date.\n`,
    );
    await pool.end();
    await database.drop();
  });

  it('does not wait for an address that is none', async () => {
    await expect(run({ DATABASE_URL: 'mysql://x' }, '--wait')).rejects.toMatchObject({ code: 1 });
  });

  it('is the only option', async () => {
    await expect(run({ DATABASE_URL: 'postgresql://x' }, '--force')).rejects.toMatchObject({
      code: 1,
      stderr: 'The only option is --wait: wait until another process has migrated.\n',
    });
  });
});
