import { cap, flag, type Config } from '@bunting/config';

/** The caps of contract §8; Infinity = switched off. */
export interface Limits {
  /** Requests per minute and organisation; also the largest burst. */
  readonly ratePerMinute: number;
  /** The same for requests with client keys, which take nothing from the rate of the others. */
  readonly clientRatePerMinute: number;
  /** Requests with client keys per minute and address of the caller, in one process; also the largest burst. */
  readonly clientAddressRatePerMinute: number;
  /** Bytes of bodies per minute and organisation that one process accepts; also the largest burst. Absent = any number. */
  readonly bytesPerMinute?: number;
  readonly maxBatchKeys: number;
  readonly maxEventsBatch: number;
}

/** The caps of contract §8 where no variable sets another one. */
export const defaultLimits: Limits = {
  ratePerMinute: 60_000,
  clientRatePerMinute: 60_000,
  clientAddressRatePerMinute: 600,
  maxBatchKeys: 100,
  maxEventsBatch: 1_000,
};

const isOff = flag({ default: false, description: 'true only in local development' });

/** The variables of the services that have governance. */
export const limitFields = {
  EVAL_API_RATE_LIMIT_PER_MINUTE: cap({
    default: defaultLimits.ratePerMinute,
    description: 'requests per minute of an organisation',
  }),
  EVAL_API_RATE_LIMIT_DISABLED: isOff,
  CLIENT_RATE_LIMIT_PER_MINUTE: cap({
    default: defaultLimits.clientRatePerMinute,
    description: 'requests per minute of an organisation with client keys',
  }),
  CLIENT_ADDRESS_RATE_LIMIT_PER_MINUTE: cap({
    default: defaultLimits.clientAddressRatePerMinute,
    description: 'requests per minute with client keys from one address, in one process',
  }),
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

/**
 * Returns the limits. Only its disable variable switches a cap off, never its number (contract §8 rule 2). The rate's variable switches off
 * the rates of client keys, too.
 */
export function toLimits(settings: LimitSettings): Limits {
  const rateOf = (perMinute: number) => (settings.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : perMinute);
  return {
    ratePerMinute: rateOf(settings.EVAL_API_RATE_LIMIT_PER_MINUTE),
    clientRatePerMinute: rateOf(settings.CLIENT_RATE_LIMIT_PER_MINUTE),
    clientAddressRatePerMinute: rateOf(settings.CLIENT_ADDRESS_RATE_LIMIT_PER_MINUTE),
    maxBatchKeys: settings.EVAL_API_MAX_BATCH_KEYS_DISABLED ? Infinity : settings.EVAL_API_MAX_BATCH_KEYS,
    maxEventsBatch: settings.EVAL_API_MAX_EVENTS_BATCH_DISABLED
      ? Infinity
      : settings.EVAL_API_MAX_EVENTS_BATCH,
  };
}
