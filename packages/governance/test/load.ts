import { setTimeout as delay } from 'node:timers/promises';
import { formatOutcome } from './governed.ts';
import type { Governance, GovernedRequest } from '../src/index.ts';
import type { Organisation } from '@bunting/definitions/organisations';

export interface LoadReport {
  readonly requests: number;
  readonly outcomes: ReadonlySet<string>;
}

/** Runs `during` under the load of forty clients that pause for 20 ms between two requests. Fails if an admission rejects. */
export async function underLoad(
  governance: Governance,
  of: Organisation,
  nextRequest: () => GovernedRequest,
  during: () => Promise<unknown>,
): Promise<LoadReport> {
  let requests = 0;
  const outcomes = new Set<string>();
  const over = new AbortController();
  const clients = Array.from({ length: 40 }, async () => {
    while (!over.signal.aborted) {
      outcomes.add(formatOutcome(await governance.admit(of, nextRequest())));
      requests += 1;
      await delay(20);
    }
  });
  try {
    await during();
  } finally {
    over.abort();
  }
  await Promise.all(clients);
  return { requests, outcomes };
}
