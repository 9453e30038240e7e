import { generateSigningSecret } from '@bunting/authentication';
import { runChange } from '@bunting/changes';
import { changeWebhookEndpoints, lockOrganisation } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { isUuid } from '@bunting/definitions/uuid';
import { resealSecret, sealSecret } from '@bunting/sealed-secrets';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { settingsErrors } from '../framework/errors.ts';
import { etagOf, requireMatch } from '../framework/http/etag.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import {
  findEndpoint,
  readEndpoints,
  readLockedEndpoint,
  requireRoomForEndpoint,
  requireTarget,
} from './queries.ts';
import {
  endpointSchema,
  newEndpointSchema,
  secretSchema,
  selectionSchema,
  settingsOf,
  shownTo,
  toEndpoint,
  type EndpointRow,
} from './representation.ts';

const path = '/organisations/{org}/webhook-endpoints';

const urlSchema = Type.String({
  pattern: '^\\S+$',
  maxLength: 2_000,
  description: 'an https address whose host resolves to public addresses; its port is 443 or from 1024 on',
});
const descriptionSchema = Type.String({ maxLength: 1_000 });

function refuseMixedSelection(events: readonly string[] | undefined): void {
  if (events?.includes('*') && events.length > 1) {
    throw settingsErrors.invalid([{ path: 'events', message: 'has to name kinds, or "*" alone' }]);
  }
}

export const webhookEndpointRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the webhook endpoints of an organisation',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(endpointSchema),
    async handle({ organisation, role, query }, { pool }) {
      const after = readCursor(query.cursor, isUuid);
      const { rows, isCut } = await readEndpoints(pool, organisation, { after, limit: query.limit + 1 });
      const toItem = (row: EndpointRow) => shownTo(role, toEndpoint(row));
      return { body: toPage(rows, query.limit, ({ id }) => id, toItem, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-organisation',
    summary: 'Make a webhook endpoint',
    description:
      'Only this answer shows the signing secret. An organisation has at most 50 endpoints, unless staff set another number.',
    body: Type.Object(
      { url: urlSchema, events: selectionSchema, description: Type.Optional(descriptionSchema) },
      { additionalProperties: false },
    ),
    status: 201,
    answersSecret: true,
    answer: newEndpointSchema,
    async handle({ organisation, caller, body }, dependencies) {
      const { url, events, description = '' } = body;
      refuseMixedSelection(events);
      await requireTarget(url, dependencies);
      const id = newId();
      const secret = generateSigningSecret();
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        await requireRoomForEndpoint(transaction, organisation);
        const sealed = sealSecret(secret, dependencies.sealingKeys, `webhook endpoint ${id}`);
        const after = { id, url, description, events, enabled: true, secret: sealed, heldAt: null };
        await changeWebhookEndpoints(transaction, organisation, [{ after }]);
      });
      return { body: { ...(await findEndpoint(dependencies, organisation, id)), secret } };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/{id}`,
    action: 'read',
    summary: 'Read a webhook endpoint',
    status: 200,
    answer: endpointSchema,
    hasETag: 'of the settings',
    async handle({ organisation, role, params }, dependencies) {
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      return { body: shownTo(role, endpoint), headers: { ETag: etagOf(settingsOf(endpoint)) } };
    },
  }),

  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    action: 'manage-organisation',
    summary: 'Change a webhook endpoint',
    description:
      '`"on_hold": false` releases a hold, and the waiting deliveries are sent at once. The ETag is that of what people set: deliveries leave it as it is.',
    body: Type.Object(
      {
        url: Type.Optional(urlSchema),
        events: Type.Optional(selectionSchema),
        enabled: Type.Optional(Type.Boolean()),
        description: Type.Optional(descriptionSchema),
        on_hold: Type.Optional(Type.Literal(false)),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: endpointSchema,
    hasETag: 'of the settings',
    async handle({ organisation, caller, params, body, ifMatch }, dependencies) {
      refuseMixedSelection(body.events);
      await findEndpoint(dependencies, organisation, params.id);
      if (body.url !== undefined) await requireTarget(body.url, dependencies);
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        const before = await readLockedEndpoint(transaction, organisation, params.id);
        requireMatch(ifMatch, settingsOf(before));
        const after = {
          ...before,
          url: body.url ?? before.url,
          events: body.events ?? before.events,
          enabled: body.enabled ?? before.enabled,
          description: body.description ?? before.description,
          heldAt: body.on_hold === false ? null : before.heldAt,
          secret: resealSecret(before.secret, dependencies.sealingKeys, `webhook endpoint ${before.id}`),
        };
        await changeWebhookEndpoints(transaction, organisation, [{ before, after }]);
      });
      const endpoint = await findEndpoint(dependencies, organisation, params.id);
      return { body: endpoint, headers: { ETag: etagOf(settingsOf(endpoint)) } };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-organisation',
    summary: 'Delete a webhook endpoint with its deliveries',
    status: 204,
    async handle({ organisation, caller, params, ifMatch }, dependencies) {
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        const before = await readLockedEndpoint(transaction, organisation, params.id);
        requireMatch(ifMatch, settingsOf(before));
        await changeWebhookEndpoints(transaction, organisation, [{ before }]);
      });
      return { body: undefined };
    },
  }),

  route({
    method: 'POST',
    path: `${path}/{id}/rotate-secret`,
    action: 'manage-organisation',
    summary: 'Give a webhook endpoint a new signing secret',
    description: 'It signs every attempt from now on. Only this answer shows it.',
    status: 200,
    answersSecret: true,
    answer: Type.Object({ secret: secretSchema }),
    async handle({ organisation, caller, params }, dependencies) {
      const secret = generateSigningSecret();
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        const before = await readLockedEndpoint(transaction, organisation, params.id);
        const sealed = sealSecret(secret, dependencies.sealingKeys, `webhook endpoint ${before.id}`);
        await changeWebhookEndpoints(transaction, organisation, [
          { before, after: { ...before, secret: sealed } },
        ]);
      });
      return { body: { secret } };
    },
  }),
];
