import { createTokenBucket, type TokenBucket } from '@bunting/governance';
import { settingsErrors } from './errors.ts';

/**
 * Takes the bytes of definitions that a change writes, all environments together, from the rate of the organisation. Throws 429 when it
 * has written too many.
 */
export type AdmitBytes = (organisationId: string, bytes: number) => void;

const maxOrganisations = 10_000;

/** Creates the limit of one process. `now` returns milliseconds. */
export function createWrittenBytes(options: { perMinute: number; now: () => number }): AdmitBytes {
  const { perMinute, now } = options;
  const buckets = new Map<string, TokenBucket>();
  return (organisationId, bytes) => {
    const bucket = buckets.get(organisationId) ?? createTokenBucket({ perMinute, now });
    // The one that has written last is the last one to be forgotten.
    buckets.delete(organisationId);
    buckets.set(organisationId, bucket);
    if (buckets.size > maxOrganisations) buckets.delete(buckets.keys().next().value!);
    const waitMs = bucket.take(bytes);
    if (waitMs > 0)
      throw settingsErrors.tooManyBytesWritten(perMinute, Math.max(1, Math.ceil(waitMs / 1000)));
  };
}
