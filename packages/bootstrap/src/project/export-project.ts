import {
  describeFeature,
  type FeatureState,
  type ProjectState,
  readFeatureIds,
  readFeatures,
  readSegments,
  readServing,
  type ServingState,
} from '@bunting/changes';
import { describeEnvironment, readEnvironments } from '@bunting/changes/environments';
import type { ProjectNaming } from '@bunting/definitions/naming';
import type { AdviceSettings } from '@bunting/definitions';
import type { GroupDefinition, TargetingDefinition } from '@bunting/evaluator/definition';
import type { PoolClient } from 'pg';

/** A project's part of the bootstrap document. Contains no keys, because only their hashes are stored. */
export interface ProjectDocument {
  readonly slug: string;
  readonly name: string;
  readonly client_by_default: boolean;
  readonly naming: ProjectNaming | null;
  /** Null = the defaults. */
  readonly advice: AdviceSettings | null;
  readonly environments: readonly ReturnType<typeof describeEnvironment>[];
  readonly segments: readonly {
    readonly slug: string;
    readonly name: string;
    readonly any_of: readonly GroupDefinition[];
  }[];
  readonly features: readonly (ReturnType<typeof describeFeature> & {
    /** Every environment of the project, also where nothing is served. */
    readonly environments: Readonly<Record<string, ServingDocument>>;
  })[];
}

export interface ServingDocument {
  readonly defaults?: Readonly<Record<string, string>>;
  readonly targeting?: TargetingDefinition;
  readonly overrides?: Readonly<Record<string, string>>;
}

/**
 * Exports a whole project, environments in their order, all else by slug, so that two exports differ only where the projects differ. Runs several queries: call
 * it in a REPEATABLE READ transaction.
 */
export async function exportProject(
  { client }: { readonly client: PoolClient },
  project: Pick<ProjectState, 'id' | 'slug' | 'name' | 'clientByDefault' | 'naming' | 'advice'>,
): Promise<ProjectDocument> {
  const environments = await readEnvironments({ client }, project);
  const segments = bySlug(await readSegments({ client }, project));
  const ids = [...(await readFeatureIds({ client }, project)).values()];
  const features = bySlug(await readFeatures({ client }, ids));
  const served = new Map(
    (await readServing({ client }, ids)).map((each) => [`${each.featureId} ${each.environmentId}`, each]),
  );
  return {
    slug: project.slug,
    name: project.name,
    client_by_default: project.clientByDefault,
    naming: project.naming,
    advice: project.advice,
    environments: environments.map(describeEnvironment),
    segments: segments.map(({ slug, name, anyOf }) => ({ slug, name, any_of: anyOf })),
    features: features.map((feature) => ({
      ...describeFeature(feature),
      environments: Object.fromEntries(
        environments.map(({ id, slug }) => [
          slug,
          describeServing(feature, served.get(`${feature.id} ${id}`)),
        ]),
      ),
    })),
  };
}

function describeServing({ variables }: FeatureState, served: ServingState | undefined): ServingDocument {
  if (served === undefined) return {};
  const { defaults, targeting, overrides } = served;
  return {
    ...(defaults.size > 0 && {
      defaults: Object.fromEntries(
        variables.flatMap(({ slug }) => {
          const variation = defaults.get(slug);
          return variation === undefined ? [] : [[slug, variation]];
        }),
      ),
    }),
    ...(targeting && { targeting }),
    ...(overrides.size > 0 && {
      overrides: Object.fromEntries([...overrides].toSorted(([left], [right]) => compareText(left, right))),
    }),
  };
}

function bySlug<Entry extends { readonly slug: string }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((left, right) => compareText(left.slug, right.slug));
}

/** Compares by code unit, so that the order does not depend on the locale of the machine. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
