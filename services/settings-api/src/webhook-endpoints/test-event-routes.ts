import { newId } from '@bunting/database';
import { askForTest } from '@bunting/webhooks';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { ownRoute } from '../framework/route.ts';
import type { WebhookEndpointDependencies } from './dependencies.ts';
import { webhookErrors } from './errors.ts';
import { findEndpoint } from './queries.ts';
import { eventKindSchema } from './representation.ts';

const resultSchema = Type.Object({
  delivery: Type.String({ format: 'uuid' }),
  succeeded: Type.Boolean(),
  response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'null = no response' }),
  response_body: Type.Union([Type.String(), Type.Null()], { description: 'its first 4 KiB' }),
  duration_ms: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()]),
});

export const testEventRoutes = [
  ownRoute({
    method: 'POST',
    path: '/organisations/{org}/webhook-endpoints/{id}/test',
    action: 'manage-organisation',
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends it once, immediately, whatever the endpoint selects, even if it is disabled or on hold. The list of deliveries shows it as endpoint.test. With a `type` (default: endpoint.test), sends an example of that kind, whose body has `"test": true`. An organisation can send five in fifteen seconds; more return 429.',
    body: Type.Object({ type: Type.Optional(eventKindSchema) }, { additionalProperties: false }),
    answer: resultSchema,
    async handle({ organisation, caller, params, body }, dependencies: WebhookEndpointDependencies) {
      const { redis, testEvents, publicUrl, log, now } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      await testEvents.consume(organisation.id);
      const delivery = newId();
      const outcome = await askForTest(
        { redis, onError: (err) => log.warn({ err, delivery }, "Redis didn't pass on a test event") },
        {
          id: delivery,
          endpointId: endpoint.id,
          actor: caller.email,
          createdAt: new Date(now()).toISOString(),
          type: body.type,
          publicUrl,
        },
      );
      switch (outcome.verdict) {
        case 'sent': {
          const { succeeded, status, responseBody, durationMs, error } = outcome.attempt;
          return {
            body: {
              delivery,
              succeeded,
              response_status: status,
              response_body: responseBody,
              duration_ms: durationMs,
              error,
            },
          };
        }
        case 'endpoint-unknown':
          throw settingsErrors.unknown('webhook endpoint', params.id);
        case 'secret-unreadable':
          throw webhookErrors.secretUnreadable;
        case 'not-taken':
          throw webhookErrors.testNotSent;
        case 'unanswered':
          throw webhookErrors.testUnanswered;
      }
    },
  }),
];
