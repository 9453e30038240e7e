import { leastIdAt } from '@bunting/database';
import { dayMs, removeOldest, type Retention } from '@bunting/retention';

/** Settings show of each endpoint how its last delivery went (contract §6.4 rule 3). */
const isNotTheLastOfItsEndpoint = `
  id IS DISTINCT FROM (
    SELECT last.id FROM webhook_delivery AS last
    WHERE last.webhook_endpoint_id = webhook_delivery.webhook_endpoint_id AND last.last_attempt_at IS NOT NULL
    ORDER BY last.last_attempt_at DESC LIMIT 1)`;

/** `OFFSET 0` has every event looked up by itself; planned as a join, each batch would read all deliveries there are. */
const hasNoDelivery = `
  NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_event_id = webhook_event.id OFFSET 0)`;

/** Deliveries that ended so many days ago, with their attempts, and events without any. What is pending or parked has not ended. */
export function retentionsOf(days: number): Retention[] {
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
