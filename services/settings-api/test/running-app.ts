import type { Server } from 'node:http';
import { afterAll, beforeAll } from '@jest/globals';
import { createLastUses } from '@bunting/authentication';
import { createRedis, createRedisSubscriber, untilRedisReady } from '@bunting/redis';
import type { ImportInput } from '@bunting/bootstrap';
import { createSealingKeys } from '@bunting/sealed-secrets';
import { createResolve } from '@bunting/webhooks';
import { createPool } from '@bunting/database';
import { createPrismaClient } from '../src/prisma/create-prisma-client.ts';
import { createDatabaseCheck, createHttpServer, createReadiness, listen } from '@bunting/service';
import { createRegistry } from '@bunting/observability';
import { createTestDatabase, ensureBuilt, startTestRedis } from '@bunting/testing';
import { recordSecrets } from '@bunting/testing/logs';
import { createTestLog, type LogLine } from '@bunting/testing/apps';
import { cheapHashes, filledWith } from '@bunting/testing/filling';
import request from 'supertest';
import { createSurveyReader } from '../src/advice/survey.ts';
import { createApp, type AppOptions } from '../src/app.ts';
import { createAttemptLimits, type attemptLimits } from '../src/framework/attempt-limits.ts';
import { createAuth } from '../src/sessions/better-auth.ts';
import { createKnownBrowsers } from '../src/sessions/known-browsers.ts';
import type { ChangeFeedOptions } from '../src/change-streams/change-feed.ts';
import { openChangeFeed } from '../src/change-streams/open-change-feed.ts';
import { createPasswordQueue, type PasswordQueueOptions } from '../src/accounts/password-queue.ts';
import { chooseOrganisationPolicy, type OrganisationPolicy } from '../src/accounts/policies.ts';
import { createTrustedProxies } from '@bunting/service/client-address';
import { createImportReader, type ImportReader } from '../src/imports/import-reader.ts';
import { createImportSemaphores } from '../src/imports/import-semaphores.ts';
import { readImport } from '../src/imports/read-import.ts';
import { createSessions } from '../src/sessions/sessions.ts';
import { createExpensiveWork } from '../src/framework/expensive-work.ts';
import { createWriteSemaphores } from '../src/framework/write-semaphores.ts';
import { createWrittenBytes } from '../src/framework/written-bytes.ts';
import { createTestEventLimit, type testEventLimit } from '../src/webhook-endpoints/test-event-limit.ts';
import { password } from './organisations.ts';

/** A worker thread cannot run TypeScript. */
const workerUrl = new URL('../dist/import-worker.js', import.meta.url);

export const staffToken = 'staff-token-for-nothing-but-these-tests';

