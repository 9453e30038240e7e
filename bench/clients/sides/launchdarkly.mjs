import sdk from '@launchdarkly/node-server-sdk';
import { toModel } from '../../evaluator/formats/launchdarkly.mjs';

export const name = '@launchdarkly/node-server-sdk';
export const counts = 'users and values';
/** `variation` answers with a promise alone. */
export const isAsync = true;

const silent = { error() {}, warn() {}, info() {}, debug() {} };

export async function createSide({ flags, sink }) {
  const testData = new sdk.integrations.TestData();
  const client = sdk.init('sdk-key', {
    updateProcessor: testData.getFactory(),
    eventsUri: sink.url,
    // All users of the benchmark, so that it need not tell of one twice.
    contextKeysCapacity: 10_000,
    diagnosticOptOut: true,
    logger: silent,
  });
  await client.waitForInitialization({ timeout: 5 });
  for (const flag of flags) await testData.usePreconfiguredFlag(toModel(flag));
  return {
    inputOf: ({ id, ...user }) => ({ kind: 'user', key: id, ...user }),
    value: (key, context) => client.variation(key, context, false),
    close: () => client.close(),
  };
}
