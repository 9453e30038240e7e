import { checkAnyOf, createRegister, memberPath, storedSlug } from '@bunting/changes';
import type { Problem, Register } from '@bunting/changes';
import { checkFeature } from './check-feature.ts';
import type { ProjectInput } from './project-schema.ts';
import { slugsOf, soundParts } from './soundness.ts';
import type { IsSound } from './soundness.ts';

export interface ProjectSurroundings {
  readonly isSound: IsSound;
  /** Keys and tokens are unique in the whole installation. */
  readonly secrets: Register;
}

/** What belongs together in a project, in the parts of it whose shape is right. */
export function* checkProject(
  project: ProjectInput,
  path: string,
  { isSound, secrets }: ProjectSurroundings,
): Generator<Problem> {
  for (const member of ['environments', 'segments', 'features'] as const) {
    const slugs = createRegister();
    for (const part of soundParts<{ readonly slug: string }>(
      project[member],
      memberPath(path, member),
      isSound,
    )) {
      yield* slugs.enter(storedSlug(part.value.slug), memberPath(part.path, 'slug'));
    }
  }
  for (const { value, path: at } of soundParts(
    project.environments,
    memberPath(path, 'environments'),
    isSound,
  )) {
    for (const [index, key] of (value.api_keys ?? []).entries()) {
      yield* secrets.enter(key.toLowerCase(), `${memberPath(at, 'api_keys')}[${index}]`);
    }
  }
  for (const { value, path: segmentPath } of soundParts(
    project.segments,
    memberPath(path, 'segments'),
    isSound,
  )) {
    yield* checkAnyOf(value.any_of, memberPath(segmentPath, 'any_of'), { segments: 'inside a segment' });
  }
  const around = { environments: slugsOf(project.environments), segments: slugsOf(project.segments) };
  const variables = createRegister();
  for (const { value, path: featurePath } of soundParts(
    project.features,
    memberPath(path, 'features'),
    isSound,
  )) {
    if (value.status !== 'deleted') {
      for (const [index, { slug }] of (value.variables ?? []).entries()) {
        yield* variables.enter(storedSlug(slug), `${memberPath(featurePath, 'variables')}[${index}].slug`);
      }
    }
    yield* checkFeature(value, featurePath, around);
  }
}
