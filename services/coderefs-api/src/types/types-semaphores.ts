import { createSharedSemaphore, type SharedSemaphore } from '@bunting/async';
import { errors } from '@bunting/service';

export const maxWaitingTypes = 8;

/**
 * Runs the reading of types: one request of an organisation at a time, and two in all, because each has a connection to the
 * database that tokens are looked up with, too. Throws errors.tooManyTypeRequests when others of the organisation wait already.
 */
export function createTypesSemaphores(): SharedSemaphore {
  return createSharedSemaphore({
    permits: 2,
    maxWaiting: { share: maxWaitingTypes, total: Infinity },
    refusals: { share: errors.tooManyTypeRequests, total: errors.unavailable },
  });
}
