import { spell, type CallPattern, type Language } from './language.ts';

const types = ['String', 'Integer', 'Double', 'Object'];
const variationTypes = ['bool', 'int', 'double', 'string', 'jsonValue', 'json'];

/** The Java clients, which Kotlin calls too. */
const javaCalls: readonly CallPattern[] = [
  { client: 'OpenFeature', names: ['getBooleanValue', 'getBooleanDetails', ...spell(types, 'get*Details')] },
  { client: 'OpenFeature', names: spell(types, 'get*Value'), needs: 'receiver' },
  { client: 'LaunchDarkly', names: spell(variationTypes, '*Variation', '*VariationDetail') },
  { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
  { client: 'Flagsmith', names: ['getFeatureValue'] },
  { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
  { client: 'GrowthBook', names: ['evalFeature'] },
  // Java passes the class of the value before the key; Kotlin does not.
  { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], key: [1, 0], needs: 'client' },
  { client: 'ConfigCat', names: ['getValueAsync', 'getValueDetailsAsync'], key: [1, 0], needs: 'receiver' },
  { client: 'PostHog', names: ['isFeatureEnabled'], key: [0, 1] },
  { client: 'PostHog', names: ['getFeatureFlag', 'getFeatureFlagPayload'], key: [0, 1] },
];

export const java: Language = {
  name: 'Java',
  extensions: ['java'],
  family: 'JVM',
  packagesAreFolders: true,
  enumsHaveArguments: true,
  constantsNeedImport: 'variables',
  calls: javaCalls,
};

export const kotlin: Language = {
  ...java,
  name: 'Kotlin',
  extensions: ['kt', 'kts'],
  calls: [
    ...javaCalls,
    { client: 'Flagsmith', names: ['hasFeatureFlag', 'getValueForFeature'] },
    { client: 'GrowthBook', names: ['feature'], needs: 'client' },
  ],
};
