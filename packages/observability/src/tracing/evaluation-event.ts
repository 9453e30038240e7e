import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import {
  ATTR_FEATURE_FLAG_KEY,
  ATTR_FEATURE_FLAG_PROVIDER_NAME,
  ATTR_FEATURE_FLAG_RESULT_REASON,
  ATTR_FEATURE_FLAG_RESULT_VARIANT,
  ATTR_FEATURE_FLAG_SET_ID,
} from '@opentelemetry/semantic-conventions/incubating';
import type { EvaluatedVariable } from './tracing.ts';

/** Reason → the value of the conventions, which have fewer. */
const reasons: Readonly<Record<string, string>> = {
  targeting_rule_matched: 'targeting_match',
  self_targeting_override: 'targeting_match',
  no_rule_matched: 'default',
  default_variation: 'static',
  feature_complete: 'static',
  targeting_disabled: 'disabled',
  variable_not_found: 'error',
};

/**
 * Returns the name and attributes of the event that the feature-flag conventions describe, without `feature_flag.context.id`,
 * which would be the user.
 */
export function evaluationEvent(environmentId: string, { key, variation, reason }: EvaluatedVariable) {
  const attributes: Record<string, string> = {
    [ATTR_FEATURE_FLAG_KEY]: key,
    [ATTR_FEATURE_FLAG_PROVIDER_NAME]: 'bunting',
    [ATTR_FEATURE_FLAG_SET_ID]: environmentId,
    [ATTR_FEATURE_FLAG_RESULT_REASON]: reasons[reason] ?? 'unknown',
    'bunting.reason': reason,
  };
  if (variation !== null) attributes[ATTR_FEATURE_FLAG_RESULT_VARIANT] = variation;
  if (reason === 'variable_not_found') attributes[ATTR_ERROR_TYPE] = 'flag_not_found';
  return ['feature_flag.evaluation', attributes] as const;
}
