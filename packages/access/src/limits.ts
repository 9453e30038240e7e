/** The caps of contract §8; Infinity = switched off. */
export interface Limits {
  /** Requests per minute and organisation; also how many may come at once. */
  readonly ratePerMinute: number;
  readonly maxBatchKeys: number;
  readonly maxEventsBatch: number;
}

export const defaultLimits: Limits = { ratePerMinute: 60_000, maxBatchKeys: 100, maxEventsBatch: 1_000 };

/** The configuration under its names in the environment. The numbers are whole and above zero. */
export interface LimitSettings {
  readonly EVAL_API_RATE_LIMIT_PER_MINUTE: number;
  readonly EVAL_API_RATE_LIMIT_DISABLED: boolean;
  readonly EVAL_API_MAX_BATCH_KEYS: number;
  readonly EVAL_API_MAX_BATCH_KEYS_DISABLED: boolean;
  readonly EVAL_API_MAX_EVENTS_BATCH: number;
  readonly EVAL_API_MAX_EVENTS_BATCH_DISABLED: boolean;
}

/** A cap is switched off by its disable variable alone, never by its number (contract §8 rule 2). */
export function limitsOf(settings: LimitSettings): Limits {
  return {
    ratePerMinute: settings.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : settings.EVAL_API_RATE_LIMIT_PER_MINUTE,
    maxBatchKeys: settings.EVAL_API_MAX_BATCH_KEYS_DISABLED ? Infinity : settings.EVAL_API_MAX_BATCH_KEYS,
    maxEventsBatch: settings.EVAL_API_MAX_EVENTS_BATCH_DISABLED
      ? Infinity
      : settings.EVAL_API_MAX_EVENTS_BATCH,
  };
}
