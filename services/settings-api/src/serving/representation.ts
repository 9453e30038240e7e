import { nullable, strictRecord, targetingSchema } from '@bunting/definitions';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { pageOf } from '../framework/http/page.ts';

export const overrideSchema = Type.Object({
  user_id: Type.String(),
  variation: Type.String({ description: 'what this user gets, whatever the rules say' }),
});

export type OverrideRepresentation = Static<typeof overrideSchema>;

/** Everything that an environment serves for a feature; the answer of every route that reads or changes any of it. */
export const servingSchema = Type.Object({
  version: Type.Integer({
    description:
      'the version of the environment in which anything of it was last changed: evaluators that hold this version or a later one serve it',
  }),
  targeting: Type.Unsafe<TargetingDefinition | null>({
    ...nullable(targetingSchema),
    description: 'null = no targeting object',
  }),
  defaults: strictRecord(nullable(Type.String({ description: 'of every variable; null = none is set' }))),
  overrides: Type.Intersect([Type.Object({ count: Type.Integer() }), pageOf(overrideSchema)], {
    description: 'how many there are, and the first of them',
  }),
});

export type ServingRepresentation = Static<typeof servingSchema>;
