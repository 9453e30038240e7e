/** What endpoints can select (contract §6.1). */
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

/** What an endpoint selects: kinds, or everything there is and ever will be. */
export type EventSelection = readonly (EventKind | '*')[];

/** Sent on demand to one endpoint, whatever it selects. */
export const testEventKind = 'endpoint.test';
