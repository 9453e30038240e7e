import { spell, type Language } from './language.ts';

const types = ['Boolean', 'String', 'Integer', 'Double', 'Object'];
const variationTypes = ['bool', 'int', 'double', 'string', 'json'];

export const swift: Language = {
  name: 'Swift',
  extensions: ['swift'],
  calls: [
    { client: 'OpenFeature', names: spell(types, 'get*Value', 'get*Details') },
    { client: 'LaunchDarkly', names: spell(variationTypes, '*Variation', '*VariationDetail') },
    { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['hasFeatureFlag', 'getValueForFeature'] },
    { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['getFeatureValue', 'evalFeature'] },
    { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], needs: 'client' },
    { client: 'PostHog', names: ['isFeatureEnabled', 'getFeatureFlag', 'getFeatureFlagPayload'] },
  ],
};
