import type { DueDelivery } from '@bunting/webhooks';
import type { Pool, PoolClient } from 'pg';
import { maxPerEndpoint } from '../dispatch/claim-deliveries.ts';

export interface FoundDelivery extends DueDelivery {
  /** Number of the attempt that is due, 1 for the first. */
  readonly attempt: number;
  readonly dueAt: Date;
}

/** The number of endpoints in one query, so that no query is long. */
export const endpointsPerPage = 200;

/**
 * Finds deliveries that are due and not leased, in due order: of each endpoint as many as it may have in flight. The others
 * are claimed when attempts end, so that an endpoint with many due deliveries costs the sweep ten rows and hides no other
 * endpoint.
 */
export async function findDue(database: Pool | PoolClient): Promise<FoundDelivery[]> {
  const found: FoundDelivery[] = [];
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const ids = await endpointsAfter(database, after);
    if (ids.length > 0) found.push(...(await findDueDeliveries(database, ids)));
    after = ids.length < endpointsPerPage ? undefined : ids.at(-1);
  }
  return found.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

async function endpointsAfter(database: Pool | PoolClient, id: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'endpoints-after',
    text: `SELECT id FROM webhook_endpoint WHERE id > $1 ORDER BY id LIMIT ${endpointsPerPage}`,
    values: [id],
  });
  return rows.map((row) => row.id);
}

/** Finds due deliveries: one index look-up for each endpoint, however many deliveries there are. */
export async function findDueDeliveries(
  database: Pool | PoolClient,
  endpointIds: readonly string[],
): Promise<FoundDelivery[]> {
  const { rows } = await database.query<FoundDelivery>({
    name: 'find-due',
    text: `
      SELECT due.id, endpoint.id AS "endpointId", due.attempt_count + 1 AS attempt, due.due_at AS "dueAt"
      FROM unnest($1::uuid[]) AS endpoint(id)
      CROSS JOIN LATERAL (
        SELECT id, attempt_count, due_at FROM webhook_delivery
        WHERE webhook_endpoint_id = endpoint.id AND status = 'pending' AND due_at <= now()
          AND (leased_until IS NULL OR leased_until <= now())
        ORDER BY due_at, id LIMIT ${maxPerEndpoint}
      ) AS due
      ORDER BY due.due_at, due.id`,
    values: [endpointIds],
  });
  return rows;
}
