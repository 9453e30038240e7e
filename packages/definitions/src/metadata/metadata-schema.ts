import type { Static } from 'typebox';
import { maxEntries } from '../schemas/max-entries.ts';
import { nullable } from '../schemas/nullable.ts';
import { nameSchema, slugSchema } from '../schemas/slug.ts';
import { Type } from '../schemas/type.ts';

/** The purposes of features. */
export const featureKinds = ['release', 'experiment', 'operational', 'permission', 'kill_switch'] as const;
/** One of `featureKinds`. */
export type FeatureKind = (typeof featureKinds)[number];

/** An owner of a feature: the address of a member, or a label. */
export const ownerSchema = Type.String({
  pattern: '^[^\\p{C}\\s](?:[^\\p{C}]*[^\\p{C}\\s])?$',
  maxLength: 100,
  description:
    'the email address of a member (stored lower-cased) or a label such as @acme/checkout, with at most 100 characters and no spaces at its ends',
});

/** `checkMetadata` finds days that do not exist. The year has four digits, because PostgreSQL has no year 0. */
const daySchema = Type.String({
  pattern: '^[1-9]\\d{3}-\\d\\d-\\d\\d$',
  description: 'a day, such as 2026-12-31',
});

/** A link of a feature. `checkMetadata` finds addresses that are none. */
const linkSchema = Type.Object(
  {
    title: Type.Optional(nameSchema),
    url: Type.String({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\p{C}\\s]+$',
      maxLength: 2_000,
      description: 'a URL that begins with http:// or https://',
    }),
  },
  { title: 'LinkInput', additionalProperties: false },
);

/**
 * Descriptive members of a feature besides its name, as members of its schema. None of them changes an evaluation.
 */
export const metadataProperties = {
  kind: Type.Optional(Type.Unsafe<FeatureKind>({ type: 'string', enum: [...featureKinds] })),
  tags: Type.Optional(
    Type.Array(slugSchema, { maxItems: maxEntries.tags, description: 'slugs (stored sorted)' }),
  ),
  owners: Type.Optional(Type.Array(ownerSchema, { maxItems: maxEntries.owners })),
  links: Type.Optional(Type.Array(linkSchema, { maxItems: maxEntries.links })),
  permanent: Type.Optional(
    Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'whether it is permanent; null = depends on its kind: permission and kill_switch are permanent',
    }),
  ),
  expected_until: Type.Optional(nullable(daySchema)),
  snoozed_until: Type.Optional(nullable(daySchema)),
  manager: Type.Optional(nullable(nameSchema)),
};

const metadataSchema = Type.Object(metadataProperties);

/** The metadata of a feature, as its author wrote it. */
export type MetadataInput = Static<typeof metadataSchema>;
