import {
  createCounter,
  createFastCounter,
  type FastCounter,
  sampleGauge,
  type Registry,
} from '@bunting/observability';
import type { Governance } from './governance.ts';

/** Counts what was decided without Redis, which may be connected but not work. */
export function registerGovernanceMetrics(registry: Registry, governance: Pick<Governance, 'stats'>): void {
  createCounter(registry, {
    name: 'governance_decided_alone_total',
    help: 'Requests that governance decided without Redis, because it was down or not responding or rejected writes.',
    collect() {
      this.reset();
      this.inc(governance.stats().decidedAlone);
    },
  });
  sampleGauge(
    registry,
    {
      name: 'governance_unsettled_users',
      help: 'Users admitted without Redis and not counted yet.',
    },
    () => governance.stats().unsyncedUsers,
  );
}

/** Counts the requests that governance rejected, by the code of the limit. The routes of the services count. */
export function createRejectionCounter(registry: Registry): FastCounter {
  return createFastCounter({
    registry,
    name: 'governance_rejections_total',
    help: 'Requests that governance rejected, by code.',
    label: 'code',
  });
}
