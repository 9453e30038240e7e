import type { JsonValue } from '@bunting/evaluator/definition';
import { isObject } from '../differences.ts';

/** A variable result of contract §2.3, with `split` where buckets decided. */
export interface Result {
  readonly value: JsonValue;
  readonly variation: string | null;
  readonly reason: string;
  readonly feature: string | null;
  readonly split?: JsonValue;
}

/** Returns OFREP's answer where `/v1/variables/{key}` answers this result (docs/reference/sdks.md). */
export function expectedOfrepAnswer(
  key: string,
  { value, variation, reason, feature, split }: Result,
): { readonly status: number; readonly json: JsonValue } {
  if (reason === 'variable_not_found') {
    return { status: 404, json: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: '<any text>' } };
  }
  return {
    status: 200,
    json: {
      key,
      ...(value !== null && { value }),
      reason: split === true ? 'SPLIT' : variation === null ? unserved(reason) : (served[reason] ?? ''),
      variant: variation ?? '',
      metadata: { feature, reason },
    },
  };
}

const served: Readonly<Record<string, string>> = {
  targeting_rule_matched: 'TARGETING_MATCH',
  self_targeting_override: 'TARGETING_MATCH',
  default_variation: 'STATIC',
  feature_complete: 'STATIC',
  no_rule_matched: 'DEFAULT',
};

function unserved(reason: string): string {
  return reason === 'targeting_disabled' ? 'DISABLED' : 'DEFAULT';
}

/** Returns the OpenFeature context of a user of contract §2.2, without unknown members, which would become custom data. */
export function toOpenFeatureContext(user: JsonValue | undefined): JsonValue {
  if (user === undefined || user === null) return null;
  const { id, custom_data: customData, ...others } = user as Record<string, JsonValue>;
  const members = Object.entries(others).filter(([name]) => userMembers.has(name));
  return {
    ...Object.fromEntries(members),
    ...(id !== undefined && { targetingKey: id }),
    ...(isObject(customData) && { custom_data: customData }),
  };
}

const userMembers = new Set([
  'email',
  'organisation_id',
  'ip',
  'app_version',
  'platform',
  'country',
  'audiences',
]);
