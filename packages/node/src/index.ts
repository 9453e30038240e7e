/** Feature flags of Bunting on a server: sends a request for each user. It also runs on edge runtimes. */
export { createServerClient } from './remote/server-client.ts';
export type { ServerClient, UserClient } from './remote/public-client.ts';
export type { ServerClientOptions } from './options/read-options.ts';
export type { TrackOptions } from './events/make-event.ts';
export type { BuntingError } from './requests/reporter.ts';
export { signMembers, signUser } from './user/sign-user.ts';
export type { Details } from './values/to-details.ts';
export { toScript } from './values/to-script.ts';
export type { FallbackOf, Key, Served, ValueOf, Variables } from './values/variables.ts';
export type { Evaluations, JsonLike, JsonValue, ObjectLike, Reason, User } from '@bunting/sdk-core';
