import { getShownKind, storedSlug } from '@bunting/definitions';
import {
  checkAnyOf,
  createDuplicateCheck,
  type DuplicateCheck,
  type IsWellShaped,
  memberPath,
  objectParts,
  type Part,
  type Problem,
  collectSlugs,
  wellShapedEntries,
} from '@bunting/definitions/checks';
import { checkNaming } from '@bunting/definitions/naming';
import { checkFeature } from './check-feature.ts';
import {
  parseKey,
  type EnvironmentInput,
  type KeyInput,
  type ProjectInput,
} from '../document/project-schema.ts';

export interface ProjectDependencies {
  readonly isWellShaped: IsWellShaped;
  /** Keys and tokens are unique in the whole installation. */
  readonly secrets: DuplicateCheck;
}

/** Checks that the parts of a project fit together. Skips parts whose shape is wrong. */
export function* checkProject(
  project: Omit<ProjectInput, 'slug'>,
  path: string,
  dependencies: ProjectDependencies,
): Generator<Problem> {
  const { isWellShaped } = dependencies;
  yield* checkNaming(project.naming, memberPath(path, 'naming'), isWellShaped);
  const environments = [...objectParts(project.environments, memberPath(path, 'environments'))];
  const segments = [...objectParts(project.segments, memberPath(path, 'segments'))];
  const features = [...objectParts(project.features, memberPath(path, 'features'))];
  for (const parts of [environments, segments, features])
    yield* checkSlugs(parts, createDuplicateCheck(), isWellShaped);
  yield* checkKeys(environments, dependencies);
  for (const { value, path: at } of segments) {
    yield* checkAnyOf(value.any_of, memberPath(at, 'any_of'), { segments: 'inside a segment' }, isWellShaped);
  }
  const known = {
    isWellShaped,
    environments: collectSlugs(project.environments),
    segments: collectSlugs(project.segments),
  };
  const variables = createDuplicateCheck();
  for (const { value, path: at } of features) {
    // The rest of a deleted feature is ignored.
    if (value.status === 'deleted') continue;
    yield* checkSlugs(objectParts(value.variables, memberPath(at, 'variables')), variables, isWellShaped);
    yield* checkFeature(value, at, known);
  }
}

function* checkSlugs(
  parts: Iterable<Part<{ readonly slug: string }>>,
  slugs: DuplicateCheck,
  isWellShaped: IsWellShaped,
): Generator<Problem> {
  for (const { value, path } of parts) {
    const slugPath = memberPath(path, 'slug');
    if (isWellShaped(slugPath)) yield* slugs.enter(storedSlug(value.slug), slugPath);
  }
}

function* checkKeys(
  environments: readonly Part<EnvironmentInput>[],
  { isWellShaped, secrets }: ProjectDependencies,
): Generator<Problem> {
  for (const { value, path } of environments) {
    for (const key of wellShapedEntries(value.api_keys, memberPath(path, 'api_keys'), isWellShaped)) {
      yield* secrets.enter(parseKey(key.value).key.toLowerCase(), key.path);
      yield* checkKind(key);
    }
  }
}

/** Yields a problem for a key that looks public but has no kind: it must not become a server key by omission. */
function* checkKind({ value, path }: Part<KeyInput>): Generator<Problem> {
  const kind = getShownKind(parseKey(value).key);
  if (kind === 'server' || (typeof value === 'object' && value.kind !== undefined)) return;
  yield {
    path,
    message: `looks like a ${kind} key: set its kind, as {key: …, kind: ${kind}}`,
  };
}
