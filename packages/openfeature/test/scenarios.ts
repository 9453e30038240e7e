import type { EvaluationContext, EvaluationDetails, JsonValue } from '@openfeature/core';

/** A row of OpenFeature's specification, or of its suite for providers, about one evaluation. */
export interface Scenario {
  readonly key: string;
  readonly fallback: JsonValue;
  readonly context: EvaluationContext;
  readonly expected: Partial<EvaluationDetails<JsonValue>>;
}

const nobody = {};
const ballmer = { email: 'ballmer@macrosoft.com' };
const somebodyElse = { email: 'ballmer@none.com' };
const hit = { targetingKey: '5c3d8535-f81a-4478-a6d3-afaa4d51199e' };
const miss = { targetingKey: 'f20bd32d-703b-48b6-bc8e-79d53c85134a' };
const sulislaw = { fn: 'Sulisław', ln: 'Świętopełk', age: 29, customer: 'false' };
const pictures = { showImages: true, title: 'Check out these pics!', imagesPerPage: 100 };

const resolved: readonly [key: string, fallback: JsonValue, value: JsonValue, variant: string][] = [
  ['boolean-flag', false, true, 'on'],
  ['string-flag', 'bye', 'hi', 'greeting'],
  ['integer-flag', 1, 10, 'ten'],
  ['float-flag', 0.1, 0.5, 'half'],
  ['object-flag', {}, pictures, 'template'],
  ['object-flag', null, pictures, 'template'],
  ['boolean-zero-flag', true, false, 'zero'],
  ['string-zero-flag', 'fallback', '', 'zero'],
  ['integer-zero-flag', 1, 0, 'zero'],
  ['object-zero-flag', { a: 1 }, {}, 'zero'],
  ['large-integer-flag', 1, 2_147_483_647, 'max-int32'],
  ['huge-integer-flag', 1, 9_007_199_254_740_991, 'max-safe'],
];
const targeted: readonly [
  key: string,
  context: EvaluationContext,
  value: JsonValue,
  variant: string,
  reason: string,
][] = [
  ['boolean-targeted-zero-flag', ballmer, false, 'zero', 'TARGETING_MATCH'],
  ['string-targeted-zero-flag', ballmer, '', 'zero', 'TARGETING_MATCH'],
  ['integer-targeted-zero-flag', ballmer, 0, 'zero', 'TARGETING_MATCH'],
  ['object-targeted-zero-flag', ballmer, {}, 'zero', 'TARGETING_MATCH'],
  ['boolean-targeted-zero-flag', somebodyElse, true, 'not-zero', 'DEFAULT'],
  ['string-targeted-zero-flag', nobody, 'str', 'not-zero', 'DEFAULT'],
  ['integer-targeted-zero-flag', { email: null }, 1, 'not-zero', 'DEFAULT'],
  ['context-aware', sulislaw, 'INTERNAL', 'internal', 'TARGETING_MATCH'],
  ['context-aware', nobody, 'EXTERNAL', 'external', 'DEFAULT'],
  ['targeting-key-flag', hit, 'hit', 'hit', 'TARGETING_MATCH'],
  ['targeting-key-flag', miss, 'miss', 'miss', 'DEFAULT'],
  ['targeting-key-flag', nobody, 'miss', 'miss', 'DEFAULT'],
  ['string-flag', miss, 'hi', 'greeting', 'STATIC'],
];
const disabled: readonly [key: string, fallback: JsonValue][] = [
  ['disabled-boolean-flag', false],
  ['disabled-string-flag', 'bye'],
  ['disabled-integer-flag', 1],
];
const failed: readonly [key: string, fallback: JsonValue, errorCode: string][] = [
  ...[false, 'uh-oh', 1, { a: 1 }].map((fallback) => ['missing-flag', fallback, 'FLAG_NOT_FOUND'] as const),
  ...[false, 1, {}].map((fallback) => ['string-flag', fallback, 'TYPE_MISMATCH'] as const),
  ...['fallback', 1].map((fallback) => ['boolean-flag', fallback, 'TYPE_MISMATCH'] as const),
  ...[false, 'fallback'].map((fallback) => ['integer-flag', fallback, 'TYPE_MISMATCH'] as const),
  ...[false, 'fallback', 1, []].map((fallback) => ['object-flag', fallback, 'TYPE_MISMATCH'] as const),
] as [string, JsonValue, string][];

/** Returns another value of the same type, so that the method of that type is called. */
const otherOf = (value: JsonValue): JsonValue =>
  typeof value === 'boolean'
    ? !value
    : typeof value === 'string'
      ? 'fallback'
      : typeof value === 'number'
        ? 77
        : { b: 2 };

export const scenarios: readonly Scenario[] = [
  ...resolved.map(([key, fallback, value, variant]) => ({
    key,
    fallback,
    context: nobody,
    expected: {
      value,
      variant,
      reason: 'STATIC',
      flagMetadata: { feature: key, reason: 'default_variation' },
    },
  })),
  ...targeted.map(([key, context, value, variant, reason]) => ({
    key,
    fallback: otherOf(value),
    context,
    expected: { value, variant, reason },
  })),
  ...disabled.map(([key, fallback]) => ({
    key,
    fallback,
    context: nobody,
    expected: { value: fallback, reason: 'DISABLED' },
  })),
  ...failed.map(([key, fallback, errorCode]) => ({
    key,
    fallback,
    context: nobody,
    expected: {
      value: fallback,
      reason: 'ERROR',
      errorCode: errorCode as never,
      errorMessage: messageOf(key, errorCode),
    },
  })),
];

function messageOf(key: string, errorCode: string): string {
  return `${key}: ${errorCode === 'TYPE_MISMATCH' ? 'type_mismatch' : 'not_found'}`;
}

type Ask<Answer> = (key: never, fallback: never, context?: EvaluationContext) => Answer;

/** A client of OpenFeature's, whose methods are named by types. */
export interface FlagClient<Answer> {
  getBooleanDetails: Ask<Answer>;
  getStringDetails: Ask<Answer>;
  getNumberDetails: Ask<Answer>;
  getObjectDetails: Ask<Answer>;
}

/** Asks with the method of the fallback's type. */
export function askBy<Answer>(client: FlagClient<Answer>, { key, fallback, context }: Scenario): Answer {
  const type = typeof fallback;
  const given = [key as never, fallback as never, context] as const;
  if (type === 'boolean') return client.getBooleanDetails(...given);
  if (type === 'string') return client.getStringDetails(...given);
  return type === 'number' ? client.getNumberDetails(...given) : client.getObjectDetails(...given);
}
