import { eitherState, record, type Change, type ChangeTransaction } from '../change-transaction.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import { describeFeature, featureData, type FeatureState } from './feature-state.ts';

/** Records a difference of a feature for the audit log and the outbox. */
export function recordFeature(
  transaction: ChangeTransaction,
  project: ProjectState,
  change: Change<FeatureState>,
): void {
  const { id, slug } = eitherState(change);
  const { before, after } = change;
  record(transaction, 'feature', change, describeWithIds, {
    organisationId: project.organisationId,
    projectId: project.id,
    featureId: id,
    subject: `${project.slug}/${slug}`,
    event: {
      kind: 'feature',
      before: before && featureData(project, before),
      after: after && featureData(project, after),
    },
  });
}

/** With the ids of its parts, by which a later reader finds them again under other slugs. */
function describeWithIds(feature: FeatureState) {
  const described = describeFeature(feature);
  const withId = <Part extends object>(parts: readonly { readonly id: string }[], description: Part[]) =>
    description.map((part, index) => ({ id: parts[index]?.id ?? '', ...part }));
  return {
    ...described,
    variables: withId(feature.variables, described.variables),
    variations: withId(feature.variations, described.variations),
  };
}
