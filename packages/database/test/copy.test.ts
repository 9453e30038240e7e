import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { copyIn, createCopyRows, encodeField, uuidBytes, type CopyRows } from '@bunting/database/copy';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import fc from 'fast-check';
import type pg from 'pg';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2 });
  await pool.query(`CREATE TABLE copied (
    position integer PRIMARY KEY, id uuid, label text, weight double precision, is_right boolean, at timestamptz)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE copied');
  client = await pool.connect();
});
afterEach(() => client.release(true));

const copy = 'COPY copied (position, label) FROM STDIN (FORMAT binary)';

function rowsOf(positions: Iterable<number>, label = 'x'): Buffer[] {
  const rows = createCopyRows(2, 0);
  for (const position of positions) add(rows, position, label);
  return [rows.take(), rows.end()];
}

function add(rows: CopyRows, position: number, label: string): void {
  rows.begin(label.length);
  rows.integer(position);
  rows.text(label);
}

/** Yields more than the sockets of both sides buffer, so that some rows are unsent when the error arrives. */
function* manyRows(positions: Iterable<number>): Iterable<Buffer> {
  const rows = createCopyRows(2, 0);
  for (const position of positions) {
    add(rows, position, 'x'.repeat(10_000));
    yield rows.take();
  }
  yield rows.end();
}

async function countCopied(): Promise<number> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM copied');
  return rows[0]!.count;
}

describe('rows for COPY', () => {
  const row = fc.record({
    id: fc.uuid(),
    label: fc.option(fc.string({ unit: 'binary' }).map((given) => given.replaceAll('\0', '').toWellFormed())),
    weight: fc.option(fc.double({ noNaN: true })),
    isRight: fc.boolean(),
    at: fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
  });

  it('are read by PostgreSQL as they were given, in however many parts they are taken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(row)), async (parts) => {
        await client.query('TRUNCATE copied');
        const rows = createCopyRows(6, 0);
        let position = 0;
        const content = parts.map((part) => {
          for (const { id, label, weight, isRight, at } of part) {
            rows.begin(label?.length ?? 0);
            rows.integer(position++);
            rows.fields(encodeField(uuidBytes(id)));
            rows.text(label);
            rows.float(weight);
            rows.boolean(isRight);
            rows.moment(at.getTime());
          }
          return rows.take();
        });
        await copyIn(client, ['COPY copied FROM STDIN (FORMAT binary)'], [[...content, rows.end()]]);
        const stored = await client.query(
          'SELECT id, label, weight, is_right AS "isRight", at FROM copied ORDER BY position',
        );
        expect(stored.rows).toEqual(parts.flat());
      }),
      { numRuns: 100 },
    );
  });
});

describe('what is copied', () => {
  it('is stored with the statements around it, also where several of them are COPY', async () => {
    await copyIn(
      client,
      ['INSERT INTO copied (position) VALUES (0)', copy, 'INSERT INTO copied (position) VALUES (3)', copy],
      [rowsOf([1, 2]), rowsOf([4])],
    );
    expect(await countCopied()).toBe(5);
  });

  it.each([
    ['a statement before it fails', ['SELECT 1 / 0', copy], '22012'],
    ['a statement behind it fails', [copy, 'SELECT 1 / 0'], '22012'],
    ['a key is taken already', ['INSERT INTO copied (position) VALUES (7)', copy], '23505'],
  ])('is not stored, and the connection goes on, where %s', async (_, statements, code) => {
    await expect(copyIn(client, statements, [rowsOf([6, 7, 8])])).rejects.toMatchObject({ code });
    expect(await countCopied()).toBe(0);
    await copyIn(client, [copy], [rowsOf([6, 7, 8])]);
    expect(await countCopied()).toBe(3);
  });

  it('may be refused while most of it still has to be sent', async () => {
    const content = [...manyRows(Array.from({ length: 2_000 }, (_, n) => n % 1_000))].toReversed();
    await expect(copyIn(client, [copy], [content])).rejects.toMatchObject({ code: '22P04' });
    expect(await countCopied()).toBe(0);
    const twice = [...manyRows([1, 1, ...Array.from({ length: 2_000 }, (_, n) => n + 2)])];
    await expect(copyIn(client, [copy], [twice])).rejects.toMatchObject({ code: '23505' });
    await copyIn(client, [copy], [rowsOf([1])]);
    expect(await countCopied()).toBe(1);
  });

  it('is refused where the connection breaks, whatever is still to be sent', async () => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const { pid } = rows[0]!;
    const copied = copyIn(client, [copy, 'SELECT pg_sleep(60)'], [rowsOf([1])]).catch(
      (error: Error) => error,
    );
    const isAsleep = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
    await until(async () => (await pool.query(isAsleep, [pid])).rowCount === 1);
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(String(await copied)).toMatch(/terminat/);
    expect((await pool.query('SELECT FROM copied')).rowCount).toBe(0);
  });
});
