import { createSharedSemaphore, type SharedSemaphore } from '@bunting/async';
import { errors } from '@bunting/service';
import { settingsErrors } from './errors.ts';

/**
 * Limits the requests that take much processor time, a few milliseconds of each turn of the event loop: one of an organisation at a time, and
 * four in all.
 */
export function createExpensiveWork({ maxWaitMs = 15_000 }: { maxWaitMs?: number } = {}): SharedSemaphore {
  return createSharedSemaphore({
    permits: 4,
    maxWaiting: { share: 20, total: 100 },
    maxWaitMs,
    refusals: {
      share: errors.organisationShareExceeded('previews, explanations and exports'),
      total: settingsErrors.tooMuchExpensiveWork,
    },
  });
}
