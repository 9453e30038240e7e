/** The rules that all SDKs share. It is bundled into them, so that they depend on no package. */
export { addRetryJitter, backoffMs, backoffResetMs, keyRefusedMs } from './backoff.ts';
export { canonicalJson } from './canonical-json.ts';
export {
  type Details,
  type Evaluation,
  type Evaluations,
  matchesFallback,
  type Reason,
} from './evaluations.ts';
export {
  createEventStreamParser,
  type EventStreamParser,
  EventTooLong,
  maxEventLength,
  type StreamEvent,
} from './event-stream-parser.ts';
export { getType, type JsonLike, type JsonValue, type ObjectLike } from './json.ts';
export { hashText, type User } from './user.ts';
export { type FallbackIn, type KeyOf, normaliseKey, type ServedIn, type ValueIn } from './variables.ts';
export type { TrackOptions, WireEvent } from './wire-event.ts';
