/** Why a variable has its value (contract §4.1). */
export type Reason =
  | 'targeting_rule_matched'
  | 'self_targeting_override'
  | 'default_variation'
  | 'no_rule_matched'
  | 'feature_complete'
  | 'targeting_disabled'
  | 'variable_not_found';

/** A value and where it comes from. */
export interface Details<T> {
  readonly value: T;
  readonly variation: string | null;
  readonly reason: Reason | null;
  readonly feature: string | null;
  /** The value is the fallback of the code. */
  readonly isFallback: boolean;
  readonly source: 'network' | 'storage' | 'bootstrap' | 'local' | 'override' | 'fallback';
  /** Buckets decided: the rule that served has a split or a rollout. Absent = no, or not known. */
  readonly split?: true;
  readonly error?: 'not_loaded' | 'not_found' | 'type_mismatch';
}

/** What one user gets of one variable, in the words of the wire. */
export interface Result {
  readonly key: string;
  readonly value: unknown;
  readonly variation: string | null;
  readonly reason: Reason;
  readonly feature: string | null;
  readonly split?: true;
}

/** What was evaluated, or why it was not. */
export type Answer = { readonly result: Result } | { readonly error: 'not_loaded' };

/** The details of a result, or of the fallback where the result has no value of its type. */
export function detailsOf<T>(
  answer: Answer,
  fallback: T,
  source: Details<T>['source'],
  onMismatch: (result: Result) => void,
): Details<T> {
  if ('error' in answer) return fallbackDetails(fallback, answer.error);
  const { result } = answer;
  const { value, variation, reason, feature, split } = result;
  if (reason === 'variable_not_found') return { ...fallbackDetails(fallback, 'not_found'), reason };
  const known = { variation, reason, feature, ...(split && { split }) };
  if (value === null || value === undefined) {
    return { value: fallback, ...known, isFallback: true, source: 'fallback' };
  }
  if (!isOfTypeOf(value, fallback)) {
    onMismatch(result);
    return { value: fallback, ...known, isFallback: true, source: 'fallback', error: 'type_mismatch' };
  }
  return { value, ...known, isFallback: false, source };
}

/** A null fallback takes anything; arrays are a type of their own. */
export function isOfTypeOf<T>(value: unknown, fallback: T): value is T {
  if (fallback === null || fallback === undefined) return true;
  if (typeof value !== typeof fallback) return false;
  return typeof value !== 'object' || Array.isArray(value) === Array.isArray(fallback);
}

function fallbackDetails<T>(fallback: T, error: NonNullable<Details<T>['error']>): Details<T> {
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
