import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { migrate } from '@bunting/database/migrate';
import { realMigrations, useMigrationsFolder } from './migrations-folder.ts';

const folder = useMigrationsFolder();

async function tables(): Promise<string[]> {
  const { rows } = await folder.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return rows.map(({ name }) => name).toSorted();
}

describe('migrate', () => {
  it('applies what is missing in order, names it, and does nothing the second time', async () => {
    await folder.write('2_second', 'ALTER TABLE first ADD COLUMN more int');
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await expect(migrate({ ...folder, log })).resolves.toEqual({
      applied: ['1_first', '2_second'],
    });
    expect(lines).toEqual(['Applying migration 1_first.', 'Applying migration 2_second.']);
    await folder.write('3_third', 'CREATE TABLE third (id int)');
    await expect(migrate(folder)).resolves.toEqual({ applied: ['3_third'] });
    await expect(migrate({ ...folder, log })).resolves.toEqual({ applied: [] });
    expect(lines).toHaveLength(2);
    await expect(tables()).resolves.toEqual(['_prisma_migrations', 'first', 'third']);
  });

  it('finds the migrations of the workspace by itself and keeps the books as Prisma does', async () => {
    const { applied } = await migrate({ databaseUrl: folder.databaseUrl });
    const entries = await readdir(realMigrations, { withFileTypes: true });
    expect(applied).toEqual(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
    const { rows } = await folder.pool.query(
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at, applied_steps_count AS steps
       FROM _prisma_migrations ORDER BY started_at`,
    );
    const expected = applied.map(async (name) => {
      const script = await readFile(join(realMigrations, name, 'migration.sql'));
      const checksum = createHash('sha256').update(script).digest('hex');
      return { migration_name: name, checksum, finished: true, rolled_back_at: null, steps: 1 };
    });
    expect(rows).toEqual(await Promise.all(expected));
  });

  it('is safe to run by several at once: one applies, the others wait', async () => {
    await folder.write('1_first', 'SELECT pg_sleep(0.3); CREATE TABLE first (id int)');
    await folder.write('2_second', 'CREATE TABLE second (id int)');
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(folder)));
    expect(results.flatMap(({ applied }) => applied)).toEqual(['1_first', '2_second']);
    const { rows } = await folder.pool.query('SELECT count(*)::int FROM _prisma_migrations');
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('sends a script whole: semicolons in strings, comments and functions are part of it', async () => {
    const body = `BEGIN NEW.note := 'a;b'; RETURN NEW; END;`;
    await folder.write(
      '1_function',
      `-- one; two\nCREATE TABLE noted (note text);
       CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$;
       CREATE TRIGGER note BEFORE INSERT ON noted FOR EACH ROW EXECUTE FUNCTION note();`,
    );
    await migrate(folder);
    const { rows } = await folder.pool.query(`INSERT INTO noted VALUES ('') RETURNING note`);
    expect(rows).toEqual([{ note: 'a;b' }]);
  });

  it('names the migration that fails and why, leaves nothing of it, and tries it again the next time', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await folder.write(
      '2_second',
      `CREATE TABLE second (id int); INSERT INTO second VALUES ('one'); CREATE TABLE more (id int)`,
    );
    await expect(migrate(folder)).rejects.toMatchObject({
      name: 'MigrationError',
      message: 'Migration 2_second failed: invalid input syntax for type integer: "one".',
    });
    await expect(tables()).resolves.toEqual(['_prisma_migrations', 'first']);

    await folder.write('2_second', 'CREATE TABLE second (id int)');
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await expect(migrate({ ...folder, log })).resolves.toEqual({ applied: ['2_second'] });
    expect(lines[0]).toBe('Migration 2_second failed before; retrying.');
    await expect(migrate(folder)).resolves.toEqual({ applied: [] });
  });

  it('tells of a migration whose file was edited after it had been applied, and leaves it', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await migrate(folder);
    await folder.write('1_first', 'CREATE TABLE first (id bigint)');
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await expect(migrate({ ...folder, log })).resolves.toEqual({ applied: [] });
    expect(lines).toEqual([
      'Migration 1_first was edited after it had been applied; the database has the previous version.',
    ]);
  });

  it('refuses a database that has tables of somebody else', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await folder.pool.query('CREATE TABLE theirs (id int)');
    await expect(migrate(folder)).rejects.toThrow("The database isn't empty (it has a table theirs)");
    await expect(tables()).resolves.toEqual(['theirs']);
  });

  it('runs a statement alone that PostgreSQL refuses inside of a transaction', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await folder.write('2_index', 'CREATE INDEX CONCURRENTLY first_id_idx ON first (id)');
    await expect(migrate(folder)).resolves.toEqual({
      applied: ['1_first', '2_index'],
    });
    await expect(migrate(folder)).resolves.toEqual({ applied: [] });
  });

  it('refuses to go on while a part may stand of what PostgreSQL could not undo', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int); INSERT INTO first VALUES (1), (1)');
    await folder.write('2_index', 'CREATE UNIQUE INDEX CONCURRENTLY first_id_key ON first (id)');
    await expect(migrate(folder)).rejects.toThrow('Migration 2_index failed');
    await folder.pool.query('DELETE FROM first');
    const refusal = await migrate(folder).catch((reason: Error) => reason);
    expect(refusal).toMatchObject({
      name: 'MigrationError',
      message: expect.stringContaining('Migration 2_index failed before and may be partially applied.'),
    });
    const [remedy] = /UPDATE .*NULL(?=\.)/.exec((refusal as Error).message)!;
    await folder.pool.query('DROP INDEX first_id_key');
    await folder.pool.query(remedy);
    await expect(migrate(folder)).resolves.toEqual({ applied: ['2_index'] });
  });

  it('leaves a database alone that a newer program has migrated further', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await folder.write('2_second', 'CREATE TABLE second (id int)');
    await migrate(folder);
    await rm(join(folder.migrationsDir, '2_second'), { recursive: true });
    await expect(migrate(folder)).resolves.toEqual({ applied: [] });
    await expect(tables()).resolves.toContain('second');
  });

  it.each([
    ['postgresql://ada:secret@127.0.0.1:1/bunting', "Can't reach the database bunting at 127.0.0.1:1: "],
    [
      'localhost/bunting',
      'The database address must look like postgresql://user:password@host:5432/database.',
    ],
  ])('says in one sentence that it cannot reach %s', async (address, sentence) => {
    const error = await migrate({ databaseUrl: address }).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: 'MigrationError', message: expect.stringContaining(sentence) });
    expect((error as Error).message).not.toContain('secret');
    expect((error as Error).message.split('\n')).toHaveLength(1);
  });

  it('says that a database does not exist', async () => {
    const missing = new URL(folder.databaseUrl);
    missing.pathname = '/nowhere';
    await expect(migrate({ databaseUrl: missing.href })).rejects.toThrow(
      'database "nowhere" does not exist.',
    );
  });
});
