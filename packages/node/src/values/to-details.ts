import {
  matchesFallback as hasTypeOfFallback,
  type Details as CoreDetails,
  type Evaluation,
} from '@bunting/sdk-core';

/** A value and where it comes from. */
export interface Details<T> extends CoreDetails<T> {
  /** Present if a split or a rollout decided. Absent = no, or not known. */
  split?: true;
}

/** The result of one variable for one user, as the service answers it. */
export interface Result extends Omit<Evaluation, 'value'> {
  readonly value: unknown;
}

/** The result of a read, or the reason why there is none. */
export type Answer = { readonly result: Result } | { readonly error: 'not_loaded' };

/** The answer where no request was sent, or none succeeded. */
export const notLoaded: Answer = { error: 'not_loaded' };

/** Returns the details of a result, or of the fallback if the result has no value of its type. */
export function toDetails<T>(
  answer: Answer,
  fallback: T,
  source: Details<T>['source'],
  onMismatch: (result: Result) => void,
): Details<T> {
  if ('error' in answer) return toFallbackDetails(fallback, answer.error);
  const { result } = answer;
  const { value, variation, reason, feature, split } = result;
  if (reason === 'variable_not_found') return { ...toFallbackDetails(fallback, 'not_found'), reason };
  const known = { variation, reason, feature, ...(split && { split }) };
  if (value === null || value === undefined) {
    return { value: fallback, ...known, isFallback: true, source: 'fallback' };
  }
  if (!matchesFallback(value, fallback)) {
    onMismatch(result);
    return { value: fallback, ...known, isFallback: true, source: 'fallback', error: 'type_mismatch' };
  }
  return { value, ...known, isFallback: false, source };
}

/** Returns true if the value has the type of the fallback; an undefined fallback takes any value. */
export function matchesFallback<T>(value: unknown, fallback: T): value is T {
  return fallback === undefined || hasTypeOfFallback(value, fallback);
}

function toFallbackDetails<T>(fallback: T, error: NonNullable<Details<T>['error']>): Details<T> {
  return {
    value: fallback,
    variation: null,
    reason: null,
    feature: null,
    isFallback: true,
    source: 'fallback',
    error,
  };
}
