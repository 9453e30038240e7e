import { ConfigError } from '@bunting/config';
import { createLogger, endLog, startTracing } from '@bunting/observability';
import { createServiceContext, type ProcessConfig, type ServiceContext } from './service-context.ts';
import { StartError } from './server/listen.ts';

/**
 * Runs a service's process: reads its configuration from `env`, makes its context, and calls `start`. When the operator made a mistake,
 * standard error gets one sentence about it; otherwise it gets the error with its stack. The process exits with 1 either way.
 */
export async function runService<Config extends ProcessConfig>(options: {
  service: string;
  env: NodeJS.ProcessEnv;
  /** Throws a ConfigError. */
  readConfig: (env: NodeJS.ProcessEnv, warn: (message: string) => void) => Config;
  /** Opens what the service needs, and listens. */
  start: (context: ServiceContext<Config>) => Promise<void>;
}): Promise<void> {
  const { service, env, readConfig, start } = options;
  let endLogging: (() => Promise<void>) | undefined;
  try {
    const warnings: string[] = [];
    const config = readConfig(env, (warning) => warnings.push(warning));
    const log = createLogger({ service, level: config.LOG_LEVEL });
    endLogging = () => endLog(log);
    for (const warning of warnings) log.warn(warning);
    const tracing = await startTracing(env, { service, warn: (message) => log.warn(message) });
    const context = createServiceContext({ service, config, log, tracing });
    context.defer(() => tracing?.stop());
    await start(context);
  } catch (error) {
    const isMistake = error instanceof ConfigError || error instanceof StartError;
    const text = isMistake ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${service}: ${text}\n`);
    await endLogging?.();
    process.exit(1);
  }
}
