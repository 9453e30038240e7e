import { createCounter, createTally, followNumber, type Registry, type Tally } from '@bunting/http';
import type { Governance } from './governance.ts';

/** Tells at every scrape how much was decided without Redis, though a connection to it may stand. */
export function followGovernance(registry: Registry, governance: Pick<Governance, 'stats'>): void {
  createCounter(registry, {
    name: 'governance_decided_alone_total',
    help: 'Requests that governance decided without Redis, which was away, silent, or refused to write.',
    collect() {
      this.reset();
      this.inc(governance.stats().decidedAlone);
    },
  });
  followNumber(
    registry,
    {
      name: 'governance_unsettled_users',
      help: 'Users that were admitted without Redis and are not counted yet.',
    },
    () => governance.stats().unsettledUsers,
  );
}

/** Requests that governance said no to: the code of the limit. Counted by those who ask it. */
export function createRejectionTally(registry: Registry): Tally {
  return createTally({
    registry,
    name: 'governance_rejections_total',
    help: 'Requests that governance rejected, by code.',
    label: 'code',
  });
}
