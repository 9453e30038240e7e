export { type DescribedChange, diff, diffRecords } from './describe/diff.ts';
export type { Difference } from './describe/difference.ts';
export { mergeFeature } from './merge/merge-feature.ts';
export { mergeDefaults, mergeEnvironment, mergeOverrides, mergeSegment } from './merge/merge-states.ts';
export { mergeTargeting } from './merge/merge-targeting.ts';
export type { Conflict, Merged, Resolutions } from './merge/three-way.ts';
export { type AuditRecord, type ParsedRecord, parseRecord, unreadableRecord } from './parse-record.ts';
export { getNames, type PartNames, renamePins, renameTargeting, toIds, toSlugs } from './part-names.ts';
export { checkFeature, checkSegment, checkServing } from './revert/check-states.ts';
export { addNames, type Reversal, undoRecord } from './revert/undo-record.ts';
export { type HistoryRecord, type Rewind, rewindServing } from './rewind/rewind-serving.ts';
export { withoutRuleIds, withRuleIds } from './rule-ids.ts';
export {
  copySnapshot,
  type DescribedFeature,
  getServingKey,
  type Members,
  nothingServed,
  type Pins,
  type ProjectSnapshot,
  type ServedState,
} from './snapshot.ts';
