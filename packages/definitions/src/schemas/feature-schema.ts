import type { JsonValue } from '@bunting/evaluator/definition';
import { constraintsSchema } from '../constraints/variable-constraints.ts';
import { Type } from './type.ts';
import type { Static } from 'typebox';
import { strictRecord } from './strict-record.ts';
import { maxEntries } from './max-entries.ts';
import { nullable } from './nullable.ts';
import { nameSchema, slugSchema } from './slug.ts';
import { targetingSchema } from './targeting-schema.ts';

/** The types of variables. */
export const variableTypes = ['boolean', 'number', 'string', 'json'] as const;
/** One of `variableTypes`. */
export type VariableType = (typeof variableTypes)[number];

/** The states of a feature in the order in which it passes through them. */
export const featureStatuses = ['live', 'complete', 'archived', 'deleted'] as const;
/** One of `featureStatuses`. */
export type FeatureStatus = (typeof featureStatuses)[number];

/** A variable: its slug, its type, and which values it may have. */
export const variableSchema = Type.Object(
  {
    slug: slugSchema,
    type: Type.Unsafe<VariableType>({ type: 'string', enum: [...variableTypes] }),
    client: Type.Optional(
      Type.Boolean({ description: "client-side; absent = the project's setting for new variables" }),
    ),
    description: Type.Optional(Type.String({ maxLength: 1_000 })),
    constraints: Type.Optional(constraintsSchema),
  },
  { title: 'VariableInput', additionalProperties: false },
);

/** A variation. `values`: variable → value; `checkVariations` checks whether they fit the variables. */
export const variationSchema = Type.Object(
  {
    slug: slugSchema,
    name: Type.Optional(nameSchema),
    values: Type.Optional(strictRecord(Type.Unsafe<JsonValue>({}), maxEntries.variables)),
  },
  { title: 'VariationInput', additionalProperties: false },
);

/** Default variations: variable → variation; `null` = none. */
export const defaultsSchema = strictRecord(nullable(slugSchema), maxEntries.variables);

/** `user.id` → variation; `null` = none. */
const overridesSchema = strictRecord(nullable(slugSchema), maxEntries.overrides);

/** The serving of a feature in one environment. Without `targeting` it has no targeting. */
export const servingSchema = Type.Object(
  {
    defaults: Type.Optional(defaultsSchema),
    targeting: Type.Optional(nullable(targetingSchema)),
    overrides: Type.Optional(overridesSchema),
  },
  { title: 'ServedInput', additionalProperties: false },
);

/** A variable as its author wrote it. */
export type VariableInput = Static<typeof variableSchema>;
/** A variation as its author wrote it. */
export type VariationInput = Static<typeof variationSchema>;
/** The serving of an environment, as its author wrote it. */
export type ServingInput = Static<typeof servingSchema>;
