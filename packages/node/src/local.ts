/** Feature flags of Bunting in Node.js, evaluated in this process. */
export { createLocalClient } from './local/local-client.ts';
export type { LocalClient, LocalClientOptions, LocalUserClient, Status } from './local/public-client.ts';
export type { TrackOptions } from './events/make-event.ts';
export type { BuntingError } from './requests/reporter.ts';
export type { Details } from './values/to-details.ts';
export type { FallbackOf, Key, Served, ValueOf, Variables } from './values/variables.ts';
export type { Evaluations, JsonLike, JsonValue, ObjectLike, Reason, User } from '@bunting/sdk-core';
