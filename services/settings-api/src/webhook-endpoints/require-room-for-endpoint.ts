import type { ChangeTransaction } from '@bunting/changes';
import { webhookErrors } from './errors.ts';

/** Every change is written once for each endpoint, and sent up to seven times: without a cap one change were any number of requests. */
export const maxEndpoints = 50;

/** Throws 409 when the organisation has as many endpoints as it may have. Its row has to be locked, so that two cannot share a place. */
export async function requireRoomForEndpoint(
  { client }: Pick<ChangeTransaction, 'client'>,
  { id }: { readonly id: string },
): Promise<void> {
  const { rows } = await client.query<{ most: number; count: number }>(
    `SELECT coalesce(webhook_endpoint_cap, $2::int) AS most,
       (SELECT count(*)::int FROM webhook_endpoint WHERE organisation_id = $1) AS count
     FROM organisation WHERE id = $1`,
    [id, maxEndpoints],
  );
  const { most, count } = rows[0]!;
  if (count >= most) throw webhookErrors.tooManyEndpoints(most);
}
