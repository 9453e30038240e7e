import { readFileSync } from 'node:fs';
import { createLastUses, scryptHashes } from '@bunting/authentication';
import { untilRedisReady } from '@bunting/redis';
import {
  createDatabaseCheck,
  createReadiness,
  openPostgres,
  openRedis,
  openRedisSubscriber,
  type DatabaseCheck,
  type Readiness,
  type ServiceContext,
} from '@bunting/service';
import { createSealingKeys } from '@bunting/sealed-secrets';
import { createResolve, readTargetRules } from '@bunting/webhooks';
import { createPasswordQueue } from './accounts/password-queue.ts';
import { chooseOrganisationPolicy } from './accounts/policies.ts';
import { createSurveyReader } from './advice/survey.ts';
import { openChangeFeed } from './change-streams/open-change-feed.ts';
import type { SettingsApiConfig } from './config.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { createAttemptLimits } from './framework/attempt-limits.ts';
import { createTrustedProxies } from '@bunting/service/client-address';
import { createExpensiveWork } from './framework/expensive-work.ts';
import { createWriteSemaphores } from './framework/write-semaphores.ts';
import { createWrittenBytes } from './framework/written-bytes.ts';
import { daysToMs } from './retentions.ts';
import { createImportReader } from './imports/import-reader.ts';
import { createImportSemaphores } from './imports/import-semaphores.ts';
import { createOidcSignIn, type OidcSignIn } from './openid-connect/oidc-sign-in.ts';
import { createPrismaClient } from './prisma/create-prisma-client.ts';
import { createAuth } from './sessions/better-auth.ts';
import { createKnownBrowsers } from './sessions/known-browsers.ts';
import { createSessions } from './sessions/sessions.ts';
import { createTestEventLimit } from './webhook-endpoints/test-event-limit.ts';

export type OpenDependencies = Omit<ServiceDependencies, 'log' | 'now'> & {
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
};

export const poolSize = 10;
/** The start of the service waits so long for Redis. */
const redisTimeoutMs = 1_000;

/** Opens what the routes work with; the context closes it. Neither PostgreSQL nor Redis has to answer. */
export async function openDependencies(
  context: ServiceContext<SettingsApiConfig>,
): Promise<OpenDependencies> {
  const { config, log } = context;
  const pool = openPostgres(context, 'main', { max: poolSize });
  const redis = openRedis(context, 'main');
  // Redis is not required: without it evaluators find a change at their next poll.
  await untilRedisReady(redis, redisTimeoutMs);
  const prisma = createPrismaClient(pool);
  context.defer(() => prisma.$disconnect());
  const tokenUses = createLastUses({ pool, table: 'api_token', log });
  context.defer(() => tokenUses.close());
  const subscriber = openRedisSubscriber(context);
  const version = readVersion();
  const changeFeed = openChangeFeed({ ...context, pool, subscriber, version });
  context.defer(() => changeFeed.close());
  const sessionUses = createLastUses({ pool, table: 'session', log });
  context.defer(() => sessionUses.close());
  const memberUses = createLastUses({ pool, table: 'member', log });
  context.defer(() => memberUses.close());

  const { PUBLIC_URL: publicUrl, SESSION_SECRET: secret } = config;
  const trustedProxies = createTrustedProxies(config.TRUST_PROXY, config.TRUST_PROXY_FROM);
  const auth = createAuth({ prisma, secret, publicUrl, passwordHashes: scryptHashes, log });
  const browsers = createKnownBrowsers({ secret, publicUrl });
  const { withLocalNames, ...targetRules } = readTargetRules(config);
  const checkDatabase = createDatabaseCheck(pool);
  return {
    pool,
    redis,
    tokenUses,
    version,
    changeFeed,
    sessionUses,
    memberUses,
    surveys: createSurveyReader({ pool, now: context.now }),
    writeSemaphores: createWriteSemaphores({ poolSize }),
    admitBytes: createWrittenBytes({
      perMinute: config.SETTINGS_API_MAX_WRITTEN_BYTES_PER_MINUTE,
      now: context.now,
    }),
    importSemaphores: createImportSemaphores(),
    expensiveWork: createExpensiveWork(),
    readImport: createImportReader({ workerUrl: new URL('./import-worker.js', import.meta.url) }),
    sessions: createSessions({ auth, pool, browsers, trustedProxies, publicUrl }),
    attempts: createAttemptLimits(redis),
    passwords: createPasswordQueue(),
    passwordHashes: scryptHashes,
    oidcSignIn: oidcSignInOf(config),
    signUp: config.SIGN_UP,
    defaultPlan: config.DEFAULT_PLAN,
    createOrganisations: chooseOrganisationPolicy(config.SIGN_UP, config.CREATE_ORGANISATIONS),
    publicUrl,
    trustedProxies,
    sealingKeys: createSealingKeys(config.SECRETS_ENCRYPTION_KEY, config.SECRETS_ENCRYPTION_KEY_PREVIOUS),
    userSigningKeys: createSealingKeys(
      config.USER_SIGNING_ENCRYPTION_KEY,
      config.USER_SIGNING_ENCRYPTION_KEY_PREVIOUS,
    ),
    webhookTargets: { ...targetRules, resolve: createResolve({ withLocalNames }) },
    testEvents: createTestEventLimit(redis),
    staffToken: config.STAFF_API_TOKEN,
    changeRequestExpiryDays: config.CHANGE_REQUEST_EXPIRY_DAYS,
    auditRetentionMs: daysToMs(config.AUDIT_RETENTION_DAYS),
    ratePerMinute: config.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : config.EVAL_API_RATE_LIMIT_PER_MINUTE,
    maxBodyBytes: config.SETTINGS_API_MAX_BODY_BYTES,
    readiness: createReadiness(checkDatabase),
    checkDatabase,
  };
}

/** Returns the settings of OpenID Connect. Either all of them are set, or none (see config.ts). */
function oidcSignInOf(config: SettingsApiConfig): OidcSignIn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const { PUBLIC_URL: publicUrl, SESSION_SECRET: secret } = config;
  if (!issuer || !clientId || !clientSecret || !publicUrl) return undefined;
  return createOidcSignIn({ issuer, clientId, clientSecret, publicUrl, secret });
}

/** Reads the version in package.json, beside the folder of this file and of the bundle. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
