import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, startTestRedis } from '@bunting/testing';
import { recordSecrets } from '@bunting/testing/logs';
import { applyBootstrap } from '../../src/data/apply-bootstrap.ts';

/** Credentials of local/demo.yaml. */
export const demo = {
  environmentKey: '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f',
  clientKey: '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d6f70',
  datafileKey: '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d8a91',
  token: 'rpa_demo_ci_0123456789abcdefghijklmnopqrstuv',
  email: 'owner@acme.example',
  password: 'correct horse battery staple',
  signingSecret: 'whsec_demo_0123456789abcdef0123456789abcdef',
} as const;

const file = fileURLToPath(new URL('../../demo.yaml', import.meta.url));

/** Creates a database and a Redis with the demo, and the environment variables of services that use them. */
export async function prepareDemo() {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    EVALUATION_TRACE_SECRET: randomBytes(32).toString('base64url'),
    SECRETS_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    STAFF_API_TOKEN: randomBytes(32).toString('base64url'),
    USER_SIGNING_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    INGEST_API_WRITE_TIMEOUT_MS: '20000', // the machine may have other work
    TRUST_PROXY: '1',
    SIGN_UP: 'open',
  };
  const { email: _email, ...secrets } = demo;
  recordSecrets({ secret: Object.values(secrets) });
  await applyBootstrap(file, env);
  return {
    env,
    database,
    redis,
    async stop() {
      await redis.stop();
      await database.drop();
    },
  };
}
