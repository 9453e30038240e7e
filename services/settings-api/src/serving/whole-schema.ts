import { defaultsSchema, nullable, rulesSchema, type TargetingInput } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';

/** What an environment serves for a feature, but for its overrides, as its author wrote it. */
export interface WholeInput {
  readonly targeting: TargetingInput | null;
  readonly defaults: Readonly<Record<string, string | null>>;
}

/** Both are required: leaving one out could mean to keep it or to remove it. */
export const wholeSchema = Type.Object(
  {
    targeting: Type.Unsafe<TargetingInput | null>(
      nullable(Type.Object({ enabled: Type.Boolean(), rules: rulesSchema }, { additionalProperties: false })),
    ),
    defaults: defaultsSchema,
  },
  { additionalProperties: false },
);
