import { emailSchema } from '../schemas/email.ts';
import { storedSlug } from '../schemas/slug.ts';
import type { FeatureKind, MetadataInput } from './metadata-schema.ts';

/** A link to what is written about a feature elsewhere. */
export interface FeatureLink {
  readonly title?: string;
  /** With http or https. No two links of a feature have the same. */
  readonly url: string;
}

/** The metadata of a feature, as it is stored. */
export interface FeatureMetadata {
  readonly kind: FeatureKind;
  /** Slugs, sorted. */
  readonly tags: readonly string[];
  /** Addresses, lower-cased, and labels. */
  readonly owners: readonly string[];
  readonly links: readonly FeatureLink[];
  /** Null = by its kind; see `isPermanent`. */
  readonly permanent: boolean | null;
  /** The day until which it is expected to be of use: `2026-12-31`. */
  readonly expectedUntil: string | null;
  /** The day until which nobody wants to be reminded of it. */
  readonly snoozedUntil: string | null;
  /** The repository that its definition belongs to. */
  readonly manager: string | null;
}

/** The metadata of a feature of which nobody has said any. */
export const noMetadata: FeatureMetadata = {
  kind: 'release',
  tags: [],
  owners: [],
  links: [],
  permanent: null,
  expectedUntil: null,
  snoozedUntil: null,
  manager: null,
};

/** Returns the stored form of metadata that has passed `checkMetadata`. Omitted members stay as they were `before`. */
export function storedMetadata(input: MetadataInput, before: FeatureMetadata = noMetadata): FeatureMetadata {
  const { expected_until: expectedUntil, snoozed_until: snoozedUntil } = input;
  return {
    kind: input.kind ?? before.kind,
    tags: input.tags?.map(storedSlug).toSorted() ?? before.tags,
    owners: input.owners?.map(storedOwner) ?? before.owners,
    links:
      input.links?.map(({ title, url }) => ({ ...(title !== undefined && { title }), url })) ?? before.links,
    permanent: input.permanent === undefined ? before.permanent : input.permanent,
    expectedUntil: expectedUntil === undefined ? before.expectedUntil : expectedUntil,
    snoozedUntil: snoozedUntil === undefined ? before.snoozedUntil : snoozedUntil,
    manager: input.manager === undefined ? before.manager : input.manager,
  };
}

/** Returns the metadata as documents, audit records and answers show it. */
export function describeMetadata(metadata: FeatureMetadata) {
  const { kind, tags, owners, links, permanent, expectedUntil, snoozedUntil, manager } = metadata;
  return {
    kind,
    tags,
    owners,
    links,
    permanent,
    expected_until: expectedUntil,
    snoozed_until: snoozedUntil,
    manager,
  };
}

/** The pattern of an owner that is the address of a person. Everything else is a label. */
export const addressPattern = (emailSchema as unknown as { pattern: string }).pattern;

const address = new RegExp(addressPattern);

/** Returns the owner as it is stored and compared: an address is lower-cased, a label stays as it is. */
export function storedOwner(owner: string): string {
  return address.test(owner) ? owner.toLowerCase() : owner;
}

/** The kinds of features that are meant to stay, unless `permanent` says otherwise. */
export const permanentKinds: readonly FeatureKind[] = ['permission', 'kill_switch'];

/** Returns whether a feature is meant to stay. */
export function isPermanent({ kind, permanent }: Pick<FeatureMetadata, 'kind' | 'permanent'>): boolean {
  return permanent ?? permanentKinds.includes(kind);
}
