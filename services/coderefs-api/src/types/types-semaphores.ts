import { createKeyedSemaphore, createSemaphore, SemaphoreFull } from '@bunting/async';
import { errors } from '@bunting/service';

/**
 * Runs the reading of types: one request of an organisation at a time, and two in all, because each has a connection to the
 * database that tokens are looked up with, too. Throws errors.tooManyTypeRequests when others of the organisation wait already.
 */
export type TypesSemaphores = <Result>(
  organisationId: string,
  work: () => Promise<Result>,
) => Promise<Result>;

export const maxWaitingTypes = 8;
const maxReading = 2;

export function createTypesSemaphores(): TypesSemaphores {
  const organisations = createKeyedSemaphore(1, { maxWaiting: maxWaitingTypes });
  const all = createSemaphore(maxReading);
  return async (organisationId, work) => {
    const own = organisations(organisationId);
    await own.acquire().catch((error: unknown) => {
      throw error instanceof SemaphoreFull ? errors.tooManyTypeRequests : error;
    });
    try {
      return await all(work);
    } finally {
      own.release();
    }
  };
}
