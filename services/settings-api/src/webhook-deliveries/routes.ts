import { redeliver } from '@bunting/changes/organisations';
import { isUuid } from '@bunting/definitions/uuid';
import { testEventKind } from '@bunting/webhooks';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readTimeRange, timeRangeParameters } from '../framework/http/time-range.ts';
import { dryRunAlias } from '../framework/dry-run.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { requireTime, timeInputSchema } from '../framework/schemas.ts';
import { webhookErrors } from '../webhook-endpoints/errors.ts';
import { findEndpoint } from '../webhook-endpoints/queries.ts';
import { eventKindSchema } from '../webhook-endpoints/representation.ts';
import { findDelivery, listAttempts, listDeliveries, type DeliveryFilter } from './queries.ts';
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
  readRoute({
    path,
    summary: 'List the deliveries of a webhook endpoint, newest first',
    query: pageQuery({
      status: Type.Optional(
        Type.String({
          pattern: `^(?:${oneStatus})(?:,(?:${oneStatus})){0,2}$`,
          description: `one or more of ${deliveryStatuses.join(', ')}, separated by commas`,
        }),
      ),
      type: Type.Optional(eventKindSchema),
      ...timeRangeParameters,
    }),
    answer: createPageSchema(deliverySchema),
    async handle({ organisation, params, query }, dependencies) {
      const filter = filterOf(query);
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const page = { before: readCursor(query.cursor, isUuid), limit: query.limit + 1 };
      const ofOrganisation = { id: endpoint.id, organisationId: organisation.id };
      const { rows, isCut } = await listDeliveries(dependencies.pool, ofOrganisation, filter, page);
      return { body: toPage(rows, query.limit, ({ id }) => id, toDelivery, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/redeliver`,
    action: 'manage-organisation',
    summary: 'Redeliver failed deliveries since a time',
    description:
      'Includes deliveries that were created at that time or later, with their original bodies. Excludes test events.',
    body: Type.Object(
      {
        failed_since: timeInputSchema,
        dry_run: dryRunAlias,
      },
      { additionalProperties: false },
    ),
    answersChanges: true,
    answer: Type.Object({
      redelivered: Type.Integer({
        description: 'the number of redeliveries; in a dry run, how many there would be',
      }),
    }),
    async handle({ organisation, params, body }, { change, pool }) {
      const endpoint = await findEndpoint({ pool }, organisation, params.id);
      const failedSince = requireTime(body.failed_since, 'failed_since');
      return change(async (transaction) => ({
        redelivered: await redeliver(transaction, organisation, endpoint, { failedSince }),
      }));
    },
  }),

  readRoute({
    path: `${path}/{delivery}`,
    summary: 'Read a delivery with its body and attempts',
    answer: deliveryWithAttemptsSchema,
    async handle({ organisation, role, params }, dependencies) {
      const { pool } = dependencies;
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      const delivery = await findDelivery(pool, endpoint, params.delivery);
      const attempts = (await listAttempts(pool, delivery)).map((row) => toAttempt(row, role));
      return { body: { ...toDelivery(delivery), body: delivery.body, attempts } };
    },
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/{delivery}/redeliver`,
    action: 'manage-organisation',
    summary: 'Redeliver a finished delivery',
    description: 'It keeps its id and body, and gets seven more attempts.',
    answer: deliverySchema,
    async handle({ organisation, params }, { change, pool }) {
      const endpoint = await findEndpoint({ pool }, organisation, params.id);
      const { id, type } = await findDelivery(pool, endpoint, params.delivery);
      if (type === testEventKind) throw webhookErrors.testEvent;
      return change(
        async (transaction) => {
          const redelivered = await redeliver(transaction, organisation, endpoint, { id });
          if (redelivered === 0) throw webhookErrors.stillPending;
        },
        { answer: async () => ({ body: toDelivery(await findDelivery(pool, endpoint, id)) }) },
      );
    },
  }),
];
