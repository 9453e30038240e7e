import { join } from 'node:path';
import pg from 'pg';
import { Failure, reasonOf } from './failure.ts';
import { findFreePort } from './free-port.ts';
import { endOf, keepRunning } from './keep-running.ts';
import { startPostgres } from './postgres.ts';
import type { Provided, Surroundings } from './surroundings.ts';

const database = 'bunting';

/** The PostgreSQL that DATABASE_URL names, or one of our own in the data directory. */
export async function provideDatabase(surroundings: Surroundings): Promise<Provided> {
  const { databaseUrl } = surroundings.settings;
  if (databaseUrl === undefined) return startOwn(surroundings);
  await connect(databaseUrl).catch((error: unknown) => {
    throw new Failure(
      `DATABASE_URL cannot be used (${hostOf(databaseUrl)}: ${reasonOf(error)}): start that server, correct the ` +
        'address, or unset it to use the embedded PostgreSQL.',
    );
  });
  return { url: databaseUrl, stop: async () => {} };
}

async function startOwn({ settings, ledger, report }: Surroundings): Promise<Provided> {
  const port = await findFreePort();
  let url = '';
  const kept = await keepRunning(
    'PostgreSQL',
    async () => {
      const server = await startPostgres({
        dataDir: join(settings.dataDir, 'postgres'),
        port,
        detached: true,
      });
      ledger.watch('PostgreSQL', server.process);
      const ended = endOf(server.process);
      url = server.urlFor(database);
      await createDatabase(server.url);
      return { ended, stop: () => server.stop() };
    },
    report,
  );
  return { url, stop: () => kept.stop() };
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  await connect(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  });
}

async function connect(url: string, use?: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await use?.(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A URL may carry a password: only its host is shown. */
function hostOf(url: string): string {
  return new URL(url).host || 'no host';
}
