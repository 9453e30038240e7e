// Prepares what all tests of a run share, in Jest's own process, when the first test asks for it: one PostgreSQL with a migrated
// template database, a Redis program, and the built services. A run of pure tests prepares nothing.
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

/**
 * Listens on loopback. `POST /postgres` answers with the server's address, `POST /cluster` with a folder of which servers get copies,
 * `POST /redis-program` with the program's name, `POST /build` when the workspace is built, and `POST /shared?URL` with what the module at this
 * URL starts.
 */
export async function startTestRun(folder) {
  const stops = [];
  const prepare = {
    '/postgres': () => startPostgresWithTemplate(folder, stops),
    '/cluster': () => makeCluster(folder),
    '/build': () => buildWorkspace(),
    '/redis-program': () => findOrInstallRedis(),
    '/shared': (moduleUrl) => startShared(moduleUrl, stops),
  };
  const prepared = new Map();
  const server = createServer((req, res) => {
    const [path, moduleUrl] = req.url.split('?');
    if (!prepared.has(req.url)) prepared.set(req.url, prepare[path](moduleUrl));
    prepared.get(req.url).then(
      (answer) => res.end(answer),
      (error) => res.writeHead(500).end(String(error.output ?? error.stack)),
    );
  });
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.allSettled(prepared.values());
      const failures = [];
      for (const stop of stops.toReversed()) {
        try {
          await stop();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped.');
    },
  };
}

/** Settings of PostgreSQL that only matter for a server that outlives a run. */
const unneeded = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'];

async function startPostgresWithTemplate(folder, stops) {
  // Jest does not transform this file, so packages are imported here, after the hooks for TypeScript are registered.
  await import('../../../tools/run-typescript.mjs');
  const { findFreePort, startPostgres } = await import('@bunting/embedded-servers');
  const { templateDatabase } = await import('@bunting/testing');
  const { migrate } = await import('@bunting/database/migrate');
  const { default: pg } = await import('pg');

  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await findFreePort(),
    flags: unneeded.flatMap((setting) => ['-c', `${setting}=off`]),
  });
  // Ends the server with this process, so that an aborted run leaves none running.
  process.once('exit', () => postgres.process.kill('SIGINT'));
  stops.push(async () => {
    await postgres.stop();
    await rm(postgres.dataDir, { recursive: true, force: true });
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  await migrate({ databaseUrl: postgres.urlFor(templateDatabase) });
  return postgres.url;
}

/**
 * Creates the folder of a cluster that no server runs on. Creating one takes a second of processor time, copying it a
 * twentieth.
 */
async function makeCluster(folder) {
  await import('../../../tools/run-typescript.mjs');
  const { findFreePort, startPostgres } = await import('@bunting/embedded-servers');
  const postgres = await startPostgres({ dataDir: join(folder, 'cluster'), port: await findFreePort() });
  await postgres.stop();
  return join(postgres.dataDir, 'cluster');
}

/** Starts the module for all files of a run, and returns its value as JSON. */
async function startShared(moduleUrl, stops) {
  await import('../../../tools/run-typescript.mjs');
  const module = await import(moduleUrl);
  const { value, stop } = await module.startShared();
  stops.push(stop);
  return JSON.stringify(value);
}

/** Returns the name of a Redis program. Each test starts its own servers. */
async function findOrInstallRedis() {
  await import('../../../tools/run-typescript.mjs');
  const { ensureRedisProgram } = await import('@bunting/embedded-servers');
  const { step } = await import('../../../local/progress.mjs');
  return ensureRedisProgram(step);
}

/** Builds all packages and services, which run as processes; `npm test` without arguments has built them before. */
async function buildWorkspace() {
  if (process.env['TEST_RUN_IS_BUILT'] === '1') return '';
  const { build } = await import('../../../local/prepare.mjs');
  await build();
  return '';
}