export const sealingKey = 'a key for nothing but the tests of sealed secrets';
export const userSigningKey = 'a key for nothing but the tests of signed users';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof createPool>;
  readonly redis: ReturnType<typeof createRedis>;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Writes at once when people were last seen. */
  writeLastSeen(): Promise<void>;
  /** All lines that the service logged. */
  readonly lines: LogLine[];
  /** Stops its Redis for good. */
  stopRedis(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the management API in this process, with its own database and Redis, to which `document` was applied. Password hashes are
 * cheap, unless `passwordHashes` are given.
 */
export async function startApp(
  options: {
    document: object;
    proxies?: number;
    proxiesFrom?: string[];
    semaphoreWaitMs?: number;
    writtenBytesPerMinute?: number;
    /** Imports are read in threads, as the service does it, and a thread may take so long. */
    importTimeoutMs?: number;
    createOrganisations?: OrganisationPolicy;
    limits?: Partial<typeof attemptLimits>;
    passwordQueue?: PasswordQueueOptions;
    testEventLimit?: typeof testEventLimit;
    stallMs?: number;
    maxBodyBytes?: number;
    changeFeed?: Partial<ChangeFeedOptions>;
    /** Milliseconds since 1970. */
    now?: () => number;
  } & Partial<
    Pick<
      AppOptions,
      | 'signUp'
      | 'defaultPlan'
      | 'publicUrl'
      | 'oidcSignIn'
      | 'staffToken'
      | 'webhookTargets'
      | 'passwordHashes'
      | 'auditRetentionMs'
    >
  >,
): Promise<RunningApp> {
  const trustedProxies = createTrustedProxies(options.proxies ?? 0, options.proxiesFrom ?? ['loopback']);
  const { signUp = 'invited', defaultPlan = 'enterprise', publicUrl, now = Date.now } = options;
  const { passwordHashes = cheapHashes } = options;
  const { webhookTargets = { resolve: createResolve(), allowInsecure: false } } = options;
  const [database, redisServer] = await Promise.all([
    createTestDatabase(filledWith(options.document, passwordHashes)),
    startTestRedis(),
  ]);
  recordSecrets(options.document);
  const { log, lines } = createTestLog('settings-api');
  // A test with fifty writers at once must not depend on the speed of the machine.
  const waitMs = 60_000;
  const poolSize = 10;
  const pool = createPool(database.url, { max: poolSize, connectionTimeoutMillis: waitMs });
  const redis = createRedis(redisServer.url, { name: 'settings-api', log });
  await untilRedisReady(redis, 5_000);

  const prisma = createPrismaClient(pool);
  const secret = 'signs the session cookies of nothing but these tests';
  const auth = createAuth({ prisma, secret, publicUrl, passwordHashes, log });
  const browsers = createKnownBrowsers({ secret, publicUrl });
  // Written when the app is stopped or a test asks for it, so that no answer changes by itself.
  const uses = { pool, log, firstUseMs: 600_000 };
  const tokenUses = createLastUses({ ...uses, table: 'api_token' });
  const sessionUses = createLastUses({ ...uses, table: 'session' });
  const memberUses = createLastUses({ ...uses, table: 'member' });
  const subscriber = createRedisSubscriber({ url: redisServer.url }, { name: 'subscriber', log });
  const version = '1.2.3';
  const changeFeed = openChangeFeed({ pool, log, now, subscriber, version, ...options.changeFeed });
  const app = createApp({
    pool,
    version,
    changeFeed,
    tokenUses,
    sessionUses,
    memberUses,
    surveys: createSurveyReader({ pool, now }),
    redis,
    admitBytes: createWrittenBytes({ perMinute: options.writtenBytesPerMinute ?? Infinity, now }),
    writeSemaphores: createWriteSemaphores({ poolSize, maxWaitMs: options.semaphoreWaitMs ?? waitMs }),
    expensiveWork: createExpensiveWork({ maxWaitMs: options.semaphoreWaitMs ?? waitMs }),
    importSemaphores: createImportSemaphores({ maxWaitMs: options.semaphoreWaitMs ?? waitMs }),
    readImport: importReader(options.importTimeoutMs),
    sessions: createSessions({ auth, pool, browsers, trustedProxies, publicUrl }),
    attempts: createAttemptLimits(redis, options.limits),
    passwords: createPasswordQueue(options.passwordQueue),
    passwordHashes,
    oidcSignIn: options.oidcSignIn,
    signUp,
    defaultPlan,
    createOrganisations: chooseOrganisationPolicy(signUp, options.createOrganisations),
    publicUrl,
    trustedProxies,
    sealingKeys: createSealingKeys(sealingKey),
    userSigningKeys: createSealingKeys(userSigningKey),
    webhookTargets,
    testEvents: createTestEventLimit(redis, options.testEventLimit ?? { points: 1_000, duration: 15 }),
    staffToken: 'staffToken' in options ? options.staffToken : staffToken,
    changeRequestExpiryDays: 30,
    auditRetentionMs: options.auditRetentionMs,
    ratePerMinute: 60_000,
    log,
    now,
    registry: createRegistry({ withProcessMetrics: false }),
    readiness: createReadiness(() => true),
    checkDatabase: createDatabaseCheck(pool),
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
  });
  const server = createHttpServer(app, {
    ...(options.stallMs !== undefined && { stallMs: options.stallMs }),
  });
  const listening = await listen(server, 0);
  return {
    server,
    port: listening.port,
    pool,
    redis,
    databaseUrl: database.url,
    redisUrl: redisServer.url,
    lines,
    async writeLastSeen() {
      await Promise.all([sessionUses.close(), memberUses.close()]);
    },
    stopRedis: () => redisServer.stop(),
    async stop() {
      changeFeed.close();
      await listening.drain(1_000);
      await Promise.all([tokenUses, sessionUses, memberUses].map((uses) => uses.close()));
      redis.disconnect();
      subscriber.disconnect();
      await prisma.$disconnect();
      await pool.end();
      await Promise.all([database.drop(), redisServer.stop()]);
    },
  };
}

/**
 * Creates a reader. Without a time limit it reads in this thread, because a thread takes a third of a second to start, and returns the
 * result after JSON, as a thread sends it.
 */
function importReader(timeoutMs: number | undefined): ImportReader {
  if (timeoutMs === undefined)
    return async (bytes, isYaml) => JSON.parse(JSON.stringify(readImport(bytes, isYaml))) as ImportInput;
  const reader = createImportReader({ workerUrl, timeoutMs });
  return async (bytes, isYaml) => {
    await ensureBuilt();
    return reader(bytes, isYaml);
  };
}

/**
 * Starts the application for all tests of a file: its members are set before they run, and dropped after them, because Node.js keeps the
 * file's module.
 */
export function useApp(options: Parameters<typeof startApp>[0]): RunningApp {
  const app = {} as RunningApp;
  beforeAll(async () => void Object.assign(app, await startApp(options)));
  afterAll(async () => {
    await app.stop();
    for (const name of Object.keys(app)) Reflect.deleteProperty(app, name);
  });
  return app;
}

/**
 * Returns the headers of a person who is signed in: `request(app.server).get(…).set(await signIn(app,
 * 'admin@acme.example'))`.
 */
export async function signIn(app: Pick<RunningApp, 'server'>, email: string): Promise<{ Cookie: string }> {
  const answer = await request(app.server).post('/settings/v1/session').send({ email, password });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.text}`);
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  return { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
}
