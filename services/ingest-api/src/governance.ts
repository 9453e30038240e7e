import { governanceErrorOf, type Admission } from '@bunting/governance';
import type { CachedEnvironment } from '@bunting/datafile';
import type { Dependencies } from './dependencies.ts';
import type { ReadEvent } from './read-events.ts';

/** What governance (contract §7.2) says to one request: its users are admitted whole or rejected whole (decisions §2). */
export function askGovernance(
  { governance, limits }: Dependencies,
  environment: CachedEnvironment,
  events: readonly ReadEvent[],
  bytes: number,
): Admission | Promise<Admission> {
  return governance.admit(environment.access.organisation, {
    bytes,
    identities: events.map(({ userKey }) => userKey),
    tooLarge: events.length > limits.maxEventsBatch ? 'events_batch_too_large' : undefined,
  });
}

/** Throws the error of the limit that said no. */
export function requireAdmitted(admission: Admission, { limits, metrics }: Dependencies): void {
  if (admission.admitted) return;
  metrics.rejections.add(admission.code);
  throw governanceErrorOf(admission, limits);
}
