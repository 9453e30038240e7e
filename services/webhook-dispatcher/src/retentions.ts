import { leastIdAt } from '@bunting/database';
import { dayMs, removeOldest, type Retention } from '@bunting/retention';

/** Keeps the last delivery of each endpoint, because the management API shows its outcome (contract §6.4 rule 3). */
const isNotTheLastOfItsEndpoint = `
  id IS DISTINCT FROM (
    SELECT last.id FROM webhook_delivery AS last
    WHERE last.webhook_endpoint_id = webhook_delivery.webhook_endpoint_id AND last.last_attempt_at IS NOT NULL
    ORDER BY last.last_attempt_at DESC LIMIT 1)`;

/** `OFFSET 0` makes PostgreSQL look up each event separately; as a join, each batch would read all deliveries. */
const hasNoDelivery = `
  NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_event_id = webhook_event.id OFFSET 0)`;

/**
 * Removes deliveries that ended that many days ago, with their attempts, and events without deliveries. Pending and parked
 * deliveries have not ended.
 */
export function createRetentions(days: number): Retention[] {
  const keepMs = days * dayMs;
  return [
    {
      rows: 'webhook_deliveries',
      keepMs,
      remove: removeOldest({
        table: 'webhook_delivery',
        time: 'finished_at',
        where: isNotTheLastOfItsEndpoint,
      }),
    },
    {
      rows: 'webhook_events',
      keepMs,
      remove: removeOldest({
        table: 'webhook_event',
        time: 'id',
        boundOf: leastIdAt,
        where: hasNoDelivery,
      }),
    },
  ];
}
