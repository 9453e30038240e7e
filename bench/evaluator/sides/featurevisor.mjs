import { createInstance } from '@featurevisor/sdk';

export const name = 'Featurevisor';

export function createSide(flags) {
  const instance = createInstance({
    logLevel: 'fatal',
    datafile: {
      schemaVersion: '2',
      revision: '1',
      segments: Object.fromEntries(flags.flatMap(toSegments)),
      features: Object.fromEntries(flags.map((flag) => [flag.key, toFeature(flag)])),
    },
  });
  return {
    input: (user) => ({ ...user }),
    evaluate: (key, context) => instance.evaluateVariation(key, context),
    valueOf: (evaluation) => (evaluation.variation?.value ?? evaluation.variationValue) === 'on',
  };
}

function toSegments({ key, rules }) {
  return rules.map((conditions, index) => [
    `${key}-${index}`,
    {
      conditions: conditions.map(({ attribute, oneOf }) =>
        oneOf.length === 1
          ? { attribute, operator: 'equals', value: oneOf[0] }
          : { attribute, operator: 'in', value: oneOf },
      ),
    },
  ]);
}

function toFeature({ key, rules, split }) {
  const everybody = (traffic) => ({ key: 'everyone', segments: '*', percentage: 100_000, ...traffic });
  return {
    key,
    bucketBy: 'id',
    variations: [{ value: 'on' }, { value: 'off' }],
    traffic: [
      ...rules.map((_conditions, index) => ({
        key: `rule-${index}`,
        segments: `${key}-${index}`,
        percentage: 100_000,
        variation: 'on',
        allocation: [],
      })),
      split
        ? everybody({
            allocation: [
              { variation: 'on', range: [0, 50_000] },
              { variation: 'off', range: [50_000, 100_000] },
            ],
          })
        : everybody({ variation: 'off', allocation: [] }),
    ],
  };
}
