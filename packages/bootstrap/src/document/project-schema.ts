import {
  anyOfSchema,
  type FeatureStatus,
  featureStatuses,
  maxEntries,
  nameSchema,
  servingSchema,
  slugSchema,
  strictRecord,
  variableSchema,
  variationSchema,
} from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';

const uuidPattern = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$';

/** A key as it is, or with a name for people. */
const keySchema = Type.Unsafe<string | { readonly key: string; readonly name?: string }>({
  type: ['string', 'object'],
  pattern: uuidPattern,
  description: 'a UUID',
  properties: { key: Type.String({ pattern: uuidPattern, description: 'a UUID' }), name: nameSchema },
  required: ['key'],
  additionalProperties: false,
});

export const environmentSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    protected: Type.Optional(Type.Boolean()),
    /** Absent = one is generated if the environment has none. */
    api_keys: Type.Optional(Type.Array(keySchema, { maxItems: maxEntries.keysOfEnvironment })),
  },
  { additionalProperties: false },
);

export const segmentSchema = Type.Object(
  { slug: slugSchema, name: Type.Optional(nameSchema), any_of: anyOfSchema },
  { additionalProperties: false },
);

export const featureSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
    status: Type.Optional(Type.Unsafe<FeatureStatus>({ type: 'string', enum: [...featureStatuses] })),
    salt: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    variables: Type.Optional(Type.Array(variableSchema, { maxItems: maxEntries.variables })),
    variations: Type.Optional(Type.Array(variationSchema, { maxItems: maxEntries.variations })),
    /** Slug of the environment → what it serves. */
    environments: Type.Optional(strictRecord(servingSchema, maxEntries.environments)),
  },
  { additionalProperties: false },
);

/** A project's part of the document, which is also the format of exports and imports. */
export const projectSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    environments: Type.Optional(Type.Array(environmentSchema, { maxItems: maxEntries.environments })),
    segments: Type.Optional(Type.Array(segmentSchema, { maxItems: maxEntries.segments })),
    features: Type.Optional(Type.Array(featureSchema, { maxItems: maxEntries.features })),
  },
  { additionalProperties: false },
);

export type KeyInput = Static<typeof keySchema>;

/** The key itself. */
export function keyOf(input: KeyInput): string {
  return typeof input === 'string' ? input : input.key;
}

export type EnvironmentInput = Static<typeof environmentSchema>;
export type SegmentInput = Static<typeof segmentSchema>;
export type FeatureInput = Static<typeof featureSchema>;
export type ProjectInput = Static<typeof projectSchema>;
