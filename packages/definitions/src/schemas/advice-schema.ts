import type { Static } from 'typebox';
import type { FeatureKind } from '../metadata/metadata-schema.ts';
import { maxEntries } from './max-entries.ts';
import { nullable } from './nullable.ts';
import { slugSchema, storedSlug } from './slug.ts';
import { Type } from './type.ts';

const daysSchema = (description: string) => Type.Integer({ minimum: 1, maximum: 3_650, description });

const lifetimeSchema = Type.Optional(
  nullable(daysSchema('the expected lifetime of a feature of this kind, in days; null = unlimited')),
);

/** When the features of a project count as unused, constant or old. An absent member has its default. */
export const adviceSchema = Type.Object(
  {
    unused_days: Type.Optional(daysSchema('a feature is unused if it was not requested for this many days')),
    constant_days: Type.Optional(
      daysSchema('a feature is constant if every user got the same value for this many days'),
    ),
    lifetime_days: Type.Optional(
      Type.Object(
        {
          release: lifetimeSchema,
          experiment: lifetimeSchema,
          operational: lifetimeSchema,
          permission: lifetimeSchema,
          kill_switch: lifetimeSchema,
        },
        { additionalProperties: false },
      ),
    ),
    environments: Type.Optional(
      nullable(
        Type.Array(slugSchema, {
          minItems: 1,
          maxItems: maxEntries.environments,
          uniqueItems: true,
          description:
            'the environments that must serve one value; null = the protected ones, or all if none is protected',
        }),
      ),
    ),
  },
  { title: 'AdviceSettingsInput', additionalProperties: false },
);

/** The setting as its author wrote it. */
export type AdviceInput = Static<typeof adviceSchema>;

/** The setting with all its members. Days; null = never. */
export interface AdviceSettings {
  readonly unused_days: number;
  readonly constant_days: number;
  readonly lifetime_days: Readonly<Record<FeatureKind, number | null>>;
  /** Slugs; null = the protected ones, or all if none is. */
  readonly environments: readonly string[] | null;
}

const defaultLifetimes = {
  release: 40,
  experiment: 40,
  operational: null,
  permission: null,
  kill_switch: null,
};

/** The setting of a project whose setting is null. */
export const defaultAdvice: AdviceSettings = {
  unused_days: 30,
  constant_days: 14,
  lifetime_days: defaultLifetimes,
  environments: null,
};

/** Returns the setting with all its members. Null if it equals the default, or is null. */
export function storedAdvice(input: AdviceInput | null): AdviceSettings | null {
  if (input === null) return null;
  const stored: AdviceSettings = {
    unused_days: input.unused_days ?? defaultAdvice.unused_days,
    constant_days: input.constant_days ?? defaultAdvice.constant_days,
    lifetime_days: { ...defaultAdvice.lifetime_days, ...input.lifetime_days },
    environments: input.environments?.map(storedSlug).toSorted() ?? null,
  };
  return JSON.stringify(stored) === JSON.stringify(defaultAdvice) ? null : stored;
}
