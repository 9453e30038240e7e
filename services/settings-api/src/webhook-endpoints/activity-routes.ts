import { Type } from '@bunting/definitions/type';
import { querySchema } from '../framework/http/query.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum, timeSchema } from '../framework/schemas.ts';
import { countPending, hours, maxCounted, readActivity } from './activity.ts';
import { findEndpoint } from './queries.ts';

const bucketSchema = Type.Object({
  begins_at: timeSchema,
  delivered: Type.Integer({ description: 'attempts that got a 2xx response in time' }),
  failed: Type.Integer({ description: 'other attempts' }),
  p95_ms: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the 95th percentile of the duration; null = no attempts',
  }),
});

export const webhookActivityRoutes = [
  readRoute({
    path: '/organisations/{org}/webhook-endpoints/{id}/activity',
    summary: 'Read the activity of a webhook endpoint, by hour',
    description: `Attempts in the last ${hours} hours, including the current one, in UTC. Counts at most the ${maxCounted} deliveries that were attempted last.`,
    query: querySchema({ bucket: Type.Optional(stringEnum(['hour'])) }),
    answer: Type.Object({
      items: Type.Array(bucketSchema),
      pending: Type.Integer({
        description: `deliveries that are waiting for an attempt; ${maxCounted + 1} = more than ${maxCounted}`,
      }),
    }),
    async handle({ organisation, params }, dependencies) {
      const { pool, now } = dependencies;
      const { id } = await findEndpoint(dependencies, organisation, params.id);
      const buckets = await readActivity(pool, id, now());
      const items = buckets.map(({ beginsAt, delivered, failed, p95Ms }) => ({
        begins_at: beginsAt.toISOString(),
        delivered,
        failed,
        p95_ms: p95Ms,
      }));
      return { body: { items, pending: await countPending(pool, id) } };
    },
  }),
];
