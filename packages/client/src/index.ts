/** Feature flags of one user at a time, in a browser or another JavaScript client. Importing it does nothing. */
export { createClient } from './create-client.ts';
export type { Client, Details, Status, TrackOptions } from './public/client.ts';
export type { Evaluation, Evaluations, Reason, User } from './public/evaluations.ts';
export type { BuntingError, ClientOptions, Fetch, KeyValueStorage } from './public/options.ts';
export type {
  FallbackOf,
  JsonLike,
  JsonValue,
  Key,
  ObjectLike,
  Served,
  SomeValues,
  ValueOf,
  Variables,
} from './public/variables.ts';
