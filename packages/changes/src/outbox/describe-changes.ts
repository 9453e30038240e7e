import type { JsonValue } from '@bunting/evaluator/definition';
import { diff } from '@bunting/history';
import { isObject } from '@bunting/definitions/checks';
import type { RecordedChange } from '../change-transaction.ts';

/** Describes differences, one line each. It is called only if an endpoint sends messages for people. */
export type Describe = () => readonly string[];

/** Describes a change of the feature or the targeting that the message names. */
export function describeNamed(change: RecordedChange): Describe {
  return () => diff([change]).map(({ what }) => what);
}

/** Describes a change of a segment, which the message about a targeting does not name. */
export function describeSegment(change: RecordedChange): Describe {
  return () => diff([change]).map(({ text }) => text);
}

/** Describes the change of one of the default variations. */
export function describeDefault(change: RecordedChange, variable: string): Describe {
  const of = (state: JsonValue): JsonValue =>
    isObject(state) && Object.hasOwn(state, variable) ? { [variable]: state[variable]! } : null;
  return describeNamed({ ...change, before: of(change.before), after: of(change.after) });
}
