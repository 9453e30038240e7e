import type { JsonValue } from '@bunting/evaluator/definition';
import type { ConditionVectors, SparseFeature, Vector } from './vector-file.ts';

/** Returns a feature that serves `on` to users whom the condition matches, and `off` to all others. */
export function featureOfCondition({ name, condition }: ConditionVectors, index: number): SparseFeature {
  return {
    slug: slugOf(index),
    targeting: {
      enabled: true,
      rules: [{ name, any_of: [{ all_of: [condition] }], serve: { variation: 'on' } }],
    },
  };
}

export function vectorsOfCondition(vectors: ConditionVectors, index: number): Vector[] {
  const { name, matches, does_not_match: doesNotMatch } = vectors;
  const feature = slugOf(index);
  const vectorOf =
    (verb: string, expected: { value: boolean; variation: string; reason: string }) =>
    ([who, user]: [string, JsonValue]): Vector => ({
      name: `${name}: ${verb} ${who}`,
      key: feature,
      user,
      expect: { ...expected, feature },
    });
  return [
    ...Object.entries(matches).map(
      vectorOf('matches', { value: true, variation: 'on', reason: 'targeting_rule_matched' }),
    ),
    ...Object.entries(doesNotMatch).map(
      vectorOf('does not match', { value: false, variation: 'off', reason: 'no_rule_matched' }),
    ),
  ];
}

function slugOf(index: number): string {
  return `condition-${index + 1}`;
}
