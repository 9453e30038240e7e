import type { Attribute } from '../definition/attribute.ts';
import type { Rollout } from './rollout.ts';
import type { Schedule } from './schedule.ts';
import type { Split } from './split.ts';

/** The serving of a rule to users who match. Variations are indexes into those of the feature. */
export interface Rule {
  readonly schedule: Schedule | undefined;
  readonly rollout: Rollout | undefined;
  /** The served variation, unless buckets decide it (served.ts): `nothingServed` for such a split. */
  readonly serves: number;
  readonly split: Split | undefined;
  readonly bucketBy: readonly Attribute[];
}
