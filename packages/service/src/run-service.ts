import { ConfigError } from '@bunting/config';
import { StartError } from './server/listen.ts';
import { createLogger, type LogLevel, type Logger } from '@bunting/observability';

/**
 * The whole of a service's process: reads its configuration from `env`, and starts it. A mistake of
 * whoever started it is told in words, anything else with its stack; the process ends with 1 either way.
 */
export async function runService<Config extends { readonly LOG_LEVEL: LogLevel }>(options: {
  service: string;
  env: NodeJS.ProcessEnv;
  readConfig: (env: NodeJS.ProcessEnv, warn: (message: string) => void) => Config;
  start: (config: Config, log: Logger) => Promise<void>;
}): Promise<void> {
  const { service, env, readConfig, start } = options;
  try {
    const warnings: string[] = [];
    const config = readConfig(env, (warning) => warnings.push(warning));
    const log = createLogger({ service, level: config.LOG_LEVEL });
    for (const warning of warnings) log.warn(warning);
    await start(config, log);
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof StartError;
    const words = isExpected ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${service}: ${words}\n`);
    process.exit(1);
  }
}
