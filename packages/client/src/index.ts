/** Feature flags of one user at a time, in a browser or another JavaScript client. Importing it does nothing. */
export { createClient } from './create-client.ts';
export type { Client, Status, TrackOptions } from './public/client.ts';
export type { BuntingError, ClientOptions, Fetch, KeyValueStorage } from './public/options.ts';
export type { FallbackOf, Key, Served, SomeValues, ValueOf, Variables } from './public/variables.ts';
export type {
  Details,
  Evaluation,
  Evaluations,
  JsonLike,
  JsonValue,
  ObjectLike,
  Reason,
  User,
} from '@bunting/sdk-core';
