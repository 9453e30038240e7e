import { eitherState, record, type Change, type ChangeTransaction } from '../change-transaction.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import { featureData, type FeatureState } from './feature-state.ts';
import { describeRecordedFeature } from './recorded-feature.ts';

/** Records a difference of a feature for the audit log and the outbox. */
export function recordFeature(
  transaction: ChangeTransaction,
  project: ProjectState,
  change: Change<FeatureState>,
): void {
  const { id, slug } = eitherState(change);
  const { before, after } = change;
  record(transaction, 'feature', change, describeRecordedFeature, {
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
