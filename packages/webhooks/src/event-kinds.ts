/** The kinds of events that endpoints can select (contract §6.1). */
export const eventKinds = [
  'feature.created',
  'feature.updated',
  'feature.archived',
  'feature.deleted',
  'variation.changed',
  'targeting.updated',
  'member.joined',
  'member.removed',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** What an endpoint selects: kinds, or `*` for all present and future kinds. */
export type EventSelection = readonly (EventKind | '*')[];

/** The kind of the event that is sent on request to one endpoint, whatever it selects. */
export const testEventKind = 'endpoint.test';
