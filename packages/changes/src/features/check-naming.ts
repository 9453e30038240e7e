import { inSlices } from '@bunting/async';
import { maxProblems, type Problem, ProblemsFound } from '@bunting/definitions/checks';
import { createSlugCheck, type SlugCheck } from '@bunting/definitions/naming';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import type { FeatureState } from './feature-state.ts';
import { featurePath } from './feature-path.ts';

/**
 * Refuses slugs that do not fit the naming of the project: those of new features and variables, and new slugs of others. What is stored
 * stays as it is, also where the naming is newer. Throws `ProblemsFound`.
 */
export async function requireNaming(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<FeatureState>[],
): Promise<void> {
  if (project.naming === null) return;
  const check = createSlugCheck(project.naming);
  const problems: Problem[] = [];
  for await (const slice of inSlices(changes)) {
    for (const { before, after } of slice) {
      if (after === undefined) continue;
      for (const { path, message } of problemsOf(check, before, after)) {
        problems.push({ path: featurePath(transaction, after, path), message });
      }
      if (problems.length > maxProblems) throw new ProblemsFound(problems);
    }
  }
  if (problems.length > 0) throw new ProblemsFound(problems);
}

function* problemsOf(
  check: SlugCheck,
  before: FeatureState | undefined,
  after: FeatureState,
): Generator<Problem> {
  const message = before?.slug === after.slug ? undefined : check('features', after.slug);
  if (message !== undefined) yield { path: 'slug', message };
  const known = new Map(before?.variables.map(({ id, slug }) => [id, slug]));
  for (const [index, { id, slug }] of after.variables.entries()) {
    const problem = known.get(id) === slug ? undefined : check('variables', slug);
    if (problem !== undefined) yield { path: `variables[${index}].slug`, message: problem };
  }
}
