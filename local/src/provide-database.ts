import { join } from 'node:path';
import pg from 'pg';
import { Failure, reasonOf } from '@bunting/embedded-servers';
import { findFreePort } from '@bunting/embedded-servers';
import { endOf, keepRunning } from './keep-running.ts';
import { startPostgres } from '@bunting/embedded-servers';
import type { Provided, Dependencies } from './start-dependencies.ts';

/** A name other than the superuser's, which is `bunting`. */
const [role, database] = ['bunting_app', 'bunting'];

/** The PostgreSQL that DATABASE_URL names, or an embedded one in the data directory. */
export async function provideDatabase(dependencies: Dependencies, password: string): Promise<Provided> {
  const { databaseUrl } = dependencies.settings;
  if (databaseUrl === undefined) return startOwn(dependencies, password);
  await connect(databaseUrl).catch((error: unknown) => {
    throw new Failure(
      `DATABASE_URL cannot be used (${hostOf(databaseUrl)}: ${reasonOf(error)}): start that server, correct the ` +
        'address, or unset it to use the embedded PostgreSQL.',
    );
  });
  return { url: databaseUrl, stop: async () => {} };
}

async function startOwn({ settings, registry, report }: Dependencies, password: string): Promise<Provided> {
  const port = await findFreePort();
  let url = '';
  const kept = await keepRunning(
    'PostgreSQL',
    async () => {
      const server = await startPostgres({
        dataDir: join(settings.dataDir, 'postgres'),
        port,
        login: { role, password, database },
        detached: true,
      });
      registry.watch('PostgreSQL', server.process);
      const ended = endOf(server.process);
      url = server.url;
      return { ended, stop: () => server.stop() };
    },
    report,
  );
  return { url, stop: () => kept.stop() };
}

async function connect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/** A URL may carry a password: only its host is shown. */
function hostOf(url: string): string {
  return new URL(url).host || 'no host';
}
