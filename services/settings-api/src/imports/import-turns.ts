import { settingsErrors } from '../errors.ts';
import { createGate } from '../turns.ts';
import type { Gate } from '../turns.ts';

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
/** Who sends slowly keeps nobody else from their turn, but takes up memory. */
const most = { receivedAtOnce: 8, ofOrganisation: 2, workedAtOnce: 2 };

export function createImportTurns({ waitMs = 15_000 }: { waitMs?: number } = {}): ImportTurns {
  const receiving = createGate({ most: most.receivedAtOnce, refusal });
  const working = createGate({ most: most.workedAtOnce, refusal });
  const organisations = new Map<string, { receiving: Gate; working: Gate }>();
  const gatesOf = (id: string) => {
    const known = organisations.get(id);
    if (known !== undefined) return known;
    const gates = {
      receiving: createGate({ most: most.ofOrganisation, onEmpty: () => organisations.delete(id), refusal }),
      working: createGate({ most: 1, refusal }),
    };
    organisations.set(id, gates);
    return gates;
  };
  return {
    run(organisationId, receive, work) {
      const own = gatesOf(organisationId);
      return inside([own.receiving, receiving], waitMs, async () => {
        const body = await receive();
        return inside([own.working, working], waitMs, () => work(body));
      });
    },
  };
}

async function inside<Result>(
  gates: readonly Gate[],
  waitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + waitMs;
  const entered: Gate[] = [];
  try {
    for (const gate of gates) {
      await gate.enter(deadline - performance.now());
      entered.push(gate);
    }
    return await work();
  } finally {
    for (const gate of entered.toReversed()) gate.leave();
  }
}
