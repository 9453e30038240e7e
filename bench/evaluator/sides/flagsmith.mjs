import { getEvaluationResult } from '../node_modules/flagsmith-nodejs/build/esm/flagsmith-engine/index.js';

export const name = 'Flagsmith';

// The engine evaluates a whole environment. To evaluate one flag, it gets an environment with only that flag.
export function createSide(flags) {
  const environments = new Map(flags.map((flag) => [flag.key, toEnvironment([flag])]));
  const everything = toEnvironment(flags);
  return {
    input: ({ id, ...traits }) => ({ identifier: id, key: id, traits }),
    evaluate: (key, identity) => getEvaluationResult({ ...environments.get(key), identity }).flags[key],
    evaluateAll: (_keys, identity) => getEvaluationResult({ ...everything, identity }).flags,
    valueOf: (flag) => flag.value === 'on',
  };
}

function toEnvironment(flags) {
  return {
    environment: { key: 'bench', name: 'Bench' },
    features: Object.fromEntries(flags.map((flag) => [flag.key, toFeature(flag)])),
    segments: Object.fromEntries(flags.flatMap(toSegments).map((segment) => [segment.key, segment])),
  };
}

function toFeature({ key, split }) {
  const variants = ['on', 'off'].map((value, priority) => ({ value, weight: 50, priority }));
  return { key, name: key, enabled: true, value: 'off', ...(split && { variants }) };
}

function toSegments({ key, rules }) {
  return rules.map((conditions, index) => ({
    key: `${key}-${index}`,
    name: `${key}-${index}`,
    rules: [
      {
        type: 'ALL',
        conditions: conditions.map(({ attribute, oneOf }) =>
          oneOf.length === 1
            ? { property: attribute, operator: 'EQUAL', value: oneOf[0] }
            : { property: attribute, operator: 'IN', value: oneOf },
        ),
      },
    ],
    overrides: [{ key, name: key, enabled: true, value: 'on', priority: index + 1 }],
  }));
}
