import { spell, type CallPattern } from './call-pattern.ts';

const types = ['String', 'Integer', 'Double', 'Object'];
const variationTypes = ['bool', 'int', 'double', 'string', 'jsonValue', 'json'];

/** Java, and what Kotlin shares with it. */
export const javaCalls: readonly CallPattern[] = [
  { client: 'OpenFeature', names: ['getBooleanValue', 'getBooleanDetails', ...spell(types, 'get*Details')] },
  { client: 'OpenFeature', names: spell(types, 'get*Value'), needs: 'receiver' },
  { client: 'LaunchDarkly', names: spell(variationTypes, '*Variation', '*VariationDetail') },
  { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
  { client: 'Flagsmith', names: ['getFeatureValue'] },
  { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
  { client: 'GrowthBook', names: ['evalFeature'] },
  // The class of the value stands before the key in Java; Kotlin has its own without it.
  { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], key: [1, 0], needs: 'client' },
  { client: 'ConfigCat', names: ['getValueAsync', 'getValueDetailsAsync'], key: [1, 0], needs: 'receiver' },
  { client: 'PostHog', names: ['isFeatureEnabled'], key: [0, 1] },
  { client: 'PostHog', names: ['getFeatureFlag', 'getFeatureFlagPayload'], key: [0, 1] },
];
