import {
  adviceSchema,
  allowedOriginsSchema,
  anyOfSchema,
  type FeatureStatus,
  featureStatuses,
  type KeyKind,
  keyKinds,
  maxEntries,
  nameSchema,
  nullable,
  servingSchema,
  slugSchema,
  strictRecord,
  variableSchema,
  variationSchema,
} from '@bunting/definitions';
import { approvalProperties } from '@bunting/definitions/approvals';
import { namingSchema } from '@bunting/definitions/naming';
import { metadataProperties } from '@bunting/definitions/metadata';
import { uuidPattern } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';

/** A server key as it is, or a key with a name for people and its kind. */
const keySchema = Type.Unsafe<
  string | { readonly key: string; readonly name?: string; readonly kind?: KeyKind }
>({
  type: ['string', 'object'],
  pattern: uuidPattern,
  description: 'a UUID',
  properties: {
    key: Type.String({ pattern: uuidPattern, description: 'a UUID' }),
    name: nameSchema,
    kind: Type.Unsafe<KeyKind>({ type: 'string', enum: [...keyKinds] }),
  },
  required: ['key'],
  additionalProperties: false,
});

export const environmentSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    protected: Type.Optional(Type.Boolean()),
    required_approvals: Type.Optional(approvalProperties.required_approvals),
    approvers: Type.Optional(approvalProperties.approvers),
    without_approval: Type.Optional(approvalProperties.without_approval),
    comment_required: Type.Optional(approvalProperties.comment_required),
    allowed_origins: Type.Optional(allowedOriginsSchema),
    require_signed_users: Type.Optional(Type.Boolean()),
    datafile_personal_data: Type.Optional(Type.Boolean()),
    /** Absent = one is generated if the environment has none. */
    api_keys: Type.Optional(Type.Array(keySchema, { maxItems: maxEntries.keysOfEnvironment })),
  },
  { title: 'EnvironmentDocument', additionalProperties: false },
);

export const segmentSchema = Type.Object(
  { slug: slugSchema, name: Type.Optional(nameSchema), any_of: anyOfSchema },
  { title: 'SegmentDocument', additionalProperties: false },
);

export const featureSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
    status: Type.Optional(Type.Unsafe<FeatureStatus>({ type: 'string', enum: [...featureStatuses] })),
    salt: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    ...metadataProperties,
    variables: Type.Optional(Type.Array(variableSchema, { maxItems: maxEntries.variables })),
    variations: Type.Optional(Type.Array(variationSchema, { maxItems: maxEntries.variations })),
    /** Slug of the environment → what it serves. */
    environments: Type.Optional(strictRecord(servingSchema, maxEntries.environments)),
  },
  { title: 'FeatureDocument', additionalProperties: false },
);

/** A project's part of the document, which is also the format of exports and imports. */
export const projectSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    /** The default for variables that do not say whether client keys may read them. */
    client_by_default: Type.Optional(Type.Boolean()),
    naming: Type.Optional(namingSchema),
    /** Null = the defaults. */
    advice: Type.Optional(nullable(adviceSchema)),
    environments: Type.Optional(Type.Array(environmentSchema, { maxItems: maxEntries.environments })),
    segments: Type.Optional(Type.Array(segmentSchema, { maxItems: maxEntries.segments })),
    features: Type.Optional(Type.Array(featureSchema, { maxItems: maxEntries.features })),
  },
  { title: 'ProjectDocument', additionalProperties: false },
);

export type KeyInput = Static<typeof keySchema>;

/** Returns the key with its kind and the name that the document gives it. */
export function parseKey(input: KeyInput): { key: string; kind: KeyKind; name: string | undefined } {
  if (typeof input === 'string') return { key: input, kind: 'server', name: undefined };
  return { key: input.key, kind: input.kind ?? 'server', name: input.name };
}

export type EnvironmentInput = Static<typeof environmentSchema>;
export type SegmentInput = Static<typeof segmentSchema>;
/** A feature of the document, with what each environment serves for it. */
export type FeatureInput = Static<typeof featureSchema>;
/** A project of the document. */
export type ProjectInput = Static<typeof projectSchema>;
