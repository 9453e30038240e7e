import type { JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';

/** Members by name. A record of an older release lacks those that came later. */
export type Members = Readonly<Record<string, JsonValue | undefined>>;

/** Variations by variable or by user. `null` = none; audit records have it, because they have only the entries that differ. */
export type Pins = Readonly<Record<string, string | null>>;

/** A variable or a variation as audit records describe it. Records of older releases have no ids. */
export interface DescribedPart extends Members {
  readonly id?: string;
  readonly slug: string;
}

/** A feature as audit records describe it. */
export interface DescribedFeature {
  readonly [member: string]: unknown;
  readonly slug: string;
  readonly variables: readonly (DescribedPart & { readonly type: string })[];
  readonly variations: readonly (DescribedPart & { readonly values: Readonly<Record<string, JsonValue>> })[];
}

/**
 * The state of a feature in an environment. A snapshot names variables and variations by id, because audit records name them by their slugs at
 * that time. A slug with an unknown id stays.
 */
export interface ServedState {
  readonly targeting: TargetingDefinition | null;
  readonly defaults: Pins;
  readonly overrides: Pins;
}

/** The state of a feature in an environment that nobody has configured. */
export const nothingServed: ServedState = { targeting: null, defaults: {}, overrides: {} };

/** The state of a project, as audit records describe it. Contains what the records at hand name. */
export interface ProjectSnapshot {
  /** By id. */
  readonly features: Map<string, DescribedFeature>;
  /** By `getServingKey`. */
  readonly serving: Map<string, ServedState>;
  /** By slug, because audit records have no other name of a segment. */
  readonly segments: Map<string, Members>;
  /** By id. */
  readonly environments: Map<string, Members>;
}

/** Returns the key of what an environment serves of a feature. */
export function getServingKey(featureId: string, environmentId: string): string {
  return `${featureId} ${environmentId}`;
}

/** Returns a snapshot that can be changed without changing the given one. */
export function copySnapshot({
  features,
  serving,
  segments,
  environments,
}: ProjectSnapshot): ProjectSnapshot {
  return {
    features: new Map(features),
    serving: new Map(serving),
    segments: new Map(segments),
    environments: new Map(environments),
  };
}
