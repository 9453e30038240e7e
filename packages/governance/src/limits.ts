import { cap, flag, type Config } from '@bunting/config';

/** The caps of contract §8; Infinity = switched off. */
export interface Limits {
  /** Requests per minute and organisation; also the largest burst. */
  readonly ratePerMinute: number;
  /** Bytes of bodies per minute and organisation that one process accepts; also the largest burst. Absent = any number. */
  readonly bytesPerMinute?: number;
  readonly maxBatchKeys: number;
  readonly maxEventsBatch: number;
}

/** The caps of contract §8 where no variable sets another one. */
export const defaultLimits: Limits = { ratePerMinute: 60_000, maxBatchKeys: 100, maxEventsBatch: 1_000 };

const isOff = flag({ default: false, description: 'true only in local development' });

/** The variables of the services that have governance. */
export const limitFields = {
  EVAL_API_RATE_LIMIT_PER_MINUTE: cap({
    default: defaultLimits.ratePerMinute,
    description: 'requests per minute of an organisation',
  }),
  EVAL_API_RATE_LIMIT_DISABLED: isOff,
  EVAL_API_MAX_BATCH_KEYS: cap({ default: defaultLimits.maxBatchKeys, description: 'keys of one batch' }),
  EVAL_API_MAX_BATCH_KEYS_DISABLED: isOff,
  EVAL_API_MAX_EVENTS_BATCH: cap({
    default: defaultLimits.maxEventsBatch,
    description: 'events of one ingest request',
  }),
  EVAL_API_MAX_EVENTS_BATCH_DISABLED: isOff,
};

/** The values of `limitFields`. */
export type LimitSettings = Config<typeof limitFields>;

/** Only its disable variable switches a cap off, never its number (contract §8 rule 2). */
export function limitsOf(settings: LimitSettings): Limits {
  return {
    ratePerMinute: settings.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : settings.EVAL_API_RATE_LIMIT_PER_MINUTE,
    maxBatchKeys: settings.EVAL_API_MAX_BATCH_KEYS_DISABLED ? Infinity : settings.EVAL_API_MAX_BATCH_KEYS,
    maxEventsBatch: settings.EVAL_API_MAX_EVENTS_BATCH_DISABLED
      ? Infinity
      : settings.EVAL_API_MAX_EVENTS_BATCH,
  };
}
