import { featureStatuses, strictRecord, variableTypes, type FeatureStatus } from '@bunting/definitions';
import { constraintsSchema } from '@bunting/definitions/constraints';
import { featureKinds } from '@bunting/definitions/metadata';
import type { JsonValue } from '@bunting/evaluator/definition';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { nullable, stringEnum, timeSchema } from '../framework/schemas.ts';
import { lastEvaluatedAtSchema } from '../evaluation-counts/representation.ts';
import { lastChangeSchema, servedSummarySchema } from '../serving/served-summaries.ts';

/** A deleted feature is answered like one that does not exist. */
export const visibleStatuses = featureStatuses.filter(
  (status): status is Exclude<FeatureStatus, 'deleted'> => status !== 'deleted',
);

export const variableSchema = Type.Object(
  {
    slug: Type.String(),
    type: stringEnum(variableTypes),
    client: Type.Boolean({ description: 'client-side: client keys see only such variables' }),
    description: Type.String(),
    constraints: constraintsSchema,
  },
  { title: 'Variable' },
);

export const variationSchema = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    values: strictRecord(Type.Unsafe<JsonValue>({ description: 'a value of the type of the variable' })),
  },
  { title: 'Variation' },
);

const daySchema = Type.String({ format: 'date', description: 'a day' });

const properties = {
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  status: stringEnum(visibleStatuses),
  kind: stringEnum(featureKinds),
  tags: Type.Array(Type.String(), { description: 'slugs, sorted' }),
  owners: Type.Array(Type.String(), { description: 'email addresses of members, and labels' }),
  gone_owners: Type.Array(Type.String(), {
    description: 'the `owners` that are addresses but not members, because they left or never joined',
  }),
  links: Type.Array(
    Type.Object({ title: Type.Optional(Type.String()), url: Type.String() }, { title: 'Link' }),
  ),
  permanent: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      'whether it is permanent; null = depends on its kind: permission and kill_switch are permanent',
  }),
  expected_until: nullable(daySchema),
  snoozed_until: nullable(daySchema),
  manager: nullable(Type.String({ description: 'the repository that manages its definition' })),
  variables: Type.Array(variableSchema),
};

const times = {
  created_at: timeSchema,
  /** When it, one of its variables or one of its variations last changed. */
  updated_at: timeSchema,
};

/** The salt is left out, because callers have no use for it (decisions §1.3). The export has it. */
export const featureSchema = Type.Object(
  {
    ...properties,
    variations: Type.Array(variationSchema),
    ...times,
  },
  { title: 'Feature' },
);

/** A feature in a list: without the values, which may be long. */
export const listedFeatureSchema = Type.Object(
  {
    ...properties,
    variations: Type.Array(Type.Object({ slug: Type.String(), name: Type.String() })),
    environments: Type.Unsafe<Readonly<Record<string, Static<typeof servedSummarySchema>>>>({
      type: 'object',
      additionalProperties: servedSummarySchema,
      description: 'a summary of the feature in each environment of the project',
    }),
    last_evaluated_at: lastEvaluatedAtSchema,
    referenced: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'whether a repository has one of its variables; null = no repository was scanned',
    }),
    changed: nullable(
      lastChangeSchema,
      'the last change of the feature or of its targeting; null = none in the audit log',
    ),
    ...times,
  },
  { title: 'ListedFeature' },
);

export type FeatureRepresentation = Static<typeof featureSchema>;
export type ListedFeature = Static<typeof listedFeatureSchema>;

export type ListedFeatureRow = FeatureRow<Omit<ListedFeature, 'last_evaluated_at'>> & {
  readonly last_evaluated_at: Date | null;
};

export type FeatureRow<Representation> = Omit<Representation, 'created_at' | 'updated_at'> & {
  readonly created_at: Date;
  readonly updated_at: Date;
};
