import { createRedis, redisTargetOf, untilRedisReady } from '@bunting/access';
import { createPool } from '@bunting/database';
import { createPrismaClient } from '@bunting/database/prisma';
import {
  createDatabaseCheck,
  createHttpServer,
  createReadiness,
  createRegistry,
  followPostgres,
  followRedis,
  runService,
  serve,
  type Logger,
} from '@bunting/http';
import { keepTrimmed } from '@bunting/retention';
import { startTracing } from '@bunting/tracing';
import { createResolve, createSealingKeys } from '@bunting/webhooks';
import { createApp } from './app.ts';
import { createAttemptLimits } from './authentication/attempt-limits.ts';
import { cookieNames } from './authentication/cookie-names.ts';
import { createAuth } from './authentication/create-auth.ts';
import { createKnownBrowsers } from './authentication/known-browsers.ts';
import { createOidcSignIn, type OidcSignIn } from './authentication/oidc-sign-in.ts';
import { createPasswordQueue } from './authentication/password-queue.ts';
import { organisationPolicyOf } from './authentication/sign-up-policy.ts';
import { createTrustedProxies } from './authentication/trusted-proxies.ts';
import { readSettingsApiConfig, type SettingsApiConfig } from './config.ts';
import { followRollUp } from './events/follow-roll-up.ts';
import { keepRolledUp } from './events/keep-rolled-up.ts';
import { createImportReader } from './imports/import-reader.ts';
import { createImportTurns } from './imports/import-turns.ts';
import { retentionsOf } from './retentions.ts';
import { createSessions } from './sessions.ts';
import { createTurns } from './turns.ts';
import { createTestEventLimit } from './webhooks/test-event-limit.ts';

const poolSize = 10;

const insecureTargets =
  'WEBHOOK_ALLOW_INSECURE_TARGETS is on: endpoints may have http and private addresses, and lead to what only the dispatcher can reach.';

async function start(config: SettingsApiConfig, log: Logger): Promise<void> {
  const tracing = await startTracing(process.env, {
    service: 'settings-api',
    warn: (message) => log.warn(message),
  });
  const pool = createPool(config.DATABASE_URL, {
    max: poolSize,
    application_name: 'settings-api',
    onError: (error) => log.warn({ reason: error.message }, 'A connection to PostgreSQL broke'),
  });
  const redis = createRedis(redisTargetOf(config), { name: 'settings-api', log });
  // Not required: without Redis a change is found by the next poll of the evaluators.
  await untilRedisReady(redis, 1_000);

  const registry = createRegistry({ withProcessMetrics: true });
  followPostgres(registry, { main: pool });
  followRedis(registry, { main: redis });
  const prisma = createPrismaClient(pool);
  const { PUBLIC_URL: publicUrl, SESSION_SECRET: secret } = config;
  const trustedProxies = createTrustedProxies(config.TRUST_PROXY, config.TRUST_PROXY_FROM);
  const auth = createAuth({ prisma, secret, publicUrl, log });
  const browsers = createKnownBrowsers({ secret, cookie: cookieNames(publicUrl).browser });
  const checkDatabase = createDatabaseCheck(pool);
  const readiness = createReadiness(checkDatabase);

  const allowInsecure = config.WEBHOOK_ALLOW_INSECURE_TARGETS;
  if (allowInsecure) log.warn(insecureTargets);
  const webhookTargets = { resolve: createResolve({ withLocalNames: allowInsecure }), allowInsecure };

  followRollUp(registry, pool, Date.now);
  const rollUps = keepRolledUp({ pool, log, intervalMs: config.EVENT_ROLLUP_INTERVAL_MS });

  const app = createApp({
    pool,
    redis,
    turns: createTurns({ poolSize }),
    importTurns: createImportTurns(),
    readImport: createImportReader({
      workerUrl: new URL('./imports/import-worker.js', import.meta.url),
    }),
    sessions: createSessions({ auth, browsers, trustedProxies, publicUrl }),
    attempts: createAttemptLimits(redis),
    passwords: createPasswordQueue(),
    oidcSignIn: oidcSignInOf(config),
    signUp: config.SIGN_UP,
    createOrganisations: organisationPolicyOf(config.SIGN_UP, config.CREATE_ORGANISATIONS),
    publicUrl,
    trustedProxies,
    sealingKeys: createSealingKeys(config.SECRETS_ENCRYPTION_KEY, config.SECRETS_ENCRYPTION_KEY_PREVIOUS),
    webhookTargets,
    testEvents: createTestEventLimit(redis),
    staffToken: config.STAFF_API_TOKEN,
    ratePerMinute: config.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : config.EVAL_API_RATE_LIMIT_PER_MINUTE,
    log,
    now: Date.now,
    registry,
    tracing,
    readiness,
    checkDatabase,
    maxBodyBytes: config.SETTINGS_API_MAX_BODY_BYTES,
  });
  const endTrimming = keepTrimmed({ pool, retentions: retentionsOf(config), registry, log });
  await serve({
    server: createHttpServer(tracing?.ofRequests(app) ?? app),
    port: config.PORT,
    host: config.HOST,
    log,
    readiness,
    drainDelayMs: config.SHUTDOWN_DELAY_MS,
    async close() {
      await Promise.all([rollUps.stop(), endTrimming()]);
      redis.disconnect();
      await prisma.$disconnect();
      await pool.end();
      await tracing?.stop();
    },
  });
}

/** All of these are there, or none (see config.ts). */
function oidcSignInOf(config: SettingsApiConfig): OidcSignIn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const { PUBLIC_URL: publicUrl, SESSION_SECRET: secret } = config;
  if (!issuer || !clientId || !clientSecret || !publicUrl) return undefined;
  return createOidcSignIn({ issuer, clientId, clientSecret, publicUrl, secret });
}

await runService({ service: 'settings-api', env: process.env, readConfig: readSettingsApiConfig, start });
