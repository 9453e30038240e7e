import { setTimeout as delay } from 'node:timers/promises';
import { outcomeOf } from './governed.ts';
import type { Governance, GovernedRequest } from '../src/index.ts';
import type { Organisation } from '@bunting/definitions';

export interface LoadReport {
  readonly requests: number;
  readonly outcomes: ReadonlySet<string>;
  readonly p90Ms: number;
  readonly maxMs: number;
}

/** Forty clients that each ask every few milliseconds; `during` says how long. An admission that rejects fails it. */
export async function underLoad(
  governance: Governance,
  of: Organisation,
  nextRequest: () => GovernedRequest,
  during: () => Promise<unknown>,
): Promise<LoadReport> {
  const latencies: number[] = [];
  const outcomes = new Set<string>();
  const over = new AbortController();
  const clients = Array.from({ length: 40 }, async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      outcomes.add(outcomeOf(await governance.admit(of, nextRequest())));
      latencies.push(performance.now() - startedAt);
      await delay(5);
    }
  });
  await during();
  over.abort();
  await Promise.all(clients);
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    outcomes,
    p90Ms: latencies[Math.floor(latencies.length * 0.9)] ?? NaN,
    maxMs: latencies.at(-1) ?? NaN,
  };
}
