import { nullable, strictRecord, targetingSchema } from '@bunting/definitions';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { createPageSchema } from '../framework/http/page.ts';
import { timeSchema } from '../framework/schemas.ts';

const pinSchema = Type.Object(
  {
    user_id: Type.String(),
    variation: Type.String({ description: 'the variation that this user gets, whatever the rules' }),
  },
  { title: 'Pin' },
);

export type PinRepresentation = Static<typeof pinSchema>;

/** The longest note, in UTF-16 units. */
export const maxNoteLength = 500;

const annotation = {
  note: nullable(Type.String({ description: 'why the override exists; null = no note' })),
  created_by: nullable(
    Type.String({
      description: 'who set the override, as the audit log names authors; null = not recorded',
    }),
  ),
  created_at: timeSchema,
};

/** Its note and its author are told here and nowhere else: they are no part of what is served. */
export const overrideSchema = Type.Object({ ...pinSchema.properties, ...annotation }, { title: 'Override' });

export type OverrideRepresentation = Static<typeof overrideSchema>;

/** An override among those of one user. */
export const userOverrideSchema = Type.Object(
  {
    feature: Type.String(),
    feature_name: Type.String(),
    variation: Type.String(),
    ...annotation,
  },
  { title: 'UserOverride' },
);

export type UserOverrideRepresentation = Static<typeof userOverrideSchema>;

/** Everything that an environment serves for a feature; the answer of every route that reads or changes any of it. */
export const servingSchema = Type.Object(
  {
    version: Type.Integer({
      description:
        'the version of the environment with its last change: evaluators that have this version or a later one serve it',
    }),
    targeting: Type.Unsafe<TargetingDefinition | null>({
      ...nullable(targetingSchema),
      description: 'null = no targeting',
    }),
    defaults: strictRecord(
      nullable(Type.String({ description: 'the default variation of every variable; null = none' })),
    ),
    overrides: Type.Intersect([Type.Object({ count: Type.Integer() }), createPageSchema(pinSchema)], {
      description: 'the number of overrides, and the first ones',
    }),
  },
  { title: 'Served' },
);

/** Also what a change of this feature may change elsewhere; no part of the ETag, since others write it. */
export const readServingSchema = Type.Object(
  {
    ...servingSchema.properties,
    required_by: Type.Array(Type.Object({ feature: Type.String() }), {
      description:
        'the features with a prerequisite that names a variable of this one in this environment, by slug; not part of the ETag',
    }),
  },
  { title: 'ReadServed' },
);

export type ServingRepresentation = Static<typeof servingSchema>;
