import { redisFields, redisRules } from '@bunting/redis';
import { FieldProblem, integer, port, readConfig, type Config, type Field } from '@bunting/config';
import { serviceFields, staffFields } from '@bunting/service';
import { retentionDays } from '@bunting/retention';
import { sealingFields } from '@bunting/sealed-secrets';
import { webhookFields } from '@bunting/webhooks';

const longestDelaySeconds = 30 * 86_400;

/** Every variable that the service reads beside those of traces: `npm start` gives it these, and no others. */
export const fields = {
  PORT: port({ default: 8085, description: 'the port of health checks, metrics and the queue dashboard' }),
  ...serviceFields,
  ...redisFields,
  ...staffFields,
  ...sealingFields,
  ...webhookFields,
  // Contract §6.4.
  WEBHOOK_RETRY_DELAYS_SECONDS: delays({
    defaultText: '60,300,1800,7200,21600,43200',
    description: 'how long to wait before each retry; the delivery fails after the last one',
  }),
  WEBHOOK_SWEEP_INTERVAL_SECONDS: integer({
    default: 60,
    min: 1,
    max: 600,
    description: 'how often to poll PostgreSQL for due deliveries without a job',
  }),
  WEBHOOK_LEASE_SECONDS: integer({
    default: 15,
    min: 7, // an attempt takes five, and its record a moment
    max: 600,
    description: 'how long until deliveries of a killed dispatcher are retried',
  }),
  WEBHOOK_MAX_IN_FLIGHT: integer({
    default: 1_000,
    min: 1,
    max: 100_000,
    description: 'concurrent attempts in one process',
  }),
  WEBHOOK_RETENTION_DAYS: retentionDays({
    default: 90,
    description: 'deliveries are removed this long after they ended',
  }),
};

export type DispatcherConfig = Config<typeof fields>;

export function readDispatcherConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): DispatcherConfig {
  return readConfig(env, fields, warn, redisRules);
}

function delays(words: { defaultText: string; description: string }): Field<readonly number[]> {
  return {
    ...words,
    parse(raw) {
      const seconds = raw.split(',').map((each) => (/^\s*\d+\s*$/.test(each) ? Number(each) : Number.NaN));
      if (seconds.some((each) => !(each <= longestDelaySeconds))) {
        throw new FieldProblem(
          `must be comma-separated whole numbers of seconds, each at most ${longestDelaySeconds}`,
        );
      }
      return seconds;
    },
  };
}
