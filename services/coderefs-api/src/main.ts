import { createLastUses } from '@bunting/authentication';
import { startRetention } from '@bunting/retention';
import { createDatabaseCheck, createReadiness, openPostgres, runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { createMemoryBudget } from './body/memory-budget.ts';
import { readCoderefsApiConfig } from './config.ts';
import { retentionsOf } from './retentions.ts';
import { createOrganisationSemaphores } from './snapshot/organisation-semaphores.ts';
import { createRepositoryQueue } from './snapshot/repository-queue.ts';
import { maxReferences } from './snapshot/store-snapshot.ts';
import { createSnapshotCounter } from './snapshot-metrics.ts';

/** A snapshot may take minutes to arrive from a slow runner. */
const requestTimeoutMs = 5 * 60_000;
/** Long enough to store the snapshots that have been received. */
const drainTimeoutMs = 20_000;
/** A snapshot that finds all connections in use waits for one. */
const connectionTimeoutMs = 60_000;
/** There is memory for this many snapshots of the largest size; each organisation gets at most a quarter of it. */
const maxLargestSnapshots = 4;

await runService({
  service: 'coderefs-api',
  env: process.env,
  readConfig: readCoderefsApiConfig,
  async start(context) {
    const { config, registry, log } = context;
    const pool = openPostgres(context, 'main', { max: 5 });
    const snapshotPool = openPostgres(context, 'snapshots', {
      max: 4,
      connectionTimeoutMillis: connectionTimeoutMs,
    });
    const retentions = retentionsOf(config.CODE_REFERENCES_RETENTION_DAYS);
    context.defer(startRetention({ ...context, pool, retentions }));
    const tokenUses = createLastUses({ pool, table: 'api_token', log });
    context.defer(() => tokenUses.close());
    const checkDatabase = createDatabaseCheck(pool);
    const readiness = createReadiness(checkDatabase);
    const app = createApp({
      ...context,
      pool,
      tokenUses,
      snapshotPool,
      organisations: createOrganisationSemaphores(),
      repositories: createRepositoryQueue(),
      memory: createMemoryBudget(maxLargestSnapshots * config.CODE_REFERENCES_MAX_BODY_BYTES),
      maxBodyBytes: config.CODE_REFERENCES_MAX_BODY_BYTES,
      maxReferences,
      snapshots: createSnapshotCounter(registry),
      readiness,
      checkDatabase,
    });
    await serve(context, { app, readiness, requestTimeoutMs, drainTimeoutMs });
  },
});
