import {
  type FeatureState,
  nothingServed,
  type ServingState,
  type VariableState,
  type VariationState,
} from '@bunting/changes';
import { type ServingInput, storedJson, storedSlug, storedTargeting } from '@bunting/definitions';
import { storedConstraints } from '@bunting/definitions/constraints';
import { storedMetadata } from '@bunting/definitions/metadata';
import { isOfType, memberPath, type Problem } from '@bunting/definitions/checks';
import { newId } from '@bunting/database';
import type { JsonValue } from '@bunting/evaluator/definition';
import { randomBytes } from 'node:crypto';
import type { FeatureInput } from '../document/project-schema.ts';

interface MergeOptions {
  /** The project's default for variables that do not say whether client keys may read them. */
  readonly clientByDefault: boolean;
  readonly prune: boolean;
  readonly dryRun: boolean;
  readonly path: string;
  readonly problems: Problem[];
}

/**
 * Merges a feature of the document into the stored one. Variables and variations are matched by slug; those that the document
 * does not name stay unless it prunes, and must still fit together with the others. Adds what does not to `options.problems`.
 */
export function mergeFeature(
  before: FeatureState | undefined,
  input: FeatureInput,
  options: MergeOptions,
): FeatureState {
  const variables = mergeVariables(before?.variables ?? [], input, options);
  return {
    id: before?.id ?? newId(),
    slug: storedSlug(input.slug),
    name: input.name ?? before?.name ?? input.slug,
    description: input.description ?? before?.description ?? '',
    status: input.status === 'deleted' ? 'live' : (input.status ?? before?.status ?? 'live'),
    salt: input.salt ?? before?.salt ?? newSalt(options),
    ...storedMetadata(input, before),
    variables,
    variations: mergeVariations(before?.variations ?? [], input, variables, options),
  };
}

/** Returns a random salt. A dry run cannot show the one that a later run will generate. */
function newSalt({ dryRun }: MergeOptions): string {
  return dryRun ? 'will be generated' : randomBytes(16).toString('hex');
}

/** Variables in the order of their creation, in which they are stored and read. */
function mergeVariables(
  before: readonly VariableState[],
  { variables: inputs = [] }: FeatureInput,
  { prune, clientByDefault }: MergeOptions,
): VariableState[] {
  const named = new Map(inputs.map((input) => [storedSlug(input.slug), input]));
  const known = new Set(before.map(({ slug }) => slug));
  const kept = prune ? before.filter(({ slug }) => named.has(slug)) : before;
  return [
    ...kept.map((variable) => {
      const input = named.get(variable.slug);
      const {
        type = variable.type,
        client = variable.client,
        description = variable.description,
      } = input ?? {};
      const constraints =
        input?.constraints === undefined ? variable.constraints : storedConstraints(input.constraints);
      return { ...variable, type, client, description, constraints };
    }),
    ...[...named]
      .filter(([slug]) => !known.has(slug))
      .map(([slug, { type, client = clientByDefault, description = '', constraints = null }]) => ({
        id: newId(),
        slug,
        type,
        client,
        description,
        constraints: storedConstraints(constraints),
      })),
  ];
}

/** Variations in the order of the document, followed by those that it does not name. */
function mergeVariations(
  before: readonly VariationState[],
  { variations: inputs = [] }: FeatureInput,
  variables: readonly VariableState[],
  { prune, path, problems }: MergeOptions,
): VariationState[] {
  const known = new Map(before.map((variation) => [variation.slug, variation]));
  const named = inputs.map((input, index): VariationState => {
    const slug = storedSlug(input.slug);
    const variation = known.get(slug);
    known.delete(slug);
    const valuesPath = memberPath(`${memberPath(path, 'variations')}[${index}]`, 'values');
    const given = new Map(
      Object.entries(input.values ?? {}).map(([name, value]) => [storedSlug(name), storedJson(value)]),
    );
    return {
      id: variation?.id ?? newId(),
      slug,
      name: input.name ?? variation?.name ?? input.slug,
      values: new Map(
        variables.flatMap(({ id, slug: variable, type }): [string, JsonValue][] => {
          const value = given.get(variable) ?? variation?.values.get(id);
          if (value !== undefined && isOfType(value, type)) return [[id, value]];
          const message = 'is required: the feature has this variable, which stays without prune';
          problems.push({ path: memberPath(valuesPath, variable), message });
          return [];
        }),
      ),
    };
  });
  const unnamed = prune ? [] : [...known.values()];
  for (const variation of unnamed) {
    for (const { id, slug, type } of variables) {
      const value = variation.values.get(id);
      if (value !== undefined && isOfType(value, type)) continue;
      const message = `must include ${variation.slug}, which stays without prune and has no ${type} value for ${slug}`;
      problems.push({ path: memberPath(path, 'variations'), message });
    }
  }
  return [...named, ...unnamed];
}

/**
 * Merges what an environment serves for a feature. Targeting is replaced as a whole, absent = none. Defaults and overrides are
 * merged: those that the document does not name stay unless it prunes. An environment that it does not name keeps everything,
 * unless it prunes.
 */
export function mergeServing(
  before: ServingState,
  input: ServingInput | undefined,
  prune: boolean,
): ServingState {
  const kept = prune ? nothingServed : before;
  if (input === undefined) return kept;
  return {
    defaults: mergeEntries(kept.defaults, input.defaults, storedSlug),
    targeting: input.targeting ? storedTargeting(input.targeting) : null,
    overrides: mergeEntries(kept.overrides, input.overrides, (userId) => userId),
  };
}

function mergeEntries(
  kept: ReadonlyMap<string, string>,
  given: Readonly<Record<string, string | null>> = {},
  toStored: (name: string) => string,
): ReadonlyMap<string, string> {
  const merged = new Map(kept);
  for (const [name, variation] of Object.entries(given)) {
    if (variation === null) merged.delete(toStored(name));
    else merged.set(toStored(name), storedSlug(variation));
  }
  return merged;
}
