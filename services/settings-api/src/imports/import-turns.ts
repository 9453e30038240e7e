import { settingsErrors } from '../errors.ts';
import { createSemaphore } from '../semaphore.ts';
import type { Semaphore } from '../semaphore.ts';

/** Turns of those who import documents: they take memory and time that all share. */
export interface ImportTurns {
  /**
   * `receive` is called when there is room for a document, `work` when nobody else of the organisation imports one.
   * Throws 503 when it does not come to that in time.
   */
  run<Body, Result>(
    organisationId: string,
    receive: () => Promise<Body>,
    work: (body: Body) => Promise<Result>,
  ): Promise<Result>;
}

const refusal = settingsErrors.tooManyImports;
const mostWaiting = 100;
/** Of both an organisation has a quarter. A slow sender keeps nobody else from their turn, but takes up memory. */
const most = { receivedAtOnce: 8, receivedOfOrganisation: 2, workedAtOnce: 4, workedOfOrganisation: 1 };

export function createImportTurns({ waitMs = 15_000 }: { waitMs?: number } = {}): ImportTurns {
  const receiving = createSemaphore({ most: most.receivedAtOnce, mostWaiting, refusal });
  const working = createSemaphore({ most: most.workedAtOnce, mostWaiting, refusal });
  const organisations = new Map<string, { receiving: Semaphore; working: Semaphore }>();
  const semaphoresOf = (id: string) => {
    const known = organisations.get(id);
    if (known !== undefined) return known;
    const semaphores = {
      receiving: createSemaphore({
        most: most.receivedOfOrganisation,
        mostWaiting,
        refusal,
        onEmpty: () => organisations.delete(id),
      }),
      working: createSemaphore({ most: most.workedOfOrganisation, mostWaiting, refusal }),
    };
    organisations.set(id, semaphores);
    return semaphores;
  };
  return {
    run(organisationId, receive, work) {
      const own = semaphoresOf(organisationId);
      return inside([own.receiving, receiving], waitMs, async () => {
        const body = await receive();
        return inside([own.working, working], waitMs, () => work(body));
      });
    },
  };
}

async function inside<Result>(
  semaphores: readonly Semaphore[],
  waitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + waitMs;
  const entered: Semaphore[] = [];
  try {
    for (const semaphore of semaphores) {
      await semaphore.enter(deadline - performance.now());
      entered.push(semaphore);
    }
    return await work();
  } finally {
    for (const semaphore of entered.toReversed()) semaphore.leave();
  }
}
