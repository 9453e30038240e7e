import { spell, type Language } from './language.ts';

const types = ['Boolean', 'String', 'Integer', 'Double', 'Object'];

export const dart: Language = {
  name: 'Dart',
  extensions: ['dart'],
  enumsHaveArguments: true,
  calls: [
    { client: 'OpenFeature', names: spell(types, 'get*Value', 'get*Details', 'get*Flag') },
    {
      client: 'LaunchDarkly',
      names: spell(['bool', 'int', 'double', 'string', 'json'], '*Variation', '*VariationDetail'),
    },
    { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['hasFeatureFlag', 'isFeatureFlagEnabled', 'getFeatureFlagValue'] },
    { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['feature'], needs: 'client' },
    { client: 'GrowthBook', names: ['evalFeature'] },
    { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], needs: 'client' },
    { client: 'PostHog', names: ['isFeatureEnabled', 'getFeatureFlag', 'getFeatureFlagPayload'] },
  ],
};
