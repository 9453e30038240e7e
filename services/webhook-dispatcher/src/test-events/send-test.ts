import { withTransaction } from '@bunting/database';
import { openSecret, type SealedSecret, type SealingKeys } from '@bunting/sealed-secrets';
import { testEventKind, type EndpointFormat, type TestAnswer, type TestRequest } from '@bunting/webhooks';
import { eventSamples, toRequestBody } from '@bunting/webhooks/bodies';
import type { Sender, SendOutcome } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import { recordTest } from './record-test.ts';

interface SendTestOptions {
  readonly pool: Pool;
  readonly sender: Sender;
  readonly keys: SealingKeys;
  readonly onAttempt: (outcome: SendOutcome) => void;
}

interface Endpoint {
  readonly url: string;
  readonly format: EndpointFormat;
  readonly secret: SealedSecret;
  readonly organisationId: string;
  readonly organisation: string;
}

/**
 * Sends a test event once, whatever the endpoint selects and also while it is disabled or on hold, and records it. A test
 * event that cannot be recorded is not sent again. An example of another kind says `test` in its body, and stays an endpoint.test in the
 * list of deliveries: it tells of nothing that happened, and is never sent again.
 */
export async function sendTest(
  { pool, sender, keys, onAttempt }: SendTestOptions,
  { id, endpointId, actor, createdAt: created, type = testEventKind, publicUrl }: TestRequest,
): Promise<TestAnswer> {
  const endpoint = await findEndpoint(pool, endpointId);
  if (endpoint === undefined) return { verdict: 'endpoint-unknown' };
  const secret = openSecret(endpoint.secret, keys, `webhook endpoint ${endpointId}`);
  if (secret === undefined) return { verdict: 'secret-unreadable' };

  const { url, format, organisation, organisationId } = endpoint;
  const isSample = type !== testEventKind;
  const [createdAt, data] = [new Date(created), isSample ? eventSamples[type].data : { actor }];
  const body = toRequestBody(
    format,
    { id, type, created: createdAt, organisation, data, isSample },
    { publicUrl, describeDifferences: () => eventSamples[type].differences ?? [] },
  );
  const attempt = await sender.sendWebhook({ id, url, type, body, secret });
  onAttempt(attempt);
  const sent = { organisationId, endpointId, deliveryId: id, data, body, createdAt, attempt };
  await withTransaction(pool, (client) => recordTest(client, sent));
  const { succeeded, status, responseBody, durationMs, error } = attempt;
  return { verdict: 'sent', attempt: { succeeded, status, responseBody, durationMs, error } };
}

async function findEndpoint(pool: Pool, id: string): Promise<Endpoint | undefined> {
  const { rows } = await pool.query<Endpoint>(
    `SELECT url, format, json_build_object('text', secret, 'keyId', secret_key_id) AS secret,
       organisation_id AS "organisationId", organisation.slug AS organisation
     FROM webhook_endpoint endpoint JOIN organisation ON organisation.id = organisation_id
     WHERE endpoint.id = $1`,
    [id],
  );
  return rows[0];
}
