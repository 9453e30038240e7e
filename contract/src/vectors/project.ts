import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { featureOfCondition, vectorsOfCondition } from './condition-vectors.ts';
import type {
  Segment,
  SparseFeature,
  Status,
  Variable,
  Variation,
  Vector,
  VectorFile,
} from './vector-file.ts';

/** A vector file with all defaults filled in: one project with one environment, and vectors for its variables. */
export interface Project {
  /** The path of the file below contract/. */
  readonly path: string;
  readonly about: string;
  readonly slug: string;
  readonly environmentKey: string;
  readonly segments: readonly Segment[];
  readonly features: readonly Feature[];
  readonly vectors: readonly Vector[];
}

export interface Feature {
  readonly slug: string;
  readonly status: Status;
  readonly salt: string;
  readonly variables: readonly Variable[];
  readonly variations: readonly Variation[];
  readonly targeting: TargetingDefinition | null;
  readonly overrides: Readonly<Record<string, string>>;
}

export function parseProject(path: string, file: VectorFile): Project {
  const { features = [], vectors = [], conditions = [] } = file;
  return {
    path,
    about: file.about,
    slug: file.project,
    environmentKey: file.environment_key,
    segments: file.segments ?? [],
    features: [...features, ...conditions.map(featureOfCondition)].map(completeFeature),
    vectors: [...vectors, ...conditions.flatMap(vectorsOfCondition)],
  };
}

function completeFeature(feature: SparseFeature): Feature {
  return {
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [{ slug: feature.slug, default_variation: 'off' }],
    variations: [
      { slug: 'off', values: [false] },
      { slug: 'on', values: [true] },
    ],
    targeting: null,
    overrides: {},
    ...feature,
  };
}
