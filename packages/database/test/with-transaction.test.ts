import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import { createPool, withTransaction } from '@bunting/database';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
const idleErrors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1, onError: (error) => idleErrors.push(error) });
  await pool.query('CREATE TABLE note (line text)');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function lines(): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>('SELECT line FROM note');
  return rows.map(({ line }) => line);
}

describe('withTransaction', () => {
  it('keeps what a work did that resolves, and answers its result', async () => {
    const result = await withTransaction(pool, async (client) => {
      await client.query(`INSERT INTO note VALUES ('kept')`);
      return 7;
    });
    expect(result).toBe(7);
    await expect(lines()).resolves.toEqual(['kept']);
  });

  it('undoes what a work did that throws, throws the same, and gives the connection back', async () => {
    const problem = new Error('no');
    const failing = withTransaction(pool, async (client) => {
      await client.query(`INSERT INTO note VALUES ('undone')`);
      throw problem;
    });
    await expect(failing).rejects.toBe(problem);
    await expect(lines()).resolves.toEqual(['kept']);
  });

  it('does not give back a connection that broke under it', async () => {
    const failing = withTransaction(pool, async (client) => {
      await client.query(`INSERT INTO note VALUES ('lost')`);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(failing).rejects.toThrow();
    await expect(lines()).resolves.toEqual(['kept']);
  });
});

describe('createPool', () => {
  it('survives an idle connection that the server ends, and tells of it', async () => {
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const other = createPool(database.url);
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await other.end();
    await until(() => idleErrors.length > 0);
    await expect(lines()).resolves.toEqual(['kept']);
    expect(idleErrors[0]).toMatchObject({ code: '57P01' });
  });
});
