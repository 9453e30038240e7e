import { memberPath, storedSlug } from '@bunting/definitions';
import { readVariableOwners } from '@bunting/changes';
import type { ProjectState } from '@bunting/changes';
import type { WantedFeature } from './apply-features.ts';
import type { ProjectRun } from './bootstrap-run.ts';

/**
 * Variables are unique in their project (contract §2.1). The document agrees with itself; here it meets the variables
 * that it does not name and that stay: those of features that it does not name, and those that it leaves out of
 * features that it names.
 */
export async function reportTakenVariables(
  run: ProjectRun,
  project: ProjectState,
  wanted: readonly WantedFeature[],
  concernedIds: readonly string[],
): Promise<void> {
  const given = wanted.map(({ input }) => (input.variables ?? []).map(({ slug }) => storedSlug(slug)));
  const owners = await readVariableOwners(run.transaction, project, given.flat(), { without: concernedIds });
  for (const [index, { after }] of wanted.entries()) {
    const named = new Set(given[index]);
    for (const { slug } of after.variables) if (!named.has(slug)) owners.set(slug, after.slug);
  }
  for (const [index, { after, path }] of wanted.entries()) {
    for (const [variableIndex, slug] of (given[index] ?? []).entries()) {
      const owner = owners.get(slug);
      if (owner === undefined || owner === after.slug) continue;
      const slugPath = memberPath(`${memberPath(path, 'variables')}[${variableIndex}]`, 'slug');
      run.problems.push({
        path: slugPath,
        message: `belongs to the feature ${owner}, which without prune keeps it`,
      });
    }
  }
}
