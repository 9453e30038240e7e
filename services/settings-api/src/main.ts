import { createLastUses } from '@bunting/authentication';
import { createPrismaClient } from './prisma/create-prisma-client.ts';
import { untilRedisReady } from '@bunting/redis';
import { startRetention } from '@bunting/retention';
import {
  createDatabaseCheck,
  createReadiness,
  openPostgres,
  openRedis,
  runService,
  serve,
} from '@bunting/service';
import { createResolve, createSealingKeys } from '@bunting/webhooks';
import { createApp } from './app.ts';
import { createAttemptLimits } from './framework/attempt-limits.ts';
import { cookieNames } from './sessions/cookie-names.ts';
import { createAuth } from './sessions/better-auth.ts';
import { createKnownBrowsers } from './sessions/known-browsers.ts';
import { createOidcSignIn, type OidcSignIn } from './openid-connect/oidc-sign-in.ts';
import { createPasswordQueue } from './accounts/password-queue.ts';
import { organisationPolicyOf } from './accounts/policies.ts';
import { createTrustedProxies } from './framework/http/client-address.ts';
import { readSettingsApiConfig, type SettingsApiConfig } from './config.ts';
import { registerRollUpMetrics, startRollUp } from './events/start-roll-up.ts';
import { createImportReader } from './imports/import-reader.ts';
import { createImportSemaphores } from './imports/import-semaphores.ts';
import { retentionsOf } from './retentions.ts';
import { createSessions } from './sessions/sessions.ts';
import { createWriteSemaphores } from './framework/write-semaphores.ts';
import { createTestEventLimit } from './webhook-endpoints/test-event-limit.ts';

const poolSize = 10;

const insecureTargets =
  'WEBHOOK_ALLOW_INSECURE_TARGETS is on: endpoints may have http and private addresses, and lead to what only the dispatcher can reach.';

await runService({
  service: 'settings-api',
  env: process.env,
  readConfig: readSettingsApiConfig,
  async start(context) {
    const { config, log, registry, now } = context;
    const pool = openPostgres(context, 'main', { max: poolSize });
    const redis = openRedis(context, 'main');
    // Redis is not required: without it evaluators find a change at their next poll.
    await untilRedisReady(redis, 1_000);
    const prisma = createPrismaClient(pool);
    context.defer(() => prisma.$disconnect());
    context.defer(startRetention({ ...context, pool, retentions: retentionsOf(config) }));
    registerRollUpMetrics(registry, pool, now);
    const rollUps = startRollUp({ pool, log, intervalMs: config.EVENT_ROLLUP_INTERVAL_MS });
    context.defer(() => rollUps.stop());
    const tokenUses = createLastUses({ pool, table: 'api_token', log });
    context.defer(() => tokenUses.close());

    const { PUBLIC_URL: publicUrl, SESSION_SECRET: secret } = config;
    const trustedProxies = createTrustedProxies(config.TRUST_PROXY, config.TRUST_PROXY_FROM);
    const auth = createAuth({ prisma, secret, publicUrl, log });
    const browsers = createKnownBrowsers({ secret, cookie: cookieNames(publicUrl).browser });
    const allowInsecure = config.WEBHOOK_ALLOW_INSECURE_TARGETS;
    if (allowInsecure) log.warn(insecureTargets);
    const checkDatabase = createDatabaseCheck(pool);
    const readiness = createReadiness(checkDatabase);
    const app = createApp({
      ...context,
      pool,
      redis,
      tokenUses,
      writeSemaphores: createWriteSemaphores({ poolSize }),
      importSemaphores: createImportSemaphores(),
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
      webhookTargets: { resolve: createResolve({ withLocalNames: allowInsecure }), allowInsecure },
      testEvents: createTestEventLimit(redis),
      staffToken: config.STAFF_API_TOKEN,
      ratePerMinute: config.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : config.EVAL_API_RATE_LIMIT_PER_MINUTE,
      maxBodyBytes: config.SETTINGS_API_MAX_BODY_BYTES,
      readiness,
      checkDatabase,
    });
    await serve(context, { app, readiness });
  },
});

/** All of these are there, or none (see config.ts). */
function oidcSignInOf(config: SettingsApiConfig): OidcSignIn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const { PUBLIC_URL: publicUrl, SESSION_SECRET: secret } = config;
  if (!issuer || !clientId || !clientSecret || !publicUrl) return undefined;
  return createOidcSignIn({ issuer, clientId, clientSecret, publicUrl, secret });
}
