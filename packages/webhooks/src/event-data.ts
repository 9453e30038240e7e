import type { EventKind, testEventKind } from './event-kinds.ts';

/** A feature as payloads name it. */
export interface FeatureData {
  /** Its slug. */
  readonly key: string;
  readonly name: string;
  /** Slug of its project. */
  readonly project: string;
  readonly status: string;
}

export interface MemberData {
  readonly email: string;
  readonly role: string;
}

/** E-mail address of who did it, or `staff` or `bootstrap` where nobody in particular did. */
interface ByActor {
  readonly actor: string;
}

/** A feature's own events say how it is afterwards, and of a deleted one how it was, with the status `deleted`. */
export interface FeatureEventData extends ByActor {
  readonly feature: FeatureData;
}

export interface TargetingEventData extends FeatureEventData {
  /** Slug. */
  readonly environment: string;
}

export interface VariationEventData extends TargetingEventData {
  /** Slug, lower-cased like every other. */
  readonly variable: string;
  /** What the environment serves by default from now on; `null` = nothing any more. */
  readonly variation: string | null;
}

export interface MemberEventData extends ByActor {
  readonly member: MemberData;
}

/** `data` of the envelope, by kind (contract §6.2, decisions §5). */
export interface EventData {
  readonly 'feature.created': FeatureEventData;
  readonly 'feature.updated': FeatureEventData;
  readonly 'feature.archived': FeatureEventData;
  readonly 'feature.deleted': FeatureEventData;
  readonly 'targeting.updated': TargetingEventData;
  readonly 'variation.changed': VariationEventData;
  readonly 'member.joined': MemberEventData;
  readonly 'member.removed': MemberEventData;
  readonly [testEventKind]: ByActor;
}

/** Something that happened and that endpoints may want to hear of. */
export type WebhookEvent = {
  [Kind in EventKind]: { readonly type: Kind; readonly data: EventData[Kind] };
}[EventKind];
