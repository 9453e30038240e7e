import { newId } from '@bunting/database';
import { testEventKind } from '@bunting/webhooks';
import type { SendOutcome } from '@bunting/webhooks/sender';
import type { PoolClient } from 'pg';

/** A test event that was sent, and its outcome. */
export interface SentTest {
  readonly organisationId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly data: object;
  readonly body: string;
  readonly createdAt: Date;
  readonly attempt: SendOutcome;
}

/**
 * Writes a test event with its only delivery and its only attempt: it has ended before it is written, so it is never due. An
 * endpoint that answered no longer counts as failing, but only people release a hold.
 */
export async function recordTest(client: PoolClient, sent: SentTest): Promise<void> {
  const { attempt } = sent;
  const eventId = newId();
  if (attempt.succeeded) {
    await client.query(
      'UPDATE webhook_endpoint SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL',
      [sent.endpointId],
    );
  }
  await client.query(
    `INSERT INTO webhook_event (id, organisation_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [eventId, sent.organisationId, testEventKind, JSON.stringify(sent.data), sent.createdAt],
  );
  await client.query(
    `INSERT INTO webhook_delivery (id, webhook_event_id, webhook_endpoint_id, body, status, attempt_count, due_at,
       last_attempt_at, created_at, finished_at)
     VALUES ($1, $2, $3, $4, $5, 1, NULL, $6, $7, $8)`,
    [
      sent.deliveryId,
      eventId,
      sent.endpointId,
      sent.body,
      attempt.succeeded ? 'delivered' : 'failed',
      attempt.startedAt,
      sent.createdAt,
      new Date(attempt.startedAt.getTime() + attempt.durationMs),
    ],
  );
  await client.query(
    `INSERT INTO webhook_attempt (id, webhook_delivery_id, number, started_at, duration_ms, succeeded, response_status,
       response_body, error, request_headers)
     VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9)`,
    [
      newId(),
      sent.deliveryId,
      attempt.startedAt,
      attempt.durationMs,
      attempt.succeeded,
      attempt.status,
      attempt.responseBody,
      attempt.error,
      attempt.requestHeaders && JSON.stringify(attempt.requestHeaders),
    ],
  );
}
