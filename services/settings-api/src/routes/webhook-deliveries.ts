import { redeliver } from '@bunting/changes';
import { testEventKind } from '@bunting/webhooks';
import { Type } from 'typebox';
import type { Pool } from 'pg';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';
import { route } from '../route.ts';
import { isUuid } from '../uuid.ts';
import {
  deliveryColumns,
  deliverySchema,
  deliveryStatuses,
  deliveryWithAttemptsSchema,
  toAttempt,
  toDelivery,
} from '../webhooks/delivery-representation.ts';
import type { AttemptRow, DeliveryRow } from '../webhooks/delivery-representation.ts';
import { webhookErrors } from '../webhooks/webhook-errors.ts';
import { wordsOf } from '../words-of.ts';
import { findEndpoint } from './webhook-endpoints.ts';

const path = '/organisations/{org}/webhook-endpoints/{id}/deliveries';

const sinceSchema = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d([.]\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
  description: 'a time in ISO 8601, with offset',
});

type WholeDelivery = DeliveryRow & { readonly body: string };

/** Throws 404 for what is not a delivery of the endpoint. */
async function findDelivery(pool: Pool, endpoint: { readonly id: string }, id: string) {
  const { rows } = isUuid(id)
    ? await pool.query<WholeDelivery>(
        `SELECT ${deliveryColumns}, body FROM webhook_delivery delivery
         JOIN webhook_event event ON event.id = webhook_event_id
         WHERE delivery.id = $1 AND webhook_endpoint_id = $2`,
        [id, endpoint.id],
      )
    : { rows: [] };
  if (rows[0] === undefined) throw settingsErrors.unknown('delivery', id);
  return rows[0];
}

export const webhookDeliveryRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the deliveries of a webhook endpoint, newest first',
    query: pageQuery({ status: Type.Optional(wordsOf(deliveryStatuses)) }),
    status: 200,
    answer: pageOf(deliverySchema),
    async handle({ organisation, params, query }, dependencies) {
      const { pool } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const { rows, isCut } = await readPageRows<DeliveryRow>(
        pool,
        `SELECT ${deliveryColumns} FROM webhook_delivery delivery
         JOIN webhook_event event ON event.id = webhook_event_id
         WHERE webhook_endpoint_id = $1 AND ($2::text IS NULL OR status = $2)
           AND ($3::uuid IS NULL OR delivery.id < $3)
         ORDER BY delivery.id DESC LIMIT $4`,
        [endpoint.id, query.status ?? null, readCursor(query.cursor, isUuid) ?? null, query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ id }) => id, toDelivery, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path: `${path}/redeliver`,
    action: 'manage-organisation',
    summary: 'Send again what failed since a time',
    description: 'Deliveries that were written at that time or later, with the bodies that they had.',
    body: Type.Object({ failed_since: sinceSchema }, { additionalProperties: false }),
    status: 200,
    answer: Type.Object({ redelivered: Type.Integer({ description: 'how many there were' }) }),
    async handle({ organisation, caller, params, body }, dependencies) {
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const failedSince = new Date(body.failed_since);
      if (Number.isNaN(failedSince.getTime())) {
        throw settingsErrors.invalid([{ path: 'failed_since', message: 'must be a date and time' }]);
      }
      const { result } = await changeAs(dependencies, caller, (transaction) =>
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
      const { rows } = await pool.query<AttemptRow>(
        `SELECT number, started_at, duration_ms, succeeded, response_status, response_body, error
         FROM webhook_attempt WHERE webhook_delivery_id = $1 ORDER BY number`,
        [delivery.id],
      );
      const attempts = rows.map((row) => toAttempt(row, role));
      return { body: { ...toDelivery(delivery), body: delivery.body, attempts } };
    },
  }),

  route({
    method: 'POST',
    path: `${path}/{delivery}/redeliver`,
    action: 'manage-organisation',
    summary: 'Send a delivery again that ended',
    description: 'With the id and the body that it had, and another seven attempts.',
    status: 200,
    answer: deliverySchema,
    async handle({ organisation, caller, params }, dependencies) {
      const { pool } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const { id, type } = await findDelivery(pool, endpoint, params.delivery);
      if (type === testEventKind) throw webhookErrors.testEvent;
      const { result } = await changeAs(dependencies, caller, (transaction) =>
        redeliver(transaction, organisation, endpoint, { id }),
      );
      if (result === 0) throw webhookErrors.stillPending;
      return { body: toDelivery(await findDelivery(pool, endpoint, id)) };
    },
  }),
];
