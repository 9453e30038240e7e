import type { FeatureData, MemberData } from '@bunting/webhooks';

interface Place {
  readonly feature: FeatureData;
  /** Slug. */
  readonly environment: string;
}

/** What a recorded change contributes to events, besides when and by whom; `eventsOf` makes events of it. */
export type ChangeEvent =
  | {
      readonly about: 'feature';
      readonly before: FeatureData | undefined;
      readonly after: FeatureData | undefined;
    }
  | ({ readonly about: 'targeting' } & Place)
  /** `variations`: those of the variables whose default is another now; `null` = none any more. */
  | ({ readonly about: 'defaults'; readonly variations: ReadonlyMap<string, string | null> } & Place)
  /** The conditions of a segment are others now. */
  | { readonly about: 'segment'; readonly id: string }
  | {
      readonly about: 'member';
      readonly before: MemberData | undefined;
      readonly after: MemberData | undefined;
    };

/** A feature in an environment whose rules ask for a segment. */
export interface SegmentUse extends Place {
  readonly segmentId: string;
  readonly featureId: string;
  readonly environmentId: string;
}
