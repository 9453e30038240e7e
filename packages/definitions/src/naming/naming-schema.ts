import { limits } from '@bunting/evaluator';
import { nullable } from '../schemas/nullable.ts';
import { Type } from '../schemas/type.ts';

const patternSchema = Type.String({
  maxLength: limits.patternLength,
  description: 'an RE2 pattern, which can match anywhere in the slug',
});

/** The patterns for slugs of new features and variables of a project; null = none. `checkNaming` finds invalid patterns. */
export const namingSchema = nullable(
  Type.Object(
    {
      features: Type.Optional(patternSchema),
      variables: Type.Optional(patternSchema),
      hint: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'the message for slugs that do not match' }),
      ),
    },
    { title: 'Naming', additionalProperties: false },
  ),
);

/** A project's naming, in which it is stored, too. */
export interface ProjectNaming {
  readonly features?: string;
  readonly variables?: string;
  readonly hint?: string;
}
