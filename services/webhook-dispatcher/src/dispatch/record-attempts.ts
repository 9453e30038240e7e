import { newId, withTransaction } from '@bunting/database';
import { parkDeliveries } from '@bunting/webhooks';
import type { SendOutcome } from '@bunting/webhooks/sender';
import type { Pool, PoolClient } from 'pg';
import type { Claim } from './claim-deliveries.ts';

export interface Attempt {
  readonly claim: Claim;
  readonly outcome: SendOutcome;
  /** Seconds until the next attempt, should this one have failed; null: it was the last. */
  readonly retryAfterSeconds: number | null;
}

export interface Recorded {
  readonly id: string;
  readonly endpointId: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  /** Null when it ended, or when it waits for its endpoint. */
  readonly dueInMs: number | null;
}

export interface Recording {
  /** Without those whose lease ended and that another dispatcher claimed: its outcome counts. */
  readonly recorded: readonly Recorded[];
  /** Endpoints that this recording put on hold. */
  readonly endpointIdsOnHold: readonly string[];
}

/** An endpoint is put on hold when every attempt has failed for so long. */
const failingLimit = `interval '5 days'`;

/**
 * Writes attempts and the new state of their deliveries: successes in one statement, failures in a transaction that also
 * updates their endpoints. A success counts even after its lease ended.
 */
export async function recordAttempts(pool: Pool, attempts: readonly Attempt[]): Promise<Recording> {
  const succeeded = attempts.filter(({ outcome }) => outcome.succeeded);
  const failed = attempts.filter(({ outcome }) => !outcome.succeeded);
  const recorded = succeeded.length === 0 ? [] : await writeAttempts(pool, succeeded, []);
  if (failed.length === 0) return { recorded, endpointIdsOnHold: [] };
  return withTransaction(pool, async (client) => {
    const { closed, onHold } = await judgeEndpoints(client, failed);
    await parkDeliveries(client, onHold);
    return {
      recorded: [...recorded, ...(await writeAttempts(client, failed, closed))],
      endpointIdsOnHold: onHold,
    };
  });
}

interface Judged {
  readonly id: string;
  readonly isOpen: boolean;
  readonly isFailing: boolean;
  readonly hasFailedForLong: boolean;
}

/**
 * Writes since when endpoints have been failing, and puts those on hold that have failed for too long. Locks them before
 * their deliveries, as claims and changes do, so that these cannot deadlock.
 */
async function judgeEndpoints(client: PoolClient, failed: readonly Attempt[]) {
  const { rows } = await client.query<Judged>({
    name: 'judge-endpoints',
    text: `SELECT id, enabled AND held_at IS NULL AS "isOpen", failing_since IS NOT NULL AS "isFailing",
             coalesce(failing_since <= now() - ${failingLimit}, false) AS "hasFailedForLong"
           FROM webhook_endpoint WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
    values: [[...new Set(failed.map(({ claim }) => claim.endpointId))]],
  });
  const idsOf = (judged: readonly Judged[]) => judged.map(({ id }) => id);
  const newlyFailing = idsOf(rows.filter(({ isFailing }) => !isFailing));
  const onHold = idsOf(rows.filter(({ isOpen, hasFailedForLong }) => isOpen && hasFailedForLong));
  if (newlyFailing.length + onHold.length > 0) {
    await client.query({
      name: 'note-failing',
      text: `UPDATE webhook_endpoint
             SET failing_since = coalesce(failing_since, now()),
                 held_at = CASE WHEN id = ANY($2) THEN now() ELSE held_at END
             WHERE id = ANY($1) OR id = ANY($2)`,
      values: [newlyFailing, onHold],
    });
  }
  return { closed: [...idsOf(rows.filter(({ isOpen }) => !isOpen)), ...onHold], onHold };
}

async function writeAttempts(
  database: Pool | PoolClient,
  attempts: readonly Attempt[],
  closedIds: readonly string[],
): Promise<Recorded[]> {
  const column = (value: (attempt: Attempt) => unknown) => attempts.map(value);
  const { rows } = await database.query<Recorded>({
    name: 'write-attempts',
    text: `
      WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::boolean[],
          $7::int[], $8::text[], $9::text[], $10::int[], $12::text[])
        AS given(id, attempt_id, lease, started_at, duration_ms, succeeded, response_status, response_body, error, retry_after, request_headers)
      ),
      recorded AS (
        UPDATE webhook_delivery AS delivery SET
          status = CASE WHEN succeeded THEN 'delivered' WHEN retry_after IS NULL THEN 'failed' ELSE 'pending' END,
          attempt_count = attempt_count + 1,
          due_at = CASE WHEN succeeded OR retry_after IS NULL THEN NULL
                        WHEN webhook_endpoint_id = ANY($11) THEN 'infinity'
                        ELSE now() + retry_after * interval '1 second' END,
          leased_until = NULL,
          last_attempt_at = greatest(last_attempt_at, started_at),
          finished_at = CASE WHEN succeeded OR retry_after IS NULL THEN now() END
        FROM given
        WHERE delivery.id = given.id AND status = 'pending' AND (leased_until = lease OR succeeded)
        RETURNING delivery.id, webhook_endpoint_id, status, due_at
      ),
      written AS (
        INSERT INTO webhook_attempt
          (id, webhook_delivery_id, number, started_at, duration_ms, succeeded, response_status, response_body, error,
           request_headers)
        SELECT attempt_id, id, (SELECT coalesce(max(number), 0) + 1 FROM webhook_attempt WHERE webhook_delivery_id = recorded.id),
          started_at, duration_ms, succeeded, response_status, response_body, error, request_headers::json
        FROM recorded JOIN given USING (id)
      ),
      recovered AS (
        UPDATE webhook_endpoint SET failing_since = NULL
        FROM recorded WHERE webhook_endpoint.id = webhook_endpoint_id AND recorded.status = 'delivered' AND failing_since IS NOT NULL
      )
      SELECT id, webhook_endpoint_id AS "endpointId", status,
        CASE WHEN due_at < 'infinity' THEN ceil(extract(epoch FROM due_at - now()) * 1000)::float8 END AS "dueInMs"
      FROM recorded`,
    values: [
      column(({ claim }) => claim.id),
      column(() => newId()),
      column(({ claim }) => claim.leasedUntil),
      column(({ outcome }) => outcome.startedAt),
      column(({ outcome }) => outcome.durationMs),
      column(({ outcome }) => outcome.succeeded),
      column(({ outcome }) => outcome.status),
      column(({ outcome }) => outcome.responseBody),
      column(({ outcome }) => outcome.error),
      column(({ retryAfterSeconds }) => retryAfterSeconds),
      closedIds,
      column(({ outcome }) => outcome.requestHeaders && JSON.stringify(outcome.requestHeaders)),
    ],
  });
  return rows;
}
