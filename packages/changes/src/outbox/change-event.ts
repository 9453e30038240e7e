import type { ChangeRequestData, FeatureData, MemberData } from '@bunting/webhooks';

/** A feature in an environment, as webhook events name it. */
export interface ServedFeature {
  readonly feature: FeatureData;
  /** Slug. */
  readonly environment: string;
}

/** The part of a recorded change that webhook events show, besides the time and the author; `toWebhookEvents` makes the events. */
export type ChangeEvent =
  | {
      readonly kind: 'feature';
      readonly before: FeatureData | undefined;
      readonly after: FeatureData | undefined;
    }
  | ({ readonly kind: 'targeting' } & ServedFeature)
  /** `variations`: slug of the variable → slug of its new default; `null` = it has no default any more. */
  | ({ readonly kind: 'defaults'; readonly variations: ReadonlyMap<string, string | null> } & ServedFeature)
  /** The conditions of a segment changed. */
  | { readonly kind: 'segment'; readonly id: string }
  | {
      readonly kind: 'member';
      readonly before: MemberData | undefined;
      readonly after: MemberData | undefined;
    }
  | {
      readonly kind: 'change_request';
      readonly verb: 'opened' | 'reviewed' | 'applied' | 'failed' | 'closed';
      /** The change request after the change. */
      readonly changeRequest: Omit<ChangeRequestData, 'url'>;
      /** More lines of messages for people: the differences that it would make, or the reason of the failure. */
      readonly lines?: readonly string[];
    };

/** A feature in an environment whose rules name a segment. */
export interface SegmentUse extends ServedFeature {
  readonly segmentId: string;
  readonly featureId: string;
  readonly environmentId: string;
}
