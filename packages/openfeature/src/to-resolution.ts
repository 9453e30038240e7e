import type { ErrorCode, ResolutionDetails } from '@openfeature/core';

/** The details of a value from a Bunting client. */
export interface Details<T> {
  readonly value: T;
  readonly variation: string | null;
  readonly reason: string | null;
  readonly feature: string | null;
  readonly isFallback: boolean;
  /** Only of clients of servers. */
  readonly split?: true;
  readonly error?: 'not_loaded' | 'not_found' | 'type_mismatch';
}

/** Bunting's reasons that always map to the same reason of OpenFeature (decisions §8.3). */
const reasons = {
  // It inherits nothing, because reasons are the service's.
  __proto__: null,
  targeting_rule_matched: 'TARGETING_MATCH',
  self_targeting_override: 'TARGETING_MATCH',
  no_rule_matched: 'DEFAULT',
  targeting_disabled: 'DISABLED',
} as unknown as Readonly<Record<string, string>>;

/** Clients §3.3. */
const errorCodes = {
  not_loaded: 'GENERAL',
  not_found: 'FLAG_NOT_FOUND',
} as unknown as Readonly<Record<string, ErrorCode | undefined>>;

/** Returns the resolution for OpenFeature's SDKs. `isSplit`: a split or a rollout decided. */
export function toResolution<T>(
  key: string,
  { value, variation, reason, feature, isFallback, error }: Details<T>,
  isSplit: boolean | undefined,
): ResolutionDetails<T> {
  const resolution = error
    ? {
        value,
        reason: 'ERROR',
        errorCode: errorCodes[error] ?? ('TYPE_MISMATCH' as unknown as ErrorCode),
        errorMessage: `${key}: ${error}`,
      }
    : {
        value,
        variant: variation ?? undefined,
        // If no default is set, the fallback in the code is used. An override of the application has neither reason nor
        // variation.
        reason: isSplit
          ? 'SPLIT'
          : (reasons[reason!] ?? (isFallback && variation === null ? 'DEFAULT' : 'STATIC')),
        flagMetadata: reason ? { feature: feature ?? '', reason } : {},
      };
  return resolution as ResolutionDetails<T>;
}
