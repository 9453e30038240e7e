import { Counter, sampleGauge, type Registry } from '@bunting/observability';
import type { Governance } from './governance.ts';

/** How much was decided without Redis, which may be connected and of no use. */
export function registerGovernanceMetrics(registry: Registry, governance: Pick<Governance, 'stats'>): void {
  const alone = new Counter({
    name: 'governance_decided_alone_total',
    help: 'Requests that governance decided without Redis, which was away, silent, or refused to write.',
    registers: [],
    collect() {
      this.reset();
      this.inc(governance.stats().decidedAlone);
    },
  });
  registry.registerMetric(alone);
  sampleGauge(
    registry,
    {
      name: 'governance_unsettled_users',
      help: 'Users that were admitted without Redis and are not counted yet.',
    },
    () => governance.stats().unsyncedUsers,
  );
}
