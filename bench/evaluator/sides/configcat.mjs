import { createConsoleLogger, getClient, LogLevel, PollingMode, User } from '@configcat/sdk';

export const name = 'ConfigCat';

const TEXT_IS_ONE_OF = 0;
const TEXT_EQUALS = 28;

// The client reads its configuration from a cache and never fetches; its snapshot evaluates synchronously.
export async function createSide(flags) {
  const config = {
    p: { u: 'https://example.invalid', r: 0, s: 'a1b2c3d4' },
    f: Object.fromEntries(flags.map((flag) => [flag.key, toSetting(flag)])),
  };
  const entry = `${Date.now()}\n"etag"\n${JSON.stringify(config)}`;
  // The SDK shares clients with the same key, so each set of flags has a different one.
  const sdkKey = `${'bench'.padEnd(22, '0')}/${String(flags.length).padStart(22, '0')}`;
  const client = getClient(sdkKey, PollingMode.ManualPoll, {
    cache: { get: () => entry, set() {} },
    offline: true,
    logger: createConsoleLogger(LogLevel.Off),
  });
  await client.waitForReady();
  const snapshot = client.snapshot();
  return {
    input: ({ id, email, country, ...custom }) => new User(id, email, country, custom),
    evaluate: (key, user) => snapshot.getValueDetails(key, false, user),
    valueOf: (details) => details.value,
    close: () => client.dispose(),
  };
}

function toSetting({ key, rules, split }) {
  const value = (served) => ({ v: { b: served }, i: `${key}-${served}` });
  return {
    t: 0,
    ...value(false),
    r: rules.map((conditions) => ({ c: conditions.map(toCondition), s: value(true) })),
    p: split ? [true, false].map((served) => ({ p: 50, ...value(served) })) : [],
  };
}

function toCondition({ attribute, oneOf }) {
  return oneOf.length === 1
    ? { u: { a: attribute, c: TEXT_EQUALS, s: oneOf[0] } }
    : { u: { a: attribute, c: TEXT_IS_ONE_OF, l: oneOf } };
}
