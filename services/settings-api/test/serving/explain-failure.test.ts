import { describe, expect, it } from '@jest/globals';
import { ProblemsFound } from '@bunting/definitions/checks';
import { createPool, newId, withTransaction } from '@bunting/database';
import { findFreePort } from '@bunting/embedded-servers';
import { createTestDatabase } from '@bunting/testing';
import { explainFailure } from '../../src/framework/explain-failure.ts';

/** Returns the answer to the error with which PostgreSQL refuses a statement, or the COMMIT after it. */
async function answerTo(url: string, ...statements: string[]): Promise<unknown> {
  const pool = createPool(url);
  try {
    await withTransaction(pool, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    return 'nothing was refused';
  } catch (error) {
    return explainFailure(error);
  } finally {
    await pool.end();
  }
}

describe('a failure', () => {
  it('of a constraint is a conflict, also at the COMMIT', async () => {
    const database = await createTestDatabase();
    const organisation = `INSERT INTO organisation (id, slug, name) VALUES ('${newId()}', 'acme', 'Acme')`;
    expect(await answerTo(database.url, organisation)).toBe('nothing was refused');
    const again = organisation.replace(/'[-0-9a-f]{36}'/, `'${newId()}'`);
    expect(await answerTo(database.url, again)).toMatchObject({ status: 409, code: 'taken' });
    const orphan = `INSERT INTO project (id, organisation_id, slug, name) VALUES ('${newId()}', '${newId()}', 'p', 'P')`;
    expect(await answerTo(database.url, orphan)).toMatchObject({ status: 409, code: 'in_use' });
    const table = 'CREATE TABLE late (id uuid REFERENCES organisation (id) DEFERRABLE INITIALLY DEFERRED)';
    const late = `INSERT INTO late VALUES ('${newId()}')`;
    expect(await answerTo(database.url, table, late)).toMatchObject({ status: 409, code: 'in_use' });
    await database.drop();
  });

  it('to reach the database is answered with Retry-After', async () => {
    const url = `postgres://nobody@127.0.0.1:${await findFreePort()}/none`;
    expect(await answerTo(url)).toMatchObject({ status: 503 });
    const waited = new Error('timeout exceeded when trying to connect');
    expect(explainFailure(waited)).toMatchObject({ status: 503 });
  });

  it('of runChange lists every problem', () => {
    const problems = [
      { path: 'a', message: 'is wrong' },
      { path: 'b', message: 'is wrong, too' },
    ];
    const { text } = explainFailure(new ProblemsFound(problems)) as { text: string };
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid', details: problems });
  });

  it('of another kind is not changed', () => {
    const error = new Error('A bug.');
    expect(explainFailure(error)).toBe(error);
    expect(explainFailure('text')).toBe('text');
  });
});
