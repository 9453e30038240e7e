import { createKeyedSemaphore, createSemaphore } from '@bunting/async';
import { settingsErrors } from '../framework/errors.ts';
import { withPermits } from '../framework/permits.ts';

/** Limits how many documents are received and imported at a time, because they take memory and time that all requests share. */
export interface ImportSemaphores {
  /**
   * Calls `receive` when there is room for another document, and `work` with what it received when nobody else of the organisation
   * imports one. Throws 503 when one of the two does not begin in time.
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
const permits = { received: 8, receivedOfOrganisation: 2, imported: 4, importedOfOrganisation: 1 };
const maxWaiting = 100;

export function createImportSemaphores({
  maxWaitMs = 15_000,
}: { maxWaitMs?: number } = {}): ImportSemaphores {
  const received = createSemaphore(permits.received, { maxWaiting });
  const imported = createSemaphore(permits.imported, { maxWaiting });
  const receivedOf = createKeyedSemaphore(permits.receivedOfOrganisation, { maxWaiting });
  const importedOf = createKeyedSemaphore(permits.importedOfOrganisation, { maxWaiting });
  const options = { maxWaitMs, refusal: settingsErrors.tooManyImports };
  return {
    run: (organisationId, receive, work) =>
      withPermits([receivedOf(organisationId), received], options, async () => {
        const body = await receive();
        return withPermits([importedOf(organisationId), imported], options, () => work(body));
      }),
  };
}
