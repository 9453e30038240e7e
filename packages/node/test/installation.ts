import { applyDocument } from '@bunting/bootstrap';
import { createPool, withTransaction } from '@bunting/database';
import { announce, writeFragments } from '@bunting/datafile';
import {
  createTestDatabase,
  startTestRedis,
  startTestService,
  testSecret,
  type ServiceProcess,
} from '@bunting/testing';
import { filledWith } from '@bunting/testing/filling';
import { recordSecrets } from '@bunting/testing/logs';
import { Redis } from 'ioredis';
import { startBreakingProxy, type BreakingProxy } from './breaking-proxy.ts';

/** The services that SDKs ask, as processes of their own, behind one address. */
export interface Installation {
  readonly proxy: BreakingProxy;
  /** The address of the proxy. */
  readonly url: string;
  readonly services: Readonly<Record<ServiceName, ServiceProcess>>;
  /** Applies a bootstrap document and announces the change. */
  apply(document: object): Promise<void>;
  /** Makes datafiles leave out rules that name people. */
  leavePersonalDataOut(): Promise<void>;
  /** Ends a service without giving it time to do anything, and starts another in its stead. */
  killAndRestart(name: ServiceName): Promise<void>;
  storedEvents(): Promise<readonly StoredEvent[]>;
  /** Resolves with the number of users of an organisation this month. */
  monthlyUsers(slug: string): Promise<number>;
  stop(): Promise<void>;
}

export interface StoredEvent {
  readonly event: string;
  readonly event_id: string;
  readonly user_key: string | null;
  readonly value: number | null;
  readonly verified: boolean;
}

type ServiceName = 'eval-api' | 'sync-api' | 'ingest-api';

/** Returns the service that answers a path. */
function serviceOf(path: string): ServiceName {
  if (/^\/v1\/(?:stream|datafile)\b/.test(path)) return 'sync-api';
  return /^\/v1\/(?:events|usage)\b/.test(path) ? 'ingest-api' : 'eval-api';
}

/** @param env further variables of all services */
export async function startInstallation(
  document: object,
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const [database, redisServer] = await Promise.all([
    createTestDatabase(filledWith(document)),
    startTestRedis(),
  ]);
  recordSecrets(document);
  const pool = createPool(database.url, { max: 2 });
  const redis = new Redis(redisServer.url);
  const start = (name: ServiceName, port?: number) =>
    startTestService(
      name,
      {
        DATABASE_URL: database.url,
        REDIS_URL: redisServer.url,
        EVALUATION_TRACE_SECRET: testSecret,
        LOG_LEVEL: 'error',
        ...env,
      },
      port,
    );
  const names = ['eval-api', 'sync-api', 'ingest-api'] as const;
  const started = await Promise.all(names.map((name) => start(name)));
  const services = Object.fromEntries(names.map((name, index) => [name, started[index]!])) as Record<
    ServiceName,
    ServiceProcess
  >;
  const proxy = await startBreakingProxy((path) => services[serviceOf(path)].port);
  return {
    proxy,
    url: proxy.url,
    services,
    apply: async (changed) => void (await applyDocument({ pool, redis }, changed)),
    async leavePersonalDataOut() {
      const published = await withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `UPDATE environment SET datafile_personal_data = false
           WHERE id IN (SELECT environment_id FROM environment_key WHERE kind = 'datafile') RETURNING id`,
        );
        return writeFragments(client, { access: rows.map(({ id }) => id) });
      });
      await announce({ redis, pool }, published);
    },
    async killAndRestart(name) {
      const { port } = services[name];
      await services[name].stop('SIGKILL');
      services[name] = await start(name, port);
    },
    async storedEvents() {
      const { rows } = await pool.query<StoredEvent>(
        `SELECT event, event_id, user_key, value, evaluation_trace_verified AS verified FROM stored_event ORDER BY id`,
      );
      return rows;
    },
    async monthlyUsers(slug) {
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM organisation WHERE slug = $1', [
        slug,
      ]);
      const month = new Date().toISOString().slice(0, 7);
      return Number(await redis.hget(`bunting:{${rows[0]!.id}}:mau:${month}`, 'count'));
    },
    async stop() {
      await proxy.stop();
      await Promise.all(Object.values(services).map((service) => service.stop('SIGKILL')));
      redis.disconnect();
      await pool.end();
      await Promise.all([database.drop(), redisServer.stop()]);
    },
  };
}
