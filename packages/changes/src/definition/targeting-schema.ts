import { Type } from 'typebox';
import type { Static } from 'typebox';
import { anyOfSchema } from './condition-schema.ts';
import { orNull } from './or-null.ts';
import { slugSchema } from './slug.ts';

const percentageSchema = Type.Number({ minimum: 0, maximum: 100 });

const scheduleSchema = Type.Object(
  { from: Type.Optional(orNull(Type.String())), to: Type.Optional(orNull(Type.String())) },
  { additionalProperties: false },
);

/** Either `percentage` or `stages`. */
const rolloutSchema = Type.Object(
  {
    percentage: Type.Optional(percentageSchema),
    stages: Type.Optional(
      Type.Array(
        Type.Object({ at: Type.String(), percentage: percentageSchema }, { additionalProperties: false }),
        { minItems: 1 },
      ),
    ),
  },
  { additionalProperties: false },
);

/** Either `variation` or `split`. */
const serveSchema = Type.Object(
  {
    variation: Type.Optional(slugSchema),
    split: Type.Optional(
      Type.Array(
        Type.Object({ variation: slugSchema, weight: percentageSchema }, { additionalProperties: false }),
        { minItems: 1 },
      ),
    ),
    bucket_by: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
  },
  { additionalProperties: false },
);

export const ruleSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    enabled: Type.Optional(Type.Boolean()),
    any_of: Type.Optional(anyOfSchema),
    schedule: Type.Optional(orNull(scheduleSchema)),
    rollout: Type.Optional(orNull(rolloutSchema)),
    serve: serveSchema,
  },
  { additionalProperties: false },
);

export const targetingSchema = Type.Object(
  { enabled: Type.Optional(Type.Boolean()), rules: Type.Optional(Type.Array(ruleSchema)) },
  { additionalProperties: false },
);

export type ScheduleInput = Static<typeof scheduleSchema>;
export type RolloutInput = Static<typeof rolloutSchema>;
export type ServeInput = Static<typeof serveSchema>;
export type RuleInput = Static<typeof ruleSchema>;
export type TargetingInput = Static<typeof targetingSchema>;
