import { createSharedSemaphore } from '@bunting/async';
import { settingsErrors } from '../framework/errors.ts';

/** Limits how many documents are received and imported at a time, because they take memory and time that all requests share. */
export interface ImportSemaphores {
  /**
   * Calls `receive` when there is room for another document, and `work` with what it received when nobody else of the organisation
   * imports one. Throws 429 when the organisation's share, and 503 when that of all, is not free in time.
   */
  run<Body, Result>(
    organisationId: string,
    receive: () => Promise<Body>,
    work: (body: Body) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * An organisation has a quarter of both. More are received than imported: a slow sender keeps nobody else from importing, but its
 * document takes memory.
 */
const permits = { received: 8, imported: 4 };
const maxWaiting = 100;

export function createImportSemaphores({
  maxWaitMs = 15_000,
}: { maxWaitMs?: number } = {}): ImportSemaphores {
  const refusals = {
    share: settingsErrors.tooManyImportsOfOrganisation,
    total: settingsErrors.tooManyImports,
  };
  const received = createSharedSemaphore({ permits: permits.received, maxWaiting, maxWaitMs, refusals });
  const imported = createSharedSemaphore({ permits: permits.imported, maxWaiting, maxWaitMs, refusals });
  return {
    run: (organisationId, receive, work) =>
      received.run(organisationId, async () => {
        const body = await receive();
        return imported.run(organisationId, () => work(body));
      }),
  };
}
