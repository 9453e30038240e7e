import type { EvaluationContext } from '../context/context.ts';
import { asList, asRecord, asText } from '../definition/stored.ts';
import type { Datafile } from '../evaluate/datafile.ts';
import { evaluateUncounted } from '../evaluate/evaluate.ts';
import { reviewPrerequisites } from '../evaluate/review-prerequisites.ts';
import { limits } from '../definition/limits.ts';
import type { Variable } from '../model/feature.ts';
import type { PrerequisiteExplanation } from './explanation.ts';
import { cut } from './formatting.ts';

/** Explains each stored prerequisite of the feature by the evaluation of the variable that it names. */
export function explainPrerequisites(
  targeting: unknown,
  variable: Variable | undefined,
  datafile: Datafile,
  context: EvaluationContext,
  now: number,
): PrerequisiteExplanation[] {
  const stored = asRecord(targeting)?.['prerequisites'];
  const entries = stored === undefined || stored === null ? [] : (asList(stored) ?? [undefined]);
  const compiled = variable?.feature.prerequisites;
  if (compiled !== undefined) reviewPrerequisites(compiled);
  const isWithin = compiled?.isWithin ?? true;
  return entries.slice(0, limits.prerequisites).map((entry) => {
    const prerequisite = asRecord(entry);
    const slug = asText(prerequisite?.['variable']) ?? '';
    const wanted = (asList(prerequisite?.['variations']) ?? []).filter((each) => typeof each === 'string');
    const { variation, reason, feature } = evaluateUncounted(datafile, slug, context, now);
    return {
      variable: cut(slug),
      feature,
      wanted: wanted.slice(0, limits.variations).map(cut),
      serves: variation,
      reason,
      met: isWithin && variation !== null && wanted.includes(variation),
    };
  });
}
