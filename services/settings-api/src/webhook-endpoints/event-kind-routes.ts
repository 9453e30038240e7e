import { Type } from '@bunting/definitions/type';
import { deliveryBody, testEventKind } from '@bunting/webhooks';
import { describeEvent, eventSamples, sampledKinds } from '@bunting/webhooks/bodies';
import { readRoute } from '../framework/route.ts';
import { eventKindSchema } from './representation.ts';

const kindSchema = Type.Object(
  {
    kind: eventKindSchema,
    description: Type.String({ description: 'when it is sent' }),
    sample: Type.Unsafe<unknown>({
      type: 'object',
      additionalProperties: true,
      description: 'an example body in the format `bunting`',
    }),
    message: Type.String({ description: 'what Slack and Teams show of the example, without its link' }),
  },
  { title: 'WebhookEventKind' },
);

const created = new Date('2026-11-21T09:30:00Z');
const id = '01931a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b';
const items = sampledKinds.map((kind) => {
  const { description, data, differences } = eventSamples[kind];
  const isSample = kind !== testEventKind;
  const body = deliveryBody({ id, type: kind, created, organisation: 'sample', data, isSample });
  const { title, lines, comment } = describeEvent(
    { type: kind, data, organisation: 'sample', differences },
    undefined,
  );
  const message = [title, ...lines, ...(comment === undefined ? [] : [comment])].join('\n');
  return { kind, description, sample: JSON.parse(body) as unknown, message };
});

export const eventKindRoutes = [
  readRoute({
    path: '/webhook-event-kinds',
    action: 'caller',
    summary: 'List the kinds of webhook events',
    description:
      'With the meaning of each kind, and the body of its test event. endpoint.test is the last: no endpoint can select it.',
    answer: Type.Object({ items: Type.Array(kindSchema) }),
    handle: async () => ({ body: { items } }),
  }),
];
