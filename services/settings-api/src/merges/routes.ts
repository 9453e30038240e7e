import { featureMergeRoute } from './feature-merge.ts';
import { segmentMergeRoute } from './segment-merge.ts';
import { servingMergeRoute } from './serving-merge.ts';

export const mergeRoutes = [featureMergeRoute, segmentMergeRoute, servingMergeRoute];
