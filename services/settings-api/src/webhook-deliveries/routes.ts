import { runChange } from '@bunting/changes';
import { redeliver } from '@bunting/changes/organisations';
import { isUuid } from '@bunting/definitions/uuid';
import { testEventKind } from '@bunting/webhooks';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { requireTime, stringEnum, timeInputSchema } from '../framework/schemas.ts';
import { webhookErrors } from '../webhook-endpoints/errors.ts';
import { findEndpoint } from '../webhook-endpoints/queries.ts';
import { findDelivery, listAttempts, listDeliveries } from './queries.ts';
import {
  deliverySchema,
  deliveryStatuses,
  deliveryWithAttemptsSchema,
  toAttempt,
  toDelivery,
} from './representation.ts';

const path = '/organisations/{org}/webhook-endpoints/{id}/deliveries';

export const webhookDeliveryRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the deliveries of a webhook endpoint, newest first',
    query: pageQuery({ status: Type.Optional(stringEnum(deliveryStatuses)) }),
    status: 200,
    answer: pageOf(deliverySchema),
    async handle({ organisation, params, query }, dependencies) {
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const before = readCursor(query.cursor, isUuid);
      const page = { status: query.status, before, limit: query.limit + 1 };
      const { rows, isCut } = await listDeliveries(dependencies.pool, endpoint, page);
      return { body: toPage(rows, query.limit, ({ id }) => id, toDelivery, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path: `${path}/redeliver`,
    action: 'manage-organisation',
    summary: 'Send again what failed since a time',
    description: 'Deliveries that were written at that time or later, with the bodies that they had.',
    body: Type.Object({ failed_since: timeInputSchema }, { additionalProperties: false }),
    status: 200,
    answer: Type.Object({ redelivered: Type.Integer({ description: 'how many there were' }) }),
    async handle({ organisation, caller, params, body }, dependencies) {
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const failedSince = requireTime(body.failed_since, 'failed_since');
      const { result } = await runChange(changeContext(dependencies, caller), (transaction) =>
        redeliver(transaction, organisation, endpoint, { failedSince }),
      );
      return { body: { redelivered: result } };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/{delivery}`,
    action: 'read',
    summary: 'Read a delivery with its body and its attempts',
    status: 200,
    answer: deliveryWithAttemptsSchema,
    async handle({ organisation, role, params }, dependencies) {
      const { pool } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const delivery = await findDelivery(pool, endpoint, params.delivery);
      const attempts = (await listAttempts(pool, delivery)).map((row) => toAttempt(row, role));
      return { body: { ...toDelivery(delivery), body: delivery.body, attempts } };
    },
  }),

  route({
    method: 'POST',
    path: `${path}/{delivery}/redeliver`,
    action: 'manage-organisation',
    summary: 'Send a delivery again that ended',
    description: 'It keeps its id and body, and gets another seven attempts.',
    status: 200,
    answer: deliverySchema,
    async handle({ organisation, caller, params }, dependencies) {
      const { pool } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const { id, type } = await findDelivery(pool, endpoint, params.delivery);
      if (type === testEventKind) throw webhookErrors.testEvent;
      const { result } = await runChange(changeContext(dependencies, caller), (transaction) =>
        redeliver(transaction, organisation, endpoint, { id }),
      );
      if (result === 0) throw webhookErrors.stillPending;
      return { body: toDelivery(await findDelivery(pool, endpoint, id)) };
    },
  }),
];
