/** Feature flags of Bunting on a server: asks the service for each user. It also runs on edge runtimes. */
export { createServerClient } from './remote/server-client.ts';
export type { ServerClient, UserClient } from './remote/public-client.ts';
export type { ServerClientOptions } from './options/read-options.ts';
export type { TrackOptions } from './events/make-event.ts';
export type { BuntingError } from './requests/reporter.ts';
export { signMembers, signUser } from './user/sign-user.ts';
export type { User } from './user/user.ts';
export type { Details, Reason } from './values/details.ts';
export { toScript } from './values/evaluations.ts';
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
