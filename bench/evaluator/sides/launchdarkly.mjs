import sdk from '@launchdarkly/node-server-sdk';

export const name = 'LaunchDarkly';

// The evaluator inside the server SDK, offline, without the promises, events and hooks of `variationDetail`.
export async function createSide(flags) {
  const testData = new sdk.integrations.TestData();
  const client = sdk.init('sdk-key', {
    updateProcessor: testData.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger: { error() {}, warn() {}, info() {}, debug() {} },
  });
  await client.waitForInitialization({ timeout: 5 });
  const models = new Map(flags.map((flag) => [flag.key, toModel(flag)]));
  for (const model of models.values()) await testData.usePreconfiguredFlag(model);
  const evaluator = client._evaluator;
  let result;
  const keep = (evaluated) => {
    result = evaluated;
  };
  const stored = new Map();
  for (const key of models.keys()) {
    stored.set(
      key,
      await new Promise((resolve) => {
        client._featureStore.get({ namespace: 'features' }, key, resolve);
      }),
    );
  }
  client.close();
  return {
    input: ({ id, ...user }) => ({ kind: 'user', key: id, ...user }),
    read: (user) => sdk.Context.fromLDContext(user),
    evaluate(key, context) {
      evaluator.evaluateCb(stored.get(key), context, keep);
      return result.detail;
    },
    valueOf: (detail) => detail.value,
  };
}

function toModel({ key, rules, split }) {
  return {
    key,
    version: 1,
    on: true,
    salt: 'a1b2c3d4',
    variations: [true, false],
    offVariation: 1,
    targets: [],
    prerequisites: [],
    fallthrough: split
      ? {
          rollout: {
            contextKind: 'user',
            variations: [
              { variation: 0, weight: 50_000 },
              { variation: 1, weight: 50_000 },
            ],
          },
        }
      : { variation: 1 },
    rules: rules.map((conditions, index) => ({
      id: `rule-${index}`,
      variation: 0,
      clauses: conditions.map(({ attribute, oneOf }) => ({
        contextKind: 'user',
        attribute,
        op: 'in',
        values: oneOf,
        negate: false,
      })),
    })),
  };
}
