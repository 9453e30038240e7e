export type { Conflict, Merged, Taken } from './conflict.ts';
export type { DescribedFeature } from './keyed-feature.ts';
export { mergeFeature } from './merge-feature.ts';
export { type Members, mergeEnvironment, mergeSegment } from './merge-members.ts';
export { mergeDefaults, mergeOverrides, type Pins } from './merge-pins.ts';
export { mergeTargeting } from './merge-targeting.ts';
export { describeRecordedFeature, featureOfDescription } from '../features/recorded-feature.ts';
