import { Type } from './type.ts';
import type { Static } from 'typebox';
import { anyOfSchema } from './condition-schema.ts';
import { maxEntries } from './max-entries.ts';
import { nullable } from './nullable.ts';
import { slugSchema } from './slug.ts';
import { uuidPattern } from '../uuid.ts';

const momentSchema = Type.String({ maxLength: 100 });
/** `custom.` and a key. */
const attributeSchema = Type.String({ maxLength: 207 });
const percentageSchema = Type.Number({ minimum: 0, maximum: 100 });

const scheduleSchema = Type.Object(
  { from: Type.Optional(nullable(momentSchema)), to: Type.Optional(nullable(momentSchema)) },
  { title: 'Schedule', additionalProperties: false },
);

/** Either `percentage` or `stages`. */
const rolloutSchema = Type.Object(
  {
    percentage: Type.Optional(percentageSchema),
    stages: Type.Optional(
      Type.Array(
        Type.Object(
          { at: momentSchema, percentage: percentageSchema },
          { title: 'Stage', additionalProperties: false },
        ),
        { minItems: 1, maxItems: maxEntries.stages },
      ),
    ),
  },
  { title: 'Rollout', additionalProperties: false },
);

/** Either `variation` or `split`. */
const serveSchema = Type.Object(
  {
    variation: Type.Optional(slugSchema),
    split: Type.Optional(
      Type.Array(
        Type.Object(
          { variation: slugSchema, weight: percentageSchema },
          { title: 'Share', additionalProperties: false },
        ),
        { minItems: 1, maxItems: maxEntries.variations },
      ),
    ),
    bucket_by: Type.Optional(
      Type.Array(attributeSchema, { minItems: 1, maxItems: maxEntries.bucketBy, uniqueItems: true }),
    ),
  },
  { title: 'Serve', additionalProperties: false },
);

/** The description stands in the message for a wrong id. */
const ruleIdSchema = Type.String({ pattern: uuidPattern, description: 'a UUID' });

/** A rule. `checkTargeting` checks what its parts mean together. */
export const ruleSchema = Type.Object(
  {
    id: Type.Optional(ruleIdSchema),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    enabled: Type.Optional(Type.Boolean()),
    any_of: Type.Optional(anyOfSchema),
    schedule: Type.Optional(nullable(scheduleSchema)),
    rollout: Type.Optional(nullable(rolloutSchema)),
    serve: serveSchema,
  },
  {
    title: 'Rule',
    description:
      'The `id` is unique within the targeting and stays the same when the rule is edited or moved. The server keeps the id that you send. A rule without an id keeps the id of the stored rule that equals it, or of one with the same name; otherwise it gets a new id.',
    additionalProperties: false,
  },
);

/** The rules of a targeting, in their order. */
export const rulesSchema = Type.Array(ruleSchema, { maxItems: maxEntries.rules });

/** A variable of another feature that must serve one of the variations before the rules are evaluated. */
export const prerequisitesSchema = Type.Array(
  Type.Object(
    {
      variable: slugSchema,
      variations: Type.Array(slugSchema, { minItems: 1, maxItems: maxEntries.variations }),
    },
    { title: 'Prerequisite', additionalProperties: false },
  ),
  {
    maxItems: maxEntries.prerequisites,
    description:
      'All must be met, or the defaults are served. One is met if its variable, which belongs to another feature, serves the user one of these variations in this environment.',
  },
);

/** The rules of a feature in one environment, and whether they are evaluated at all. */
export const targetingSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    prerequisites: Type.Optional(prerequisitesSchema),
    rules: Type.Optional(rulesSchema),
  },
  { title: 'Targeting', additionalProperties: false },
);

export type PrerequisiteInput = Static<typeof prerequisitesSchema>[number];
export type ScheduleInput = Static<typeof scheduleSchema>;
export type RolloutInput = Static<typeof rolloutSchema>;
export type ServeInput = Static<typeof serveSchema>;
export type RuleInput = Static<typeof ruleSchema>;
/** A targeting as its author wrote it. */
export type TargetingInput = Static<typeof targetingSchema>;
