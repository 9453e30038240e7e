import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { migrate } from '@bunting/database/migrate';
import { realMigrations, useMigrationsFolder } from './migrations-folder.ts';
import { prismaEngine } from './prisma-engine.ts';

const migrateModule = new URL('../dist/migrations/migrate.js', import.meta.url).href;
const folder = useMigrationsFolder();

/** Returns the names that Prisma's engine applied. */
async function deploy(directory = folder.migrationsDir): Promise<string[]> {
  return (await prismaEngine('deploy', directory, folder.databaseUrl))
    .split('\n')
    .filter((line) => line !== '');
}

/** Reads the records of the table without ids and times. */
async function records(): Promise<object[]> {
  const { rows } = await folder.pool.query<object>(
    `SELECT migration_name, checksum, logs IS NOT NULL AS logged, started_at <= finished_at AS finished,
       rolled_back_at IS NOT NULL AS rolled_back, applied_steps_count, length(id) AS id_length
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}

async function tableDefinition(): Promise<object[]> {
  const { rows } = await folder.pool.query<object>(
    `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
     FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );
  const { rows: indexes } = await folder.pool.query<object>(
    `SELECT indexdef FROM pg_indexes WHERE tablename = '_prisma_migrations'`,
  );
  return [...rows, ...indexes];
}

describe('the migration runner and prisma migrate deploy, on one database', () => {
  it('make the same table and write the same records', async () => {
    const { applied } = await migrate({ databaseUrl: folder.databaseUrl });
    const ours = { table: await tableDefinition(), records: await records() };
    await folder.empty();
    await expect(deploy(realMigrations)).resolves.toEqual(applied);
    expect({ table: await tableDefinition(), records: await records() }).toEqual(ours);
  });

  it('find nothing to do after each other', async () => {
    await migrate({ databaseUrl: folder.databaseUrl });
    await expect(deploy(realMigrations)).resolves.toEqual([]);
    await folder.empty();
    await deploy(realMigrations);
    await expect(migrate({ databaseUrl: folder.databaseUrl })).resolves.toEqual({ applied: [] });
  });

  it('apply what the other does not have yet', async () => {
    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await migrate(folder);
    await folder.write('2_second', 'CREATE TABLE second (id int)');
    await expect(deploy()).resolves.toEqual(['2_second']);
    await folder.write('3_third', 'CREATE TABLE third (id int)');
    await expect(migrate(folder)).resolves.toEqual({ applied: ['3_third'] });
    await expect(deploy()).resolves.toEqual([]);
  });

  it('see each other’s failures: Prisma refuses to go on, and the runner tries again', async () => {
    await folder.write('1_first', `CREATE TABLE first (id int); INSERT INTO first VALUES ('one')`);
    await expect(migrate(folder)).rejects.toThrow('Migration 1_first failed');
    const [failed] = await records();
    expect(failed).toMatchObject({
      logged: true,
      finished: null,
      rolled_back: false,
      applied_steps_count: 0,
    });
    await expect(deploy()).rejects.toThrow('The `1_first` migration started at');

    await folder.write('1_first', 'CREATE TABLE first (id int)');
    await migrate(folder);
    await expect(deploy()).resolves.toEqual([]);

    await folder.write('2_second', 'SELECT 1 / 0');
    await expect(deploy()).rejects.toThrow('division by zero');
    await folder.write('2_second', 'SELECT 1');
    await expect(migrate(folder)).resolves.toEqual({ applied: ['2_second'] });
    expect((await records()).map((record) => (record as { rolled_back: boolean }).rolled_back)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('wait for each other', async () => {
    await folder.write('1_first', 'SELECT pg_sleep(1); CREATE TABLE first (id int)');
    const results = await Promise.all([migrate(folder), deploy()]);
    expect([...results[0].applied, ...results[1]]).toEqual(['1_first']);
  });
});

describe('an interrupted migration', () => {
  const script = 'CREATE TABLE first (id int); SELECT pg_sleep(2); CREATE TABLE second (id int)';

  /** The connection that runs the script. */
  const busy = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep' AND pid <> pg_backend_pid()`;

  async function untilBusy(): Promise<void> {
    await until(async () => (await folder.pool.query(busy)).rowCount === 1);
  }

  it('is recorded when PostgreSQL brought it to its end, though the program was killed', async () => {
    await folder.write('1_first', script);
    const { databaseUrl, migrationsDir } = folder;
    const program = `import(${JSON.stringify(migrateModule)}).then(({ migrate }) => migrate(${JSON.stringify({ databaseUrl, migrationsDir })}))`;
    const child = spawn(process.execPath, ['--eval', program], { stdio: 'ignore' });
    await untilBusy();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    // The connection of the killed program keeps the lock until PostgreSQL has done what it was sent.
    await expect(migrate({ ...folder, log })).resolves.toEqual({ applied: [] });
    expect(lines).toEqual(['Waiting for another migration to finish.']);
    expect(await records()).toMatchObject([{ finished: true, logged: false, applied_steps_count: 1 }]);
    await expect(deploy()).resolves.toEqual([]);
  });

  it('leaves nothing when PostgreSQL ended its connection, and is tried again', async () => {
    await folder.write('1_first', script);
    const migrating = migrate(folder);
    const outcome = migrating.catch((error: Error) => error.message);
    await untilBusy();
    await folder.pool.query(`SELECT pg_terminate_backend(pid) FROM (${busy}) AS busy`);
    await expect(outcome).resolves.toContain('Migration 1_first failed: terminating connection');
    await expect(migrate(folder)).resolves.toEqual({ applied: ['1_first'] });
    expect(await records()).toMatchObject([
      { finished: null, rolled_back: true },
      { finished: true, rolled_back: false },
    ]);
  });
});
