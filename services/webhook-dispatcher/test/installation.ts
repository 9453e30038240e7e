import { setTimeout as delay } from 'node:timers/promises';
import { createRedis, untilRedisReady, type RedisConnection, type RedisTarget } from '@bunting/redis';
import { createPool, newId, withTransaction } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import { createLogger } from '@bunting/observability';
import {
  createTestDatabase,
  startTestPostgres,
  startTestRedis,
  startTestService,
  until,
  type ServiceProcess,
} from '@bunting/testing';
import { recordSecrets } from '@bunting/testing/logs';
import {
  announceDeliveries,
  askForTest,
  writeDeliveries,
  type DueDelivery,
  type Subscriber,
  type TestOutcome,
} from '@bunting/webhooks';
import type { Pool } from 'pg';

export const signingSecret = 'whsec_of_the_tests_0123456789abcdefghij';

type Env = Readonly<Record<string, string>>;

/** A database and a Redis, and the dispatchers that a test starts. */
export interface Installation {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly redis: Awaited<ReturnType<typeof startTestRedis>>;
  startDispatcher(env?: Env): Promise<ServiceProcess>;
  addEndpoint(
    url: string,
    more?: { readonly enabled?: boolean; readonly isOnHold?: boolean; readonly organisation?: string },
  ): Promise<Subscriber>;
  /** Creates an organisation besides `acme`, which can have endpoints. */
  addOrganisation(slug: string): Promise<void>;
  /** Writes deliveries as a change does, `count` for each endpoint, and announces them by default. Returns their ids. */
  addDeliveries(
    endpoints: readonly Subscriber[],
    count: number,
    more?: { readonly announced?: boolean; readonly rolledBack?: boolean },
  ): Promise<string[]>;
  announce(deliveries: readonly DueDelivery[]): Promise<void>;
  /** Requests a test as settings-api does. */
  askForTest(endpointId: string): Promise<TestOutcome>;
  countByStatus(): Promise<Record<string, number>>;
  /** Restarts PostgreSQL; only with `ownPostgres`. */
  restartPostgres(pauseMs: number): Promise<void>;
  /** Stops everything, also dispatchers that still run. */
  stop(): Promise<void>;
}

class RolledBack extends Error {}

/**
 * Creates an installation, with its own PostgreSQL if the test stops or kills it, and with the Redis that the test brings,
 * if any.
 */
export async function createInstallation(
  options: { ownPostgres?: boolean; elsewhere?: { readonly target: RedisTarget; readonly env: Env } } = {},
): Promise<Installation> {
  const { ownPostgres = false, elsewhere } = options;
  const [postgres, database, redis] = await Promise.all([
    ownPostgres ? startTestPostgres() : undefined,
    ownPostgres ? undefined : createTestDatabase(),
    startTestRedis(),
  ]);
  const databaseUrl = (postgres ?? database)!.url;
  if (postgres !== undefined) await migrate({ databaseUrl });
  const pool = createPool(databaseUrl, { max: 5 });
  const organisationIds = new Map<string, string>();
  recordSecrets({ secret: signingSecret });
  await addOrganisation('acme');
  const started: ServiceProcess[] = [];
  let connecting: Promise<RedisConnection> | undefined;

  async function addOrganisation(slug: string): Promise<void> {
    organisationIds.set(slug, newId());
    await pool.query(
      `INSERT INTO organisation (id, slug, name, plan, status, updated_at) VALUES ($1, $2, $2, 'enterprise', 'active', now())`,
      [organisationIds.get(slug), slug],
    );
  }

  async function connect(): Promise<RedisConnection> {
    const log = createLogger({ service: 'test', level: 'error' });
    const connection = createRedis(elsewhere?.target ?? { url: redis.url }, { name: 'test', log });
    await until(() => untilRedisReady(connection, 1_000));
    return connection;
  }

  function settingsRedis(): Promise<RedisConnection> {
    connecting ??= connect();
    return connecting;
  }

  async function announce(due: readonly DueDelivery[]): Promise<void> {
    await announceDeliveries({ redis: await settingsRedis() }, due);
  }

  return {
    databaseUrl,
    pool,
    redis,
    async startDispatcher(env = {}) {
      const index = elsewhere?.env ?? { REDIS_URL: redis.url };
      const dependencies = {
        DATABASE_URL: databaseUrl,
        ...index,
        WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
        ...env,
      };
      const service = await startTestService('webhook-dispatcher', dependencies);
      started.push(service);
      return service;
    },
    addOrganisation,
    async addEndpoint(url, { enabled = true, isOnHold = false, organisation = 'acme' } = {}) {
      const organisationId = organisationIds.get(organisation)!;
      const endpoint = {
        id: newId(),
        organisationId,
        organisation,
        events: ['*'] as const,
        format: 'bunting' as const,
        isOnHold: isOnHold,
      };
      await pool.query(
        `INSERT INTO webhook_endpoint (id, organisation_id, url, events, secret, enabled, held_at)
         VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN now() END)`,
        [endpoint.id, organisationId, url, ['*'], signingSecret, enabled, isOnHold],
      );
      return endpoint;
    },
    async addDeliveries(endpoints, count, { announced = true, rolledBack = false } = {}) {
      const events = Array.from({ length: count }, (_, n) => ({
        organisationId: endpoints[0]!.organisationId,
        type: 'member.joined' as const,
        data: { member: { email: `member-${n}@example.com`, role: 'viewer' }, actor: 'staff' },
      }));
      let due: readonly DueDelivery[] = [];
      const writing = withTransaction(pool, async (client) => {
        due = await writeDeliveries(client, endpoints, events, { now: new Date() });
        if (rolledBack) throw new RolledBack();
      });
      await writing.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
      if (announced) await announce(due);
      return due.map(({ id }) => id);
    },
    announce,
    async askForTest(endpointId) {
      const createdAt = new Date().toISOString();
      const request = { id: newId(), endpointId, actor: 'admin@acme.example', createdAt };
      return askForTest({ redis: await settingsRedis(), onError() {} }, request);
    },
    async countByStatus() {
      const { rows } = await pool.query<{ status: string; count: number }>(
        'SELECT status, count(*)::int AS count FROM webhook_delivery GROUP BY status',
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },
    async restartPostgres(pauseMs) {
      await postgres!.shutDown();
      await delay(pauseMs);
      await postgres!.restart();
    },
    async stop() {
      for (const service of started) if (service.isRunning()) await service.stop('SIGKILL');
      (await connecting)?.disconnect();
      await pool.end();
      await Promise.all([redis.stop(), postgres?.stop()]);
      await database?.drop();
    },
  };
}
