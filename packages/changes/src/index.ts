export { changesChannel, parseChangesMessage } from './announce-changes.ts';
export type { Change, ChangeSource, ChangeTransaction, RecordedChange } from './change-transaction.ts';
export { affectedBy } from './features/affected-by.ts';
export { changeFeatures } from './features/change-features.ts';
export {
  describeFeature,
  type FeatureState,
  type VariableState,
  type VariationState,
} from './features/feature-state.ts';
export { describeRecordedFeature, featureOfDescription } from './features/recorded-feature.ts';
export { readFeatureIds, readFeatures, readVariableOwners } from './features/read-features.ts';
export { ResourceInUse } from './features/check-named-parts.ts';
export { readSegmentUses, readVariationUses } from './features/read-uses.ts';
export { projectLimits } from './limits/check-totals.ts';
export { readHeaviestFeatures } from './limits/read-heaviest-features.ts';
export { readStoredTotals } from './limits/read-stored-totals.ts';
export { lockProject, type ProjectState } from './projects/lock-project.ts';
export { changeProjects } from './projects/projects.ts';
export {
  changeSegments,
  describeSegment,
  readSegmentIds,
  readSegments,
  type SegmentState,
} from './projects/segments.ts';
export { type ChangeContext, type ChangesMade, runChange, tryChange } from './run-change.ts';
export type { AffectedFeatures } from './serving/read-affected-features.ts';
export { changeServing } from './serving/change-serving.ts';
export { readServing, readTargetingAndDefaults } from './serving/read-serving.ts';
export { nothingServed, type ServingChange, type ServingState } from './serving/serving-state.ts';
