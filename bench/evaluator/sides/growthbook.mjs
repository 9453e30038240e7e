import { GrowthBookClient } from '@growthbook/growthbook';
import { toFeature } from '../formats/growthbook.mjs';

export const name = 'GrowthBook';

export function createSide(flags) {
  const features = Object.fromEntries(flags.map((flag) => [flag.key, toFeature(flag)]));
  const client = new GrowthBookClient().initSync({ payload: { features } });
  return {
    input: (user) => ({ attributes: { ...user } }),
    evaluate: (key, userContext) => client.evalFeature(key, userContext),
    valueOf: (result) => result.value,
  };
}
