/** The kinds of events that endpoints can select: those of contract §6.1, those of change requests, and what advice says once a week. */
export const eventKinds = [
  'feature.created',
  'feature.updated',
  'feature.archived',
  'feature.deleted',
  'variation.changed',
  'targeting.updated',
  'member.joined',
  'member.removed',
  'change_request.opened',
  'change_request.reviewed',
  'change_request.applied',
  'change_request.failed',
  'change_request.closed',
  'advice.reported',
] as const;
/** One of `eventKinds`. */
export type EventKind = (typeof eventKinds)[number];

/** The kinds that an endpoint selects, or `*` for all present and future kinds. */
export type EventSelection = readonly (EventKind | '*')[];

/** The kind of the event that is sent on request to one endpoint, whatever it selects. */
export const testEventKind = 'endpoint.test';

/** A feature as payloads describe it. */
export interface FeatureData {
  /** Its slug. */
  readonly key: string;
  readonly name: string;
  /** Slug of its project. */
  readonly project: string;
  readonly status: string;
}

/** A member as payloads describe it. */
export interface MemberData {
  readonly email: string;
  readonly role: string;
}

/** The author of a change and the comment, as payloads have them. */
export interface ByActor {
  /** E-mail address of the author, or `staff` or `bootstrap`. */
  readonly actor: string;
  /** The author's comment; absent when there is none. */
  readonly comment?: string | undefined;
}

/** The feature after the change; a deleted feature is described as before, with the status `deleted`. */
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
  /** The new default variation of the environment; `null` = it has no default any more. */
  readonly variation: string | null;
}

export interface MemberEventData extends ByActor {
  readonly member: MemberData;
}

/** A change request as payloads describe it. */
export interface ChangeRequestData {
  /** Counts up in its project. */
  readonly number: number;
  readonly title: string;
  /** Slug. */
  readonly project: string;
  /** E-mail address. */
  readonly author: string;
  /** open, applied, closed. */
  readonly status: string;
  /** conflicting, changes_requested, waiting, following, scheduled, ready; null = it is not open. */
  readonly stage: string | null;
  /** Slugs of the environments that it alters. */
  readonly environments: readonly string[];
  /** Its page in the console; null = the installation does not know its address. */
  readonly url: string | null;
}

/** The change request after what happened to it. */
export interface ChangeRequestEventData extends ByActor {
  readonly change_request: ChangeRequestData;
}

/** A feature and what is said of it. */
export interface FeatureAdvice {
  /** Its slug. */
  readonly feature: string;
  /** delete, archive, remove_code, finish. */
  readonly verdict: string;
}

/** The new suggestions in the advice on a project since the last report. */
export interface AdviceEventData {
  /** Slug. */
  readonly project: string;
  /** Verdict → how many features have it now. */
  readonly counts: Readonly<Record<string, number>>;
  /** Features with another verdict than before, at most 100. */
  readonly new: readonly (FeatureAdvice & { readonly certain: boolean })[];
  /** Features with nothing to do any more, with the verdict that they had; at most 100. */
  readonly gone: readonly FeatureAdvice[];
  /** One of the lists goes on; otherwise absent. */
  readonly is_shortened?: true;
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
  readonly 'change_request.opened': ChangeRequestEventData;
  readonly 'change_request.reviewed': ChangeRequestEventData;
  readonly 'change_request.applied': ChangeRequestEventData;
  readonly 'change_request.failed': ChangeRequestEventData;
  readonly 'change_request.closed': ChangeRequestEventData;
  readonly 'advice.reported': AdviceEventData;
  readonly [testEventKind]: ByActor;
}

/** An event that endpoints can subscribe to. */
export type WebhookEvent = {
  [Kind in EventKind]: { readonly type: Kind; readonly data: EventData[Kind] };
}[EventKind];
