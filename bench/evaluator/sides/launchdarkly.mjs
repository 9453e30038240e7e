import sdk from '@launchdarkly/node-server-sdk';
import { toModel } from '../formats/launchdarkly.mjs';

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
