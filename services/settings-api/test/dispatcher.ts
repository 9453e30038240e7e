import { startTestService, type ServiceProcess } from '@bunting/testing';
import { sealingKey, type RunningApp } from './running-app.ts';

/** Starts a webhook dispatcher for `app`, which sends its test events; by default also to this machine. */
export function startDispatcher(
  app: Pick<RunningApp, 'databaseUrl' | 'redisUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  return startTestService('webhook-dispatcher', {
    DATABASE_URL: app.databaseUrl,
    REDIS_URL: app.redisUrl,
    SECRETS_ENCRYPTION_KEY: sealingKey,
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    ...env,
  });
}
