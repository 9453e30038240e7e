import clientModule from 'unleash-client/lib/client.js';
import strategies from 'unleash-client/lib/strategy/index.js';
import { toToggle } from '../formats/unleash.mjs';

export const name = 'unleash-client';

// The client behind `isEnabled` and `getVariant`, with flags in memory: no polling, no metrics, no impression events.
// Flags with rules use `isEnabled`, although it returns only a boolean, because a variant costs another hash. `default` and
// splits use `getVariant`, because the other sides return a variation there.
export function createSide(flags) {
  const toggles = new Map(flags.map((flag) => [flag.key, toToggle(flag)]));
  const Client = clientModule.default;
  const client = new Client(
    { getToggle: (key) => toggles.get(key), getSegment: () => undefined },
    strategies.defaultStrategies,
  );
  const withRules = new Set(flags.filter(({ rules }) => rules.length > 0).map(({ key }) => key));
  const off = { name: 'off', enabled: false };
  return {
    input: ({ id, ...properties }) => ({ userId: id, properties }),
    evaluate: (key, context) =>
      withRules.has(key) ? client.isEnabled(key, context, no) : client.getVariant(key, context, off),
    valueOf: (result) => (typeof result === 'boolean' ? result : result.name === 'on'),
  };
}

const no = () => false;
