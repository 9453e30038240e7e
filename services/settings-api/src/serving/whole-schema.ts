import {
  defaultsSchema,
  nullable,
  prerequisitesSchema,
  rulesSchema,
  type TargetingInput,
} from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';

/** The serving of a feature in an environment, without its overrides, as its author wrote it. */
export interface WholeInput {
  readonly targeting: TargetingInput | null;
  readonly defaults: Readonly<Record<string, string | null>>;
}

/** Both members are required, because leaving one out could mean to keep it or to remove it. Without `prerequisites` there are none. */
export const wholeTargetingSchema = Type.Object(
  {
    enabled: Type.Boolean(),
    prerequisites: Type.Optional(prerequisitesSchema),
    rules: rulesSchema,
  },
  { title: 'WholeTargeting', additionalProperties: false },
);

/** Both are required: leaving one out could mean to keep it or to remove it. */
export const wholeSchema = Type.Object(
  {
    targeting: Type.Unsafe<TargetingInput | null>(nullable(wholeTargetingSchema)),
    defaults: defaultsSchema,
  },
  { title: 'WholeServed', additionalProperties: false },
);
