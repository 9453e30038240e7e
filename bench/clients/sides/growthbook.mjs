import { GrowthBookClient } from '@growthbook/growthbook';
import { toFeature } from '../../evaluator/formats/growthbook.mjs';

export const name = '@growthbook/growthbook';
export const counts = 'nothing';

export function createSide({ flags }) {
  const features = Object.fromEntries(flags.map((flag) => [flag.key, toFeature(flag)]));
  const client = new GrowthBookClient().initSync({ payload: { features } });
  return {
    inputOf: (user) => ({ attributes: { ...user } }),
    value: (key, userContext) => client.getFeatureValue(key, false, userContext),
    close: () => client.destroy(),
  };
}
