/** Feature flags of Bunting, evaluated in this process, in Node.js. */
export { createLocalClient } from './local/local-client.ts';
export type { LocalClient, LocalClientOptions, LocalUserClient, Status } from './local/public-client.ts';
export type { TrackOptions } from './events/make-event.ts';
export type { BuntingError } from './requests/reporter.ts';
export type { User } from './user/user.ts';
export type { Details, Reason } from './values/details.ts';
export type { Evaluations } from './values/evaluations.ts';
export type {
  FallbackOf,
  JsonLike,
  JsonValue,
  Key,
  ObjectLike,
  Served,
  ValueOf,
  Variables,
} from './values/variables.ts';
