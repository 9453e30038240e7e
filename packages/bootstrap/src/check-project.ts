import {
  checkAnyOf,
  createRegister,
  memberPath,
  objectParts,
  slugsOf,
  soundParts,
  storedSlug,
} from '@bunting/changes';
import type { IsSound, Part, Problem, Register } from '@bunting/changes';
import { checkFeature } from './check-feature.ts';
import { keyOf, type EnvironmentInput, type ProjectInput } from './project-schema.ts';

export interface ProjectSurroundings {
  readonly isSound: IsSound;
  /** Keys and tokens are unique in the whole installation. */
  readonly secrets: Register;
}

/** What belongs together in a project, in the parts of it whose shape is right. */
export function* checkProject(
  project: Omit<ProjectInput, 'slug'>,
  path: string,
  around: ProjectSurroundings,
): Generator<Problem> {
  const { isSound } = around;
  const environments = [...objectParts(project.environments, memberPath(path, 'environments'))];
  const segments = [...objectParts(project.segments, memberPath(path, 'segments'))];
  const features = [...objectParts(project.features, memberPath(path, 'features'))];
  for (const parts of [environments, segments, features]) yield* checkSlugs(parts, createRegister(), isSound);
  yield* checkKeys(environments, around);
  for (const { value, path: at } of segments) {
    yield* checkAnyOf(value.any_of, memberPath(at, 'any_of'), { segments: 'inside a segment' }, isSound);
  }
  const known = {
    isSound,
    environments: slugsOf(project.environments),
    segments: slugsOf(project.segments),
  };
  const variables = createRegister();
  for (const { value, path: at } of features) {
    // Of a deleted feature nothing is left that could be wrong.
    if (value.status === 'deleted') continue;
    yield* checkSlugs(objectParts(value.variables, memberPath(at, 'variables')), variables, isSound);
    yield* checkFeature(value, at, known);
  }
}

function* checkSlugs(
  parts: Iterable<Part<{ readonly slug: string }>>,
  slugs: Register,
  isSound: IsSound,
): Generator<Problem> {
  for (const { value, path } of parts) {
    const slugPath = memberPath(path, 'slug');
    if (isSound(slugPath)) yield* slugs.enter(storedSlug(value.slug), slugPath);
  }
}

function* checkKeys(
  environments: readonly Part<EnvironmentInput>[],
  { isSound, secrets }: ProjectSurroundings,
): Generator<Problem> {
  for (const { value, path } of environments) {
    for (const key of soundParts(value.api_keys, memberPath(path, 'api_keys'), isSound)) {
      yield* secrets.enter(keyOf(key.value).toLowerCase(), key.path);
    }
  }
}
