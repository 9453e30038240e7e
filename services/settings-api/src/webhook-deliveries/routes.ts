import { runChange } from '@bunting/changes';
import { redeliver } from '@bunting/changes/organisations';
import { isUuid } from '@bunting/definitions/uuid';
import { sampledKinds, testEventKind } from '@bunting/webhooks';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { settingsErrors } from '../framework/errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readTimeRange, timeRangeParameters } from '../framework/http/time-range.ts';
import { route } from '../framework/route.ts';
import { requireTime, stringEnum, timeInputSchema } from '../framework/schemas.ts';
import { webhookErrors } from '../webhook-endpoints/errors.ts';
import { findEndpoint } from '../webhook-endpoints/queries.ts';
import { countFailed, findDelivery, listAttempts, listDeliveries, type DeliveryFilter } from './queries.ts';
import {
  deliverySchema,
  deliveryStatuses,
  deliveryWithAttemptsSchema,
  type DeliveryStatus,
  toAttempt,
  toDelivery,
} from './representation.ts';

const path = '/organisations/{org}/webhook-endpoints/{id}/deliveries';
const oneStatus = deliveryStatuses.join('|');

interface Filters {
  readonly status?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Throws 400 for what is not a time. */
function filterOf({ status, type, ...range }: Filters): DeliveryFilter {
  const { from, to, problems } = readTimeRange(range);
  if (problems.length > 0) throw settingsErrors.invalid(problems);
  return {
    // The pattern of the query lets nothing else through.
    statuses: status === undefined ? undefined : ([...new Set(status.split(','))] as DeliveryStatus[]),
    type,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

export const webhookDeliveryRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the deliveries of a webhook endpoint, newest first',
    query: pageQuery({
      status: Type.Optional(
        Type.String({
          pattern: `^(?:${oneStatus})(?:,(?:${oneStatus})){0,2}$`,
          description: `${deliveryStatuses.join(', ')}; several by commas`,
        }),
      ),
      type: Type.Optional(stringEnum(sampledKinds)),
      ...timeRangeParameters,
    }),
    status: 200,
    answer: pageOf(deliverySchema),
    async handle({ organisation, params, query }, dependencies) {
      const filter = filterOf(query);
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const page = { before: readCursor(query.cursor, isUuid), limit: query.limit + 1 };
      const ofOrganisation = { id: endpoint.id, organisationId: organisation.id };
      const { rows, isCut } = await listDeliveries(dependencies.pool, ofOrganisation, filter, page);
      return { body: toPage(rows, query.limit, ({ id }) => id, toDelivery, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path: `${path}/redeliver`,
    action: 'manage-organisation',
    summary: 'Send again what failed since a time',
    description:
      'Deliveries that were written at that time or later, with the bodies that they had. Test events are left out.',
    body: Type.Object(
      {
        failed_since: timeInputSchema,
        dry_run: Type.Optional(Type.Boolean({ description: 'true = count them and send nothing' })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: Type.Object({
      dry_run: Type.Boolean(),
      redelivered: Type.Integer({ description: 'how many there were, or would be' }),
    }),
    async handle({ organisation, caller, params, body }, dependencies) {
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const failedSince = requireTime(body.failed_since, 'failed_since');
      if (body.dry_run === true) {
        const redelivered = await countFailed(dependencies.pool, endpoint, failedSince);
        return { body: { dry_run: true, redelivered } };
      }
      const { result } = await runChange(changeContext(dependencies, caller), (transaction) =>
        redeliver(transaction, organisation, endpoint, { failedSince }),
      );
      return { body: { dry_run: false, redelivered: result } };
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
