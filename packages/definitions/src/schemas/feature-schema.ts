import type { JsonValue } from '@bunting/evaluator';
import { Type } from './type.ts';
import type { Static } from 'typebox';
import { strictRecord } from './strict-record.ts';
import { maxEntries } from './max-entries.ts';
import { nullable } from './nullable.ts';
import { nameSchema, slugSchema } from './slug.ts';
import { targetingSchema } from './targeting-schema.ts';

export const variableTypes = ['boolean', 'number', 'string', 'json'] as const;
export type VariableType = (typeof variableTypes)[number];

export const featureStatuses = ['live', 'complete', 'archived', 'deleted'] as const;
export type FeatureStatus = (typeof featureStatuses)[number];

export const variableSchema = Type.Object(
  { slug: slugSchema, type: Type.Unsafe<VariableType>({ type: 'string', enum: [...variableTypes] }) },
  { additionalProperties: false },
);

/** `values`: variable → value; what fits the variables is looked at by `checkVariations`. */
export const variationSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    values: Type.Optional(strictRecord(Type.Unsafe<JsonValue>({}), maxEntries.variables)),
  },
  { additionalProperties: false },
);

/** variable → variation; `null` = none. */
export const defaultsSchema = strictRecord(nullable(slugSchema), maxEntries.variables);

/** `user.id` → variation; `null` = none. */
const overridesSchema = strictRecord(nullable(slugSchema), maxEntries.overrides);

/** What one environment serves for a feature. No `targeting` = no targeting object there. */
export const servingSchema = Type.Object(
  {
    defaults: Type.Optional(defaultsSchema),
    targeting: Type.Optional(nullable(targetingSchema)),
    overrides: Type.Optional(overridesSchema),
  },
  { additionalProperties: false },
);

export type VariableInput = Static<typeof variableSchema>;
export type VariationInput = Static<typeof variationSchema>;
export type ServingInput = Static<typeof servingSchema>;
