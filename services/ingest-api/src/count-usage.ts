import { indexOfReason, type EvaluationCounts } from '@bunting/evaluation-counts';
import type { Usage } from './read-usage.ts';

/**
 * Counts what an application has evaluated itself, as named. What it did not find is a key that resolved to nothing, although the variable
 * exists here: the application has another version, or the feature was archived.
 */
export function countUsage(
  environmentId: string,
  { evaluations }: Pick<Usage, 'evaluations'>,
  counts: Pick<EvaluationCounts, 'add' | 'addUnknownKey'>,
): void {
  for (const { slug, variableId, variationId, reason, count } of evaluations) {
    if (count === 0) continue;
    if (reason === 'variable_not_found') {
      // Reports come with datafile keys, which nobody gets with a page.
      counts.addUnknownKey(environmentId, { key: slug, count, isPublic: false });
    } else
      counts.add(environmentId, { variableId, variationId, reason: indexOfReason(reason), asked: 0, count });
  }
}
