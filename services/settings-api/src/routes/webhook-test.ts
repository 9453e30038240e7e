import { withTransaction, newId } from '@bunting/database';
import { deliveryBody, openSecret, recordTest, testEventKind } from '@bunting/webhooks';
import type { SealedSecret } from '@bunting/webhooks';
import { Type } from 'typebox';
import { route } from '../route.ts';
import { webhookErrors } from '../webhooks/webhook-errors.ts';
import { findEndpoint } from './webhook-endpoints.ts';

const resultSchema = Type.Object({
  delivery: Type.String({ format: 'uuid' }),
  succeeded: Type.Boolean(),
  response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'null = there was no answer' }),
  response_body: Type.Union([Type.String(), Type.Null()], { description: 'its first 4 KiB' }),
  duration_ms: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()]),
});

export const webhookTestRoutes = [
  route({
    method: 'POST',
    path: '/organisations/{org}/webhook-endpoints/{id}/test',
    action: 'manage-organisation',
    summary: 'Send a test event to a webhook endpoint, at once',
    description:
      'Whatever the endpoint selects, and also while it is disabled or on hold. It is sent once, and is among the deliveries.',
    status: 200,
    answer: resultSchema,
    async handle({ organisation, caller, params }, dependencies) {
      const { pool, sender, sealingKeys, now } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const { rows } = await pool.query<SealedSecret>(
        'SELECT secret AS text, secret_key_id AS "keyId" FROM webhook_endpoint WHERE id = $1',
        [endpoint.id],
      );
      const secret = rows[0] && openSecret(rows[0], sealingKeys);
      if (secret === undefined) throw webhookErrors.secretUnreadable;

      const [deliveryId, createdAt, data] = [newId(), new Date(now()), { actor: caller.email }];
      const envelope = { id: deliveryId, type: testEventKind, created: createdAt, data };
      const body = deliveryBody({ ...envelope, organisation: organisation.slug });
      const attempt = await sender.sendWebhook({ ...envelope, url: endpoint.url, secret, body });
      await withTransaction(pool, (client) =>
        recordTest(client, {
          organisationId: organisation.id,
          endpointId: endpoint.id,
          deliveryId,
          data,
          body,
          createdAt,
          attempt,
        }),
      );
      return {
        body: {
          delivery: deliveryId,
          succeeded: attempt.succeeded,
          response_status: attempt.status,
          response_body: attempt.responseBody,
          duration_ms: attempt.durationMs,
          error: attempt.error,
        },
      };
    },
  }),
];
