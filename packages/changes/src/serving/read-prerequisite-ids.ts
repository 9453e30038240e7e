import { type Problem, ProblemsFound } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import { readPrerequisiteVariables, type PrerequisiteVariable } from './read-prerequisite-variables.ts';
import type { ServingChange } from './serving-state.ts';
import { targetingPath } from './targeting-path.ts';

/** The variables that prerequisites name, by slug. */
export type PrerequisiteIds = ReadonlyMap<string, PrerequisiteVariable>;

/**
 * Reads the ids of what the prerequisites of these changes name. Throws `ProblemsFound` for unknown names: requests are checked before, but
 * a record that is reverted may name what was deleted or renamed since.
 */
export async function readPrerequisiteIds(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly ServingChange[],
): Promise<PrerequisiteIds> {
  const slugs = changes.flatMap(({ after }) => after.targeting?.prerequisites ?? []);
  if (slugs.length === 0) return new Map();
  const ids = await readPrerequisiteVariables(
    transaction,
    project,
    slugs.map(({ variable }) => variable),
  );
  const problems = changes.flatMap((change) => findUnknown(transaction, change, ids));
  if (problems.length > 0) throw new ProblemsFound(problems);
  return ids;
}

function findUnknown(transaction: ChangeTransaction, change: ServingChange, ids: PrerequisiteIds): Problem[] {
  const { feature, environment, after } = change;
  const whole = change.path ?? targetingPath(transaction, feature.slug, environment.slug);
  return (after.targeting?.prerequisites ?? []).flatMap(({ variable, variations }, index) => {
    const path = `${whole === '' ? '' : `${whole}.`}prerequisites[${index}]`;
    const known = ids.get(variable);
    if (known === undefined) return [unknown(`${path}.variable`, 'variable', variable)];
    if (known.feature === feature.slug) {
      return [{ path: `${path}.variable`, message: 'is a variable of the feature itself' }];
    }
    if (known.isArchived && feature.status !== 'archived') {
      return [{ path: `${path}.variable`, message: `belongs to the archived feature ${known.feature}` }];
    }
    return variations.flatMap((variation, position) =>
      known.variations.has(variation)
        ? []
        : [unknown(`${path}.variations[${position}]`, 'variation', variation)],
    );
  });
}

function unknown(path: string, noun: string, slug: string): Problem {
  return { path, message: `is the unknown ${noun} ${slug}`, code: 'unknown_reference' };
}
