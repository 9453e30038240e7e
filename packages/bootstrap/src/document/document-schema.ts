import { emailSchema, nameSchema, slugSchema } from '@bunting/definitions';
import {
  type OrganisationStatus,
  organisationStatuses,
  type Plan,
  plans,
} from '@bunting/definitions/organisations';
import {
  type Role,
  roles,
  type TokenRole,
  tokenRoles,
  type TokenScope,
  tokenScopes,
} from '@bunting/changes/organisations';
import { endpointFormats, type EndpointFormat, type EventKind, eventKinds } from '@bunting/webhooks';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { projectSchema } from './project-schema.ts';

export const memberSchema = Type.Object(
  {
    email: emailSchema,
    name: Type.Optional(nameSchema),
    role: Type.Optional(Type.Unsafe<Role>({ type: 'string', enum: [...roles] })),
    /** Absent = one is generated for a new account. The length is limited to what sign-in accepts. */
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false },
);

export const apiTokenSchema = Type.Object(
  {
    name: nameSchema,
    /** Absent = one is generated if the organisation has no token with this name. */
    token: Type.Optional(
      Type.String({
        pattern: '^rpa_[!-~]{32,500}$',
        description: '"rpa_" and at least 32 non-blank characters',
      }),
    ),
    scopes: Type.Array(Type.Unsafe<TokenScope>({ type: 'string', enum: [...tokenScopes] }), {
      minItems: 1,
      maxItems: tokenScopes.length,
      uniqueItems: true,
    }),
    /** With the scope `settings`; absent = as stored, admin for a new token. */
    role: Type.Optional(Type.Unsafe<TokenRole>({ type: 'string', enum: [...tokenRoles] })),
    /** E-mail address of a member; absent = the first owner. */
    created_by: Type.Optional(emailSchema),
    revoked: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const webhookEndpointSchema = Type.Object(
  {
    url: Type.String({ maxLength: 2_000 }),
    description: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Absent = one is generated if the organisation has no endpoint with this URL. */
    secret: Type.Optional(
      Type.String({
        pattern: '^whsec_[!-~]{1,500}$',
        description: '"whsec_" and non-blank characters',
      }),
    ),
    events: Type.Array(Type.Unsafe<EventKind | '*'>({ type: 'string', enum: ['*', ...eventKinds] }), {
      minItems: 1,
      maxItems: eventKinds.length + 1,
      uniqueItems: true,
    }),
    format: Type.Optional(Type.Unsafe<EndpointFormat>({ type: 'string', enum: [...endpointFormats] })),
    enabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const organisationSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    plan: Type.Optional(Type.Unsafe<Plan>({ type: 'string', enum: [...plans] })),
    status: Type.Optional(
      Type.Unsafe<OrganisationStatus>({ type: 'string', enum: [...organisationStatuses] }),
    ),
    mau_cap: Type.Optional(
      Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 }),
    ),
    members: Type.Optional(Type.Array(memberSchema, { maxItems: 10_000 })),
    api_tokens: Type.Optional(Type.Array(apiTokenSchema, { maxItems: 1_000 })),
    webhook_endpoints: Type.Optional(Type.Array(webhookEndpointSchema, { maxItems: 1_000 })),
    projects: Type.Optional(Type.Array(projectSchema, { maxItems: 1_000 })),
  },
  { additionalProperties: false },
);

export const documentSchema = Type.Object(
  {
    prune: Type.Optional(Type.Boolean()),
    organisations: Type.Array(organisationSchema, { maxItems: 1_000 }),
  },
  { additionalProperties: false },
);

export type MemberInput = Static<typeof memberSchema>;
export type ApiTokenInput = Static<typeof apiTokenSchema>;
export type WebhookEndpointInput = Static<typeof webhookEndpointSchema>;
/** An organisation of the document. */
export type OrganisationInput = Static<typeof organisationSchema>;
/** The document that describes an installation, as its author wrote it. */
export type BootstrapDocument = Static<typeof documentSchema>;
