import { generateSigningSecret } from '@bunting/authentication';
import { changeWebhookEndpoints, lockOrganisation } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { isUuid } from '@bunting/definitions/uuid';
import { resealSecret, sealSecret } from '@bunting/sealed-secrets';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { createEtag, requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import type { WebhookEndpointDependencies } from './dependencies.ts';
import {
  findEndpoint,
  readEndpoints,
  readLockedEndpoint,
  requireFewerEndpoints,
  requireTarget,
} from './queries.ts';
import {
  endpointSchema,
  formatSchema,
  newEndpointSchema,
  secretSchema,
  selectionSchema,
  toSettings,
  shownTo,
  toEndpoint,
  type EndpointRow,
} from './representation.ts';

const path = '/organisations/{org}/webhook-endpoints';

const urlSchema = Type.String({
  pattern: '^\\S+$',
  maxLength: 2_000,
  description:
    'an https URL whose host resolves to public addresses; the port must be 443, or 1024 or higher',
});
const descriptionSchema = Type.String({ maxLength: 1_000 });

function refuseMixedSelection(events: readonly string[] | undefined): void {
  if (events?.includes('*') && events.length > 1) {
    throw settingsErrors.invalid([{ path: 'events', message: 'has to name kinds, or "*" alone' }]);
  }
}

export const webhookEndpointRoutes = [
  readRoute({
    path,
    summary: 'List the webhook endpoints of an organisation',
    query: pageQuery({}),
    answer: createPageSchema(endpointSchema),
    async handle({ organisation, role, query }, { pool }) {
      const after = readCursor(query.cursor, isUuid);
      const { rows, isCut } = await readEndpoints(pool, organisation, { after, limit: query.limit + 1 });
      const toItem = (row: EndpointRow) => shownTo(role, toEndpoint(row));
      return { body: toPage(rows, query.limit, ({ id }) => id, toItem, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'manage-organisation',
    summary: 'Create a webhook endpoint',
    description:
      'Only this response contains the signing secret. An organisation can have at most 50 endpoints, unless staff set another limit.',
    body: Type.Object(
      {
        url: urlSchema,
        events: selectionSchema,
        format: Type.Optional({ ...formatSchema, default: 'bunting' }),
        description: Type.Optional(descriptionSchema),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answersSecret: true,
    answer: newEndpointSchema,
    async handle({ organisation, body }, dependencies: Changing & WebhookEndpointDependencies) {
      const { url, events, format = 'bunting', description = '' } = body;
      refuseMixedSelection(events);
      await requireTarget(url, dependencies);
      const id = newId();
      const secret = generateSigningSecret();
      return dependencies.change(
        async (transaction) => {
          await lockOrganisation(transaction, organisation.slug);
          await requireFewerEndpoints(transaction, organisation);
          const sealed = sealSecret(secret, dependencies.sealingKeys, `webhook endpoint ${id}`);
          const after = {
            id,
            url,
            description,
            events,
            format,
            enabled: true,
            secret: sealed,
            heldAt: null,
          };
          await changeWebhookEndpoints(transaction, organisation, [{ after }]);
        },
        {
          answer: async () => ({ body: { ...(await findEndpoint(dependencies, organisation, id)), secret } }),
        },
      );
    },
  }),

  readRoute({
    path: `${path}/{id}`,
    summary: 'Read a webhook endpoint',
    answer: endpointSchema,
    hasETag: 'set by the handler',
    async handle({ organisation, role, params }, dependencies) {
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      return { body: shownTo(role, endpoint), headers: { ETag: createEtag(toSettings(endpoint)) } };
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{id}`,
    action: 'manage-organisation',
    summary: 'Update a webhook endpoint',
    description:
      '`"on_hold": false` releases a hold and sends the waiting deliveries immediately. Deliveries do not change the ETag. Another `format` applies to events from now on: deliveries that wait or are sent again keep their bodies.',
    body: Type.Object(
      {
        url: Type.Optional(urlSchema),
        events: Type.Optional(selectionSchema),
        format: Type.Optional(formatSchema),
        enabled: Type.Optional(Type.Boolean()),
        description: Type.Optional(descriptionSchema),
        on_hold: Type.Optional(Type.Literal(false)),
      },
      { additionalProperties: false },
    ),
    answer: endpointSchema,
    hasETag: 'set by the handler',
    async handle(
      { organisation, params, body, ifMatch },
      dependencies: Changing & WebhookEndpointDependencies,
    ) {
      refuseMixedSelection(body.events);
      await findEndpoint(dependencies, organisation, params.id);
      if (body.url !== undefined) await requireTarget(body.url, dependencies);
      return dependencies.change(
        async (transaction) => {
          await lockOrganisation(transaction, organisation.slug);
          const before = await readLockedEndpoint(transaction, organisation, params.id);
          requireMatch(ifMatch, toSettings(before));
          const after = {
            ...before,
            url: body.url ?? before.url,
            events: body.events ?? before.events,
            format: body.format ?? before.format,
            enabled: body.enabled ?? before.enabled,
            description: body.description ?? before.description,
            heldAt: body.on_hold === false ? null : before.heldAt,
            secret: resealSecret(before.secret, dependencies.sealingKeys, `webhook endpoint ${before.id}`),
          };
          await changeWebhookEndpoints(transaction, organisation, [{ before, after }]);
        },
        {
          async answer() {
            const endpoint = await findEndpoint(dependencies, organisation, params.id);
            return { body: endpoint, headers: { ETag: createEtag(toSettings(endpoint)) } };
          },
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-organisation',
    summary: 'Delete a webhook endpoint and its deliveries',
    handle: ({ organisation, params, ifMatch }, { change }) =>
      change(async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        const before = await readLockedEndpoint(transaction, organisation, params.id);
        requireMatch(ifMatch, toSettings(before));
        await changeWebhookEndpoints(transaction, organisation, [{ before }]);
      }),
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/{id}/rotate-secret`,
    action: 'manage-organisation',
    summary: 'Rotate the signing secret of a webhook endpoint',
    description: 'The new secret signs every attempt from now on. Only this response contains it.',
    answersSecret: true,
    answer: Type.Object({ secret: secretSchema }),
    async handle({ organisation, params }, { change, sealingKeys }: Changing & WebhookEndpointDependencies) {
      const secret = generateSigningSecret();
      return change(
        async (transaction) => {
          await lockOrganisation(transaction, organisation.slug);
          const before = await readLockedEndpoint(transaction, organisation, params.id);
          const sealed = sealSecret(secret, sealingKeys, `webhook endpoint ${before.id}`);
          await changeWebhookEndpoints(transaction, organisation, [
            { before, after: { ...before, secret: sealed } },
          ]);
        },
        {
          answer: () => ({ body: { secret } }),
        },
      );
    },
  }),
];
