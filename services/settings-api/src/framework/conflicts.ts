import type { Conflict } from '@bunting/history';
import type { Problem } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';

/** A conflict of a merge as answers have it. */
export interface SentConflict extends Problem {
  readonly base: JsonValue;
  /** As it is stored. */
  readonly now: JsonValue;
  /** As the request, or the revert, wants it. */
  readonly wanted: JsonValue;
}

export function toSentConflict({ theirs, ours, ...conflict }: Conflict): SentConflict {
  return { ...conflict, now: theirs, wanted: ours };
}
